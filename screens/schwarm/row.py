"""The row of action cards and its prices, with the order cards at its end."""

from __future__ import annotations

from typing import Final

from textual.geometry import Region

from rules.schwarm.cards import CARDS, Colour
from rules.schwarm.view import SchwarmView
from screens.colours import Look
from screens.schwarm.help_texts import meaning_of, order_meaning
from screens.schwarm.layout import CARD, cards_across
from screens.schwarm.signs import card_text
from screens.table.hints import SIGN
from screens.text import _, labelled
from screens.widgets.board import Board
from screens.widgets.raster import Raster, fitted

ORDER: Final = "order"
"""The spot of the order cards."""
CARD_COLOURS: Final = {
    Colour.GREEN: "card-green",
    Colour.LIGHT: "card-light",
    Colour.BLUE: "card-blue",
    Colour.JOKER: "card-joker",
}
_PRICE: Final = 2
"""Columns of a price."""


def card_look(card: int) -> Look:
    """A card in its colour."""
    return Look("dark", CARD_COLOURS[CARDS[card].colour], "bold")


class CardRow(Board):
    """Spots are the numbers of the cards from the left, as moves name them, and ORDER."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SchwarmView | None = None
        self._scale = (0, 0, 1)
        self._across = 6
        self._high = 1

    def set_scale(self, width: int, high: int) -> None:
        """Use so many columns of the terminal, and so many lines a card."""
        self._across, self._high = cards_across(width), high
        if self._view is not None:
            self.show(self._view)

    def show(self, view: SchwarmView) -> None:
        """Show the row of a view."""
        self._view = view
        scale = (len(view.row), self._across, self._high)
        if self._scale != scale:
            self._scale = scale
            names = [*map(str, range(1, len(view.row) + 1)), ORDER]
            self.set_spots({name: [self._region(place)] for place, name in enumerate(names)})
        self.repaint()

    def _region(self, place: int) -> Region:
        line, column = divmod(place, self._across)
        height = self._high - (self._high > 1)  # a line is left free between tall cards
        return Region(1 + column * CARD, line * self._high, CARD - 1, height)

    # Drawing

    def draw(self) -> Raster:
        """The cards in lines, each behind its price."""
        lines = -(-len(self.spots) // self._across)
        raster = Raster(1 + self._across * CARD, lines * self._high)
        if self._view is not None:
            for place, name in enumerate(self.spots):
                self._draw_card(raster, self._view, place, name)
        return raster

    def _draw_card(self, raster: Raster, view: SchwarmView, place: int, name: str) -> None:
        region = self._region(place)
        text, look = self._card(view, name)
        is_dear = place > view.players[view.mover].points
        style = "" if is_dear else "bold"
        price = Look("bad" if is_dear else "gold", "raised", style)
        if self.is_plain:
            look = Look("ink", style=style)
        elif is_dear:
            look = Look("soft", "raised")
        is_hinted = name in self.hinted
        if region.height > 1:
            self._draw_tall(raster, region, text, look)
        else:
            self._draw_flat(raster, region, text, look, free=1 if is_hinted else 0)
        raster.stamp(region.x, region.y, f"{place:>{_PRICE}}", price)
        if is_hinted:
            raster.write(region.right - 1, region.y, SIGN, "hint", ground="raised", style="bold")

    def _draw_flat(
        self, raster: Raster, region: Region, text: str, look: Look, free: int = 0
    ) -> None:
        """A line: the name behind the price, and so many columns left free behind it."""
        x, width = region.x + _PRICE, CARD - _PRICE - 1 - free
        if self.is_plain:
            raster.write(x, region.y, f" {text}"[:width], look.ink, style=look.style)
        else:
            raster.stamp(x, region.y, fitted(text, width), look)

    def _draw_tall(self, raster: Raster, region: Region, text: str, look: Look) -> None:
        """Several lines: the price in the corner, the name below it."""
        y = region.y + region.height // 2
        if self.is_plain:
            self._draw_flat(raster, region, text, look)
            return
        raster.fill(region, look.ground)
        raster.stamp(region.x, y, fitted(text.center(region.width), region.width), look)

    def _card(self, view: SchwarmView, name: str) -> tuple[str, Look]:
        if name == ORDER:
            left = "".join(map(str, view.orders_left)) or "-"
            return _("turn order {numbers}").format(numbers=left), Look(
                "dark", "card-order", "bold"
            )
        card = view.row[int(name) - 1]
        return card_text(card), card_look(card)

    def cursor_name(self, name: str) -> str:
        """Return the effect of the card under the cursor, while a card is to be taken."""
        if self._view is None or not self.lit:
            return ""
        text, _look = self._card(self._view, name)
        if name == ORDER:
            return labelled(text, order_meaning())
        return labelled(text, meaning_of(self._view.row[int(name) - 1]))

    # The cursor

    def beside(self, name: str, right: int, down: int) -> str:
        """The next card in the order of the row, or the one below; of a short line the last."""
        if name not in self.spots:
            return name
        place = self.spots.index(name) + right
        target = place + down * self._across
        last = len(self.spots) - 1
        if down > 0 and target > last:
            return self.spots[-1] if place // self._across < last // self._across else name
        return self.spots[target] if 0 <= target <= last else name
