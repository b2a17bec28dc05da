"""The row of action cards and its prices, with the order cards at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.schwarm.cards import CARDS, Colour
from rules.schwarm.view import SchwarmView
from screens.schwarm.signs import card_text
from screens.text import _
from screens.widgets.line_board import LineBoard
from screens.widgets.pieces import Piece, Plain, Spot

ORDER: Final = "order"
"""The spot of the order cards."""
_CARD: Final = 16
"""Columns of a card and its price."""


class Row(LineBoard):
    """Spots are the numbers of the cards from the left, as moves name them, and ORDER."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SchwarmView | None = None
        self._shape = (0, 0)
        self._columns = 5

    def set_width(self, width: int) -> None:
        """Use so many columns of the terminal."""
        self._columns = max(1, width // _CARD)
        if self._view is not None:
            self.show(self._view)

    def show(self, view: SchwarmView) -> None:
        """Show the row of a view."""
        self._view = view
        if self._shape != (len(view.row), self._columns):
            self._shape = (len(view.row), self._columns)
            self.lay_out(list(self._lines(len(view.row))))
        self.refresh()

    def _lines(self, cards: int) -> Iterable[list[Piece]]:
        names = [*map(str, range(1, cards + 1)), ORDER]
        for first in range(0, len(names), self._columns):
            row: list[Piece] = [Spot(name, _CARD) for name in names[first : first + self._columns]]
            yield [*row, Plain("")]

    def paint(self, spot: Spot) -> tuple[str, str]:
        """A price and what it buys; faint where it cannot be paid."""
        view = self._view
        if view is None:
            return "", "board--plain"
        if spot.name == ORDER:
            text = _("order {numbers}").format(numbers="".join(map(str, view.orders_left)) or "-")
            price, look = len(view.row), "board--strong"
        else:
            price = int(spot.name) - 1
            card = view.row[price]
            text = card_text(card)
            look = "board--blue" if CARDS[card].colour == Colour.BLUE else "board--plain"
        if price > view.players[view.mover].points:
            look = "board--faint"
        return f"{-price:>3} {text}", look

    def _neighbour(self, name: str, right: int, down: int) -> str:
        """The next card in the order of the row, or the one below; of a short line the last."""
        place = self.spots.index(name) + right
        target = place + down * self._columns
        if down > 0 and target >= len(self.spots):
            return self.spots[-1] if place // self._columns < self._lines_needed - 1 else name
        return self.spots[target] if 0 <= target < len(self.spots) else name

    @property
    def _lines_needed(self) -> int:
        return -(-len(self.spots) // self._columns)

    def ground(self, spot: Spot) -> str:
        """A table."""
        return "board--plain"
