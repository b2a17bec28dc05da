"""The row of action cards: keys above, prices below; with room for fingers, several in a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.geometry import Offset, Region

from rules.schwarm.cards import CARDS, Colour
from rules.schwarm.view import SchwarmView
from screens.colours import Look
from screens.schwarm.help_texts import meaning_of, order_meaning
from screens.schwarm.layout import ROW
from screens.schwarm.prompts import WORDS, price_text
from screens.schwarm.signs import card_text, short_card
from screens.table.hints import SIGN
from screens.text import _, labelled
from screens.widgets.board import Board
from screens.widgets.raster import Cell, Raster, fitted

ORDER: Final = "order"
"""The spot of the turn-order cards."""
CARD_COLOURS: Final = {
    Colour.GREEN: "card-green",
    Colour.LIGHT: "card-light",
    Colour.BLUE: "card-blue",
    Colour.JOKER: "card-joker",
}
_GAP: Final = 1
_MORE: Final = 4
"""The columns for the number of hidden cards at an end."""


def card_look(card: int) -> Look:
    """Return the look of a card, in its colour."""
    return Look("dark", CARD_COLOURS[CARDS[card].colour], "bold")


class CardRow(Board):
    """The row of cards.

    Spots are the numbers of the cards from the left, as in moves, and ORDER. If not all cards fit,
    those around the cursor are shown.
    """

    tells_taps = True

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SchwarmView | None = None
        self._width = 80
        self._grid: CardGrid | None = None
        """The places of cards that fingers press; None for a single line of cards."""
        self._sight = range(0)
        """The indices of the visible cards."""

    def set_scale(self, width: int, grid: CardGrid | None = None) -> None:
        """Set the most columns to use; at another width the row begins at its first card."""
        if width != self._width:
            self._sight = range(0)
        self._width, self._grid = width, grid
        if self._view is not None:
            self.show(self._view)

    def show(self, view: SchwarmView) -> None:
        """Show the row of a view."""
        self._view = view
        self.typed.end()
        self._place(view)
        self.repaint()

    # Positions of cards

    def _place(self, view: SchwarmView, near: str = "") -> None:
        """Place the cards that fit, and the numbers of hidden cards at the ends.

        `near`: the card that must be visible, if not the one under the cursor.
        """
        names = [*map(str, range(1, len(view.row) + 1)), ORDER]
        near = near or self.cursor
        here = names.index(near) if near in names else 0
        if self._grid is not None:
            sight = self._sight = self._grid.sight(len(names), here, self._sight.start)
            self.set_spots({n: [self._grid.region(at, sight)] for at, n in enumerate(names)})
            return
        widths = [self._widest(view, place, name) + _GAP for place, name in enumerate(names)]
        left = self._left()
        self._sight = _window(widths, self._width - left, here, self._sight.start)
        ends = Region(left, 0, _MORE - 1, ROW), Region(self._width - _MORE, 0, _MORE, ROW)
        x, spots = left + (_MORE if self._sight.start else 0), dict[str, list[Region]]()
        for place, name in enumerate(names):
            if place in self._sight:
                spots[name] = [Region(x, 0, widths[place] - _GAP, ROW)]
                x += widths[place]
            else:
                spots[name] = [ends[place >= self._sight.stop]]
        self.set_spots(spots)

    def _left(self) -> int:
        """Return the columns of the labels."""
        return 1 + max(map(cell_len, self._labels())) + 1

    def _labels(self) -> tuple[str, str, str]:
        return _("press"), _("card"), _("costs")

    def _widest(self, view: SchwarmView, place: int, name: str) -> int:
        text, _look = self._card(view, name)
        return max(cell_len(text) + 2 * self.is_plain, cell_len(_price(view, place)), 3)

    def put_cursor(self, name: str, *, by_hand: bool = False) -> None:
        """Put the cursor on a card, and scroll to it."""
        super().put_cursor(name, by_hand=by_hand)
        if self._view is not None and self.spots.index(self.cursor) not in self._sight:
            self._place(self._view)
            self.repaint()

    def hint(self, names: Iterable[str]) -> None:
        """Mark the cards of a new hint, and scroll to the first."""
        before = self.hinted
        super().hint(names)
        hidden = [
            name
            for place, name in enumerate(self.spots)
            if name in self.hinted and place not in self._sight
        ]
        if self._view is not None and hidden and self.hinted != before:
            self._place(self._view, hidden[0])
            self.repaint()

    # Drawing

    def draw(self) -> Raster:
        """Draw the labels at the left, and each card between its number and its price."""
        raster = Raster(self._width, ROW if self._grid is None else self._grid.height)
        if self._view is None:
            return raster
        if self._grid is not None:
            self._draw_grid(raster, self._view, self._grid)
            return raster
        for y, label in enumerate(self._labels()):
            raster.write(1, y, label, "soft")
        for place in self._sight:
            self._draw_card(raster, self._view, place)
        before, behind = self._sight.start, len(self.spots) - self._sight.stop
        ends = (
            (self._left(), "◂", before, self.spots[:before]),
            (self._width - _MORE, "▸", behind, self.spots[self._sight.stop :]),
        )
        for x, sign, count, hidden in ends:
            if count:
                raster.write(x, 1, f"{sign}{count}", "key")
            if not self.hinted.isdisjoint(hidden):
                raster.write(x, 0, SIGN, "hint", style="bold")
        return raster

    def _draw_grid(self, raster: Raster, view: SchwarmView, grid: CardGrid) -> None:
        """Draw the visible cards, and the numbers of hidden ones at the right."""
        for place in self._sight:
            self._draw_chip(raster, view, place)
        before, behind = self._sight.start, len(self.spots) - self._sight.stop
        last = grid.region(self._sight.stop - 1, self._sight).bottom - 1
        for y, sign, count in ((0, "▴", before), (last, "▾", behind)):
            if count:
                told = f"{sign}{count}"[: grid.width - grid.end]
                raster.write(grid.end, y, told, "key", style="bold")

    def _draw_chip(self, raster: Raster, view: SchwarmView, place: int) -> None:
        """Draw a card with its name above its number and its price."""
        name = self.spots[place]
        (region,) = self.regions(name)
        text, look = self._chip(view, name, region.width)
        if self.is_plain:
            look = Look("ink", style="" if _is_dear(view, place) else "bold")
        elif _is_dear(view, place):
            look = Look("soft", "raised")
        price = _price(view, place) if _is_dear(view, place) else price_text(place)
        number = f" {place + 1}"
        raster.stamp(region.x, region.y, text.ljust(region.width), look)
        told = number + price.rjust(region.width - len(number) - 1) + " "
        raster.stamp(region.x, region.y + 1, fitted(told, region.width), look)
        if self._has_edges:
            raster.write(region.x, region.bottom, "▀" * region.width, look.ground)
        if name in self.hinted:
            at = region.right - 1
            raster.write(at, region.y, SIGN, "hint", ground="dark", style="bold")

    def _chip(self, view: SchwarmView, name: str, width: int) -> tuple[str, Look]:
        """Return the name of a card of the grid, whole if it fits, and its look."""
        text, look = self._card(view, name)
        if name == ORDER:
            whole = _("turn order")
            forms = [f"{whole} {text.rpartition(' ')[2]}", whole, text]
        else:
            forms = [text, short_card(view.row[int(name) - 1])]
        text = next((form for form in forms if cell_len(form) <= width), forms[-1])
        return fitted(f" {text}" if cell_len(text) < width else text, width), look

    @property
    def _has_edges(self) -> bool:
        """Whether cards end in half a line."""
        return self._grid is not None and self._grid.has_gaps and not self.is_plain

    def _draw_card(self, raster: Raster, view: SchwarmView, place: int) -> None:
        name = self.spots[place]
        (region,) = self.regions(name)
        text, look = self._card(view, name)
        is_dear = _is_dear(view, place)
        if self.is_plain:
            look = Look("ink", style="" if is_dear else "bold")
        elif is_dear:
            look = Look("soft", "raised")
        raster.write(region.x, 0, str(place + 1).center(region.width), "key", style="bold")
        raster.stamp(region.x, 1, text.center(region.width), look)
        price = Look("bad" if is_dear else "gold", style="" if is_dear else "bold")
        raster.stamp(region.x, 2, _price(view, place).center(region.width), price)
        if name in self.hinted:
            raster.write(region.x, 0, SIGN, "hint", style="bold")

    def _card(self, view: SchwarmView, name: str) -> tuple[str, Look]:
        if name == ORDER:
            left = "/".join(map(str, view.orders_left)) or "-"
            return f"{WORDS.shown(ORDER)} {left}", Look("dark", "card-order", "bold")
        card = view.row[int(name) - 1]
        return card_text(card), card_look(card)

    def cursor_name(self, name: str) -> str:
        """Return the effect of the card under the cursor while cards are being taken."""
        if self._view is None or not self.lit:
            return ""
        text, _look = self._card(self._view, name)
        if name == ORDER:
            return labelled(_("turn order"), order_meaning())
        return labelled(text, meaning_of(self._view.row[int(name) - 1]))

    def cursor_cells(self, picture: Raster, regions: Sequence[Region]) -> Mapping[Offset, Cell]:
        """Return a light; in the grid with the half line below the card.

        A card that was tapped says in place of its price, which the question has, that another
        tap takes it.
        """
        lit = super().cursor_cells(picture, regions)
        if self._grid is not None and self.tapped in self.lit and regions:
            lit = {**lit, **self._again(lit, regions[0])}
        if not self._has_edges:
            return lit
        edges = {
            Offset(x, region.bottom): Cell("▀", "light")
            for region in regions
            for x in range(region.x, region.right)
            if region.bottom < picture.height
        }
        return {**lit, **edges}

    def _again(self, lit: Mapping[Offset, Cell], region: Region) -> Mapping[Offset, Cell]:
        """Return the lower line of a lit card with the words that another tap takes it."""
        y, number = region.y + 1, f" {self.tapped} " if self.tapped != ORDER else " "
        text = number + _("▸ again").rjust(region.width - len(number))
        line = [Offset(x, y) for x in range(region.x, region.right)]
        return {at: lit[at]._replace(sign=sign) for at, sign in zip(line, text) if at in lit}

    # Keys

    def beside(self, name: str, right: int, down: int) -> str:
        """Return the next card in the order of the row."""
        if name not in self.spots:
            return name
        target = self.spots.index(name) + right
        if self._grid is not None:
            target += down * self._grid.columns
        return self.spots[target] if 0 <= target < len(self.spots) else name

    def on_click(self, event: events.Click) -> None:
        """Show more cards where their number is pressed."""
        if self._grid is not None and (way := self._grid.way_at(event.x, event.y)):
            event.prevent_default()
            self._turn(way)

    def on_mouse_scroll_down(self) -> None:
        """Show later cards of a grid."""
        self._turn(1)

    def on_mouse_scroll_up(self) -> None:
        """Show earlier cards of a grid."""
        self._turn(-1)

    def _turn(self, way: int) -> None:
        """Put the cursor on the first hidden card in a direction, if there is any."""
        hidden = self._sight.start - 1 if way < 0 else self._sight.stop
        if self._grid is not None and 0 <= hidden < len(self.spots):
            self.typed.end()
            self.put_cursor(self.spots[hidden], by_hand=True)

    def on_key(self, event: events.Key) -> None:
        """Take the card with the pressed number; wait if a second digit may follow.

        A card out of sight is only shown; its number again takes it.
        """
        if not event.key.isdecimal():
            return
        event.stop()
        number = self.typed.take(event.key, len(self.spots))
        if not number:
            return
        was_seen = number - 1 in self._sight
        self.put_cursor(self.spots[number - 1], by_hand=True)
        if was_seen and not self.typed.begun:
            self.action_choose()


def _price(view: SchwarmView, place: int) -> str:
    """Return the price of a card in points: one per card before it."""
    text = str(place) if place else price_text(place)
    return f"({text})" if _is_dear(view, place) else text


def _is_dear(view: SchwarmView, place: int) -> bool:
    """Whether the mover cannot pay for the card at an index."""
    return place > view.players[view.mover].points


def _window(widths: list[int], room: int, here: int, first: int) -> range:
    """Return the indices of visible cards, `here` among them, with the least scrolling."""
    if sum(widths) - _GAP <= room:
        return range(len(widths))
    for start in range(min(first, here), here + 1):
        x = _MORE if start else 0
        stop = start
        while stop < len(widths):
            x += widths[stop]
            if x - _GAP > room - (_MORE if stop + 1 < len(widths) else 0):
                break
            stop += 1
        if here < stop:
            return range(start, stop)
    return range(here, here + 1)


_EACH: Final = 3
"""The lines from one card to the one below it, if there is room."""
_HIGH: Final = 2
"""The lines of a card, without the half line below it."""
_CARD: Final = 13
"""The least columns from one card to the next."""
_END: Final = 2
"""The columns behind the cards for the number of hidden ones."""

_HIDDEN: Final = Region(-99, -99, 0, 0)


@dataclass(frozen=True, slots=True)
class CardGrid:
    """A grid of places, read line by line, of which those around a card are visible."""

    width: int
    height: int

    @property
    def columns(self) -> int:
        """The number of cards beside each other."""
        return max((self.width - _END + 1) // _CARD, 1)

    @property
    def rows(self) -> int:
        """The number of visible lines of cards; the last needs no gap."""
        return max((self.height + _HIGH) // _EACH, 1)

    @property
    def has_gaps(self) -> bool:
        """Whether there is a line between cards; the first thing to go for lack of room."""
        return self.rows * _EACH <= self.height + 1

    @property
    def wide(self) -> int:
        """The columns of a card."""
        return (self.width - _END + 1) // self.columns - 1

    def sight(self, count: int, here: int, first: int) -> range:
        """Return the indices of visible cards: those around `here`, with the least scrolling.

        `first` is the index of the first card visible so far.
        """
        lines, line = -(-count // self.columns), here // self.columns
        top = min(max(first // self.columns, line - self.rows + 1), line)
        top = max(min(top, lines - self.rows), 0)
        return range(top * self.columns, min((top + self.rows) * self.columns, count))

    def region(self, place: int, sight: range) -> Region:
        """Return the region of a card; an empty one, far from any press, of a hidden card."""
        if place not in sight:
            return _HIDDEN
        line, column = divmod(place - sight.start, self.columns)
        each = _EACH if self.has_gaps else _HIGH
        return Region(column * (self.wide + 1), line * each, self.wide, _HIGH)

    @property
    def end(self) -> int:
        """The first column behind the cards."""
        return self.columns * (self.wide + 1) - 1

    def way_at(self, x: int, y: int) -> int:
        """Return the direction of the hidden cards whose number is at a point; 0 elsewhere."""
        if x < self.end:
            return 0
        return -1 if 2 * y < self.height else 1
