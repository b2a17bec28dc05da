"""The row of action cards and its prices, with the order cards at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.schwarm.cards import CARDS, Colour
from rules.schwarm.view import SchwarmView
from screens.schwarm.signs import card_text
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.pieces import Piece, Plain, Spot

ORDER: Final = "order"
"""The spot of the order cards."""
_CARD: Final = 16
"""Columns of a card: two cards of one name tell their prices."""


class Row(Board):
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
            text = _("order {numbers}").format(numbers=" ".join(map(str, view.orders_left)) or "-")
            price, look = len(view.row), "board--strong"
        else:
            price = int(spot.name) - 1
            card = view.row[price]
            text = card_text(view.board, card)
            look = "board--blue" if CARDS[card].colour == Colour.BLUE else "board--plain"
        if price > view.players[view.mover].points:
            look = "board--faint"
        return f" {price:>2} {text}", look

    def ground(self, spot: Spot) -> str:
        """A table."""
        return "board--plain"
