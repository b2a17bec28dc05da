"""Three levels side by side: the search grids over the enemy camp, or the own camp."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.bataille.board import CELLS, COLUMNS, LEVELS, ROWS, SQUARES, cell_name, number_of
from rules.bataille.deduction import BLANK, FLAG, RED_PEG, WHITE
from rules.bataille.view import Camp
from screens.widgets.line_board import LineBoard
from screens.widgets.pieces import TITLE, Piece, Plain, Spot, framed

SIGNS: Final = {BLANK: "·", WHITE: "○", RED_PEG: "●", FLAG: "X"}
"""What the search grids show; the same in the help."""
LOOKS: Final = {
    BLANK: "board--plain",
    WHITE: "board--faint",
    RED_PEG: "board--bad",
    FLAG: "board--good",
}
SUBMARINE: Final = "S"
MINE: Final = "M"
SPENT_MINE: Final = "@"
OWN_MARKS: Final = ("", "?", "!", "-")
"""The signs a player puts himself, in the order the key goes through them."""

_CELL_NAMES: Final = {cell_name(cell): cell for cell in CELLS}


class Levels(LineBoard):
    """The 108 cells of a camp. Spots are named as moves name them: "14.200"."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._title = ""
        self._grid: Mapping[int, str] = {}
        self._camp: Camp | None = None
        self._mine_spent = 0
        self._own_marks: Mapping[str, str] = {}
        self._scale = (2, 1)
        self._lay_out()

    def set_title(self, title: str) -> None:
        """Name the camp in the frame."""
        if title != self._title:
            self._title = title
            self._lay_out()

    def set_scale(self, width: int, height: int) -> None:
        """Lay the levels out with cells of so many columns and lines."""
        self._scale = (width, height)
        self._lay_out()

    def _lay_out(self) -> None:
        width, height = self._scale
        across = COLUMNS * width
        heads = [Plain(f"{level}".center(across), "board--label") for level in LEVELS]
        rows: list[list[Piece]] = [_spread(list(heads))]
        for row in range(ROWS):
            for part in range(height):
                rows.append(
                    _spread([self._stretch(row, index, part) for index in range(len(LEVELS))])
                )
        self.lay_out(framed(self._title, len(LEVELS) * across + 4, rows, 10))

    def _stretch(self, row: int, level: int, part: int) -> list[Piece]:
        first = level * SQUARES + row * COLUMNS + 1
        width = self._scale[0]
        return [Spot(cell_name(first + column), width, part) for column in range(COLUMNS)]

    def show(
        self, grid: Mapping[int, str], camp: Camp | None, mine_spent: int, marks: Mapping[str, str]
    ) -> None:
        """Show what is known of a camp: its grid, the camp if it is open, and own marks."""
        self._grid = grid
        self._camp = camp
        self._mine_spent = mine_spent
        self._own_marks = marks
        self.refresh()

    def cursor_name(self, name: str) -> str:
        """The cell, and the own mark on it."""
        mark = self._own_marks.get(name, "")
        return f"{name} {mark}" if mark else name

    def show_marks(self, marks: Mapping[str, str], changed: str) -> None:
        """Show a changed mark."""
        self._own_marks = marks
        self.redraw([changed, TITLE])

    def paint(self, spot: Spot) -> tuple[str, str]:
        """A submarine or mine, else the grid's sign; an own mark stands before it."""
        cell = _CELL_NAMES[spot.name]
        sign, look = self._content(cell)
        if sign == SIGNS[BLANK] and spot.width > 2:
            sign, look = str(number_of(cell)), "board--faint"
        mark = self._own_marks.get(spot.name, "")
        if spot.part:
            return "", "board--strong" if mark else look
        if mark:
            return mark + sign.rjust(spot.width - 1), "board--strong"
        return sign.rjust(spot.width), look

    def _content(self, cell: int) -> tuple[str, str]:
        if self._camp is not None and cell in self._camp.submarines:
            return SUBMARINE, "board--strong"
        if cell == self._mine_spent:
            return SPENT_MINE, "board--bad"
        if self._camp is not None and cell == self._camp.mine:
            return MINE, "board--strong"
        known = self._grid.get(cell, BLANK)
        return SIGNS[known], LOOKS[known]


def _spread(groups: list[list[Piece]] | list[Plain]) -> list[Piece]:
    """Groups of pieces with a blank between them."""
    row: list[Piece] = []
    for group in groups:
        if row:
            row.append(Plain(" "))
        row += group if isinstance(group, list) else [group]
    return row
