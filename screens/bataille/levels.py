"""A camp below the sea: the 36 cells of each of three levels, as far as known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textual.geometry import Region, Size

from rules.bataille.board import (
    CELLS,
    COLUMNS,
    LEVELS,
    ROWS,
    cell_name,
    column_of,
    number_of,
    row_of,
)
from rules.bataille.deduction import BLANK, FLAG, RED_PEG, WHITE
from rules.bataille.view import Camp
from screens.bataille.signs import HOT, MINE, MISSED, NEAR, OPEN, SPENT_MINE, SUBMARINE, SUNK
from screens.colours import Look, Span, Spans
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.raster import Raster

OWN_MARKS: Final = ("", "?", "!", "-")
"""The player's own marks, in the order of the key that changes them."""
LOOKS: Final = {
    HOT: Look("hot", style="bold"),
    NEAR: Look("hot", style="bold"),
    MISSED: Look("ink"),
    SUNK: Look("on-loss", "wreck", "bold"),
    SUBMARINE: Look("own-submarine"),
    MINE: Look("dark", "mine", "bold"),
    SPENT_MINE: Look("bad", style="bold"),
}

CELL_NAMED: Final = {cell_name(cell): cell for cell in CELLS}
_NEVER: Final = -1


@dataclass(frozen=True, slots=True)
class LevelsScale:
    """The columns and lines of a cell, the columns between levels, and whether a title is above."""

    width: int
    height: int
    gap: int = 1
    is_titled: bool = True

    @property
    def step(self) -> int:
        """The columns from a level to the next."""
        return COLUMNS * self.width + self.gap

    @property
    def top(self) -> int:
        """The line of the names of the levels."""
        return int(self.is_titled)

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines of the whole camp."""
        return len(LEVELS) * self.step - self.gap, self.top + 1 + ROWS * self.height

    def cell(self, cell: int) -> Region:
        """Return the region of a cell."""
        number, level = number_of(cell), (cell - 1) // (ROWS * COLUMNS)
        x = level * self.step + column_of(number) * self.width
        y = self.top + 1 + row_of(number) * self.height
        return Region(x, y, self.width, self.height)


class Levels(Board):
    """The 108 cells of a camp. Spots have the names of cells in moves: "14.200"."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._title: Spans = ()
        self._grid: Mapping[int, str] = {}
        self._answers: Mapping[int, int] = {}
        self._camp: Camp | None = None
        self._mine_spent = 0
        self._own_marks: Mapping[str, str] = {}
        self._told: tuple[object, ...] = ()
        """The camp as last shown, and whether without colours."""
        self._below = 0
        self._scale = LevelsScale(0, 0)
        self.set_scale(LevelsScale(2, 1))

    def set_scale(self, scale: LevelsScale) -> None:
        """Lay the levels out with cells of a given size."""
        if self._scale == scale:
            return
        self._scale = scale
        self.set_spots({name: [self.place_of(cell)] for name, cell in CELL_NAMED.items()})
        self.repaint()

    def place_of(self, cell: int) -> Region:
        """Return the region of a cell."""
        return self._scale.cell(cell)

    def show(
        self,
        title: Spans,
        grid: Mapping[int, str],
        answers: Mapping[int, int],
        camp: Camp | None,
        *,
        mine_spent: int,
        marks: Mapping[str, str],
    ) -> None:
        """Show a camp as far as known: its grid, the answers, its pieces if open, and marks."""
        told = (title, grid, answers, camp, mine_spent, marks, self.is_plain)
        if told != self._told:
            self._told = told
            self._title, self._grid, self._answers = title, grid, answers
            self._camp, self._mine_spent, self._own_marks = camp, mine_spent, marks
            self.repaint()

    def look_below(self, number: int) -> None:
        """Highlight the three cells below a number of the surface; none for 0."""
        if number != self._below:
            self._below = number
            self.repaint()

    @property
    def title(self) -> Spans:
        """The title: whose camp this is."""
        return self._title

    def sign_at(self, name: str) -> str:
        """Return the sign on a cell; empty on one where nothing can lie."""
        return self._sign(CELL_NAMED[name], is_plain=self.is_plain)

    def cursor_name(self, name: str) -> str:
        """Return the cell's name, its known content, and the player's own mark on it."""
        cell, mark = CELL_NAMED[name], self._own_marks.get(name, "")
        sign = self._sign(cell, is_plain=self.is_plain)
        told = "" if sign == OPEN and self._camp is not None else _meaning(sign)
        return "  ".join(part for part in (name, told, mark) if part)

    def show_marks(self, marks: Mapping[str, str]) -> None:
        """Show the marks after a change."""
        self._own_marks, self._told = marks, ()
        self.repaint()

    # Drawing

    def draw(self) -> Raster:
        """Draw title, depths and all cells."""
        scale = self._scale
        raster = Raster(*scale.size)
        x = 0
        for text, look in self._title if scale.is_titled else ():
            raster.stamp(x, 0, text, look)
            x += len(text)
        for index, level in enumerate(LEVELS):
            text = f"{level} m" if scale.width > 2 or not scale.is_titled else str(level)
            raster.write(index * scale.step, scale.top, text, "soft", style="bold")
        is_noise, is_plain = 4 * len(self.lit) > 3 * len(CELLS), self.is_plain
        for name, cell in CELL_NAMED.items():
            is_lit = name in self.lit and not is_noise
            self._draw_cell(raster, name, cell, is_lit=is_lit, is_plain=is_plain)
        return raster

    def _draw_cell(
        self, raster: Raster, name: str, cell: int, *, is_lit: bool, is_plain: bool
    ) -> None:
        sign = self._sign(cell, is_plain=is_plain)
        is_bare = self._grid.get(cell) == WHITE and not is_plain
        ground = f"{'bare' if is_bare else 'depth'}-{LEVELS[(cell - 1) // (ROWS * COLUMNS)]}"
        if number_of(cell) == self._below:
            ground += "+light/25"
        if is_lit:
            ground += "+key/45"
        if name in self.hinted:
            ground += "+hint/60"
        look = LOOKS.get(sign, Look("soft"))
        if is_plain and sign in (SUBMARINE, SUNK):
            sign = "S" if sign == SUBMARINE else "X"
        mark = self._own_marks.get(name, "")
        region = self.place_of(cell)
        picture = _drawn_cell(region.size, ground, sign, look, mark)
        raster.cover(region.offset, picture)

    def _sign(self, cell: int, *, is_plain: bool) -> str:
        """Return the sign to draw in a cell; empty for none."""
        if self._camp is not None and cell in self._camp.submarines:
            return SUBMARINE
        if cell == self._mine_spent:
            return SPENT_MINE
        if self._camp is not None and cell == self._camp.mine:
            return MINE
        known = self._grid.get(cell, BLANK)
        if known == FLAG:
            return SUNK
        if known != BLANK and (answer := self._answers.get(cell, _NEVER)) != _NEVER:
            return NEAR if answer > 0 else MISSED
        if known == WHITE:
            return MISSED if is_plain else ""
        return HOT if known == RED_PEG else OPEN


@lru_cache(2048)
def _drawn_cell(size: Size, ground: str, sign: str, look: Look, mark: str) -> Raster:
    """Draw a cell with a sign, if there is one, and a mark of the player's own."""
    raster = Raster(*size)
    raster.fill(size.region, look.ground if sign and look.ground != "night" else ground)
    if sign:
        x, y = max(size.width // 2 - len(sign) + 1, 0), (size.height - 1) // 2
        raster.write(x, y, sign, look.ink, style=look.style)
        if sign == SUBMARINE and size.height > 1:
            raster.write(x - 1, y, "▗▟▖", look.ink)
            raster.write(x - 1, y + 1, "▀▀▀", look.ink)
    if mark:
        raster.write(0, 0, mark, "gold", style="bold")
    return raster


def _meaning(sign: str) -> str:
    return {
        "": _("no submarine can be here"),
        OPEN: _("possible"),
        HOT: _("next to a near miss"),
        NEAR: _("near miss"),
        MISSED: _("ruled out"),
        SUNK: _("sunk"),
        SUBMARINE: _("submarine"),
        MINE: _("mine"),
        SPENT_MINE: _("a mine that went off"),
    }[sign]


def legend_line(*, plain: bool, of_search: bool = False) -> Spans:
    """Return signs with meanings; `plain`: no colours; `of_search`: those of a search grid."""
    signs = [
        (OPEN, _("possible")),
        (HOT, _("hot")),
        (NEAR, _("near miss")),
        (MISSED, _("nothing")),
        (SUNK if not plain else "X", _("sunk")),
    ]
    if not of_search:
        signs += [(SUBMARINE if not plain else "S", _("you")), (MINE, _("mine"))]
    spans: list[Span] = []
    for sign, meaning in signs:
        spans += [
            (" ", Look()),
            (sign, LOOKS.get(sign, Look("soft"))),
            (f" {meaning} ", Look("soft")),
        ]
        if sign == OPEN and not plain:
            spans.append(("  ", Look(ground="bare-200")))
            spans.append((" " + _("ruled out") + " ", Look("soft")))
    return spans
