"""The sea: tiles as lines that run on from cell to cell, the coast around it, pieces on both."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from rules.schwarm.cells import (
    CELL_NAMED,
    CELL_NAMES,
    CELLS,
    COLUMNS,
    NONE,
    ROWS,
    bits_of,
    cell_at,
    row_of,
)
from rules.schwarm.tiles import CROSS_LINKS
from rules.schwarm.view import SchwarmView
from screens.player_styles import SIDE_LOOKS, SIDE_SIGNS
from screens.schwarm import strokes
from screens.schwarm.cell_text import described
from screens.schwarm.signs import CRAB, PATH, QUEEN, WAVE, WHALE
from screens.widgets.line_board import LineBoard
from screens.widgets.pieces import TITLE, Field, Piece, Plain, Spot

SMALL: Final = (5, 2)
LARGE: Final = (7, 3)
"""Columns and lines of a water cell; the coast above and below is a line lower."""
_GRID: Final = "board--label"


@dataclass(frozen=True, slots=True)
class Ghost:
    """A tile held over a cell before it is placed."""

    cell: int
    links: int
    fits: bool


class Sea(LineBoard):
    """Spots are cells, named as in moves."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SchwarmView | None = None
        self._scale = SMALL
        self._is_closed = True
        self._laid_out: tuple[object, ...] = ()
        self._network = 0
        self._fresh = 0
        self._path: frozenset[int] = frozenset()
        self._ghost: Ghost | None = None

    # Layout

    def set_scale(self, size: tuple[int, int]) -> None:
        """Draw cells so large."""
        self._scale = size
        self._lay_out()

    def close(self, *, closed: bool) -> None:
        """Show or leave out the lower edge, which names the cell under the cursor."""
        self._is_closed = closed
        self._lay_out()

    @property
    def columns(self) -> int:
        """Columns of the whole board."""
        return len(COLUMNS) * self._scale[0] + 3

    def _lay_out(self) -> None:
        if self._view is None:
            return
        shape = (self._view.options.board, self._scale, self._is_closed)
        if shape == self._laid_out:
            return
        self._laid_out = shape
        width = self._scale[0]
        heads = "".join(name.center(width, "─") for name in COLUMNS)
        rows: list[list[Piece]] = [[Plain(f"╭─{heads}╮")]]
        for row in ROWS:
            for part in range(self._lines_of(row)):
                label = str(row) if part == (0 if self._lines_of(row) < LARGE[1] else 1) else " "
                cells = [self._piece(cell_at(c, row), part) for c in range(len(COLUMNS))]
                rows.append([Plain("│"), Plain(label, _GRID), *cells, Plain("│")])
        if self._is_closed:
            rows.append([Plain("╰"), Field(TITLE, self.columns - 4), Plain("──╯")])
        self.lay_out(rows)

    def _lines_of(self, row: int) -> int:
        return self._scale[1] - (row in (ROWS[0], ROWS[-1]))

    def _piece(self, cell: int, part: int) -> Piece:
        assert self._view is not None
        board = self._view.board
        if board.water >> cell & 1 or board.place_of[cell] != NONE:
            return Spot(CELL_NAMES[cell], self._scale[0], part)
        return Plain(" " * self._scale[0])

    # Showing

    def show(self, view: SchwarmView, network: int) -> None:
        """Show a view; the cells of a network (bits) in heavy lines."""
        self._view = view
        self._network = network
        self._fresh = 0
        self._ghost, self._path = None, frozenset()
        self._lay_out()
        self.refresh()

    def preview(
        self, *, ghost: Ghost | None = None, fresh: int = 0, path: Collection[int] = ()
    ) -> None:
        """Show beforehand: a tile held over a cell, the network it would make, a path."""
        told = (ghost, fresh, frozenset(path))
        if told == (self._ghost, self._fresh, self._path):
            return
        held = [one.cell for one in (ghost, self._ghost) if one is not None]
        changed = bits_of({*path, *self._path, *held}) | fresh ^ self._fresh
        self._ghost, self._fresh, self._path = told
        self.redraw(CELL_NAMES[cell] for cell in CELLS if changed >> cell & 1)

    # Painting

    def ground(self, spot: Spot) -> str:
        """Water, or land."""
        cell = CELL_NAMED.get(spot.name)
        is_water = (
            cell is not None and self._view is not None and self._view.board.water >> cell & 1
        )
        if cell is None:
            return "board--plain"
        return "board--water" if is_water else "board--land"

    def paint(self, spot: Spot) -> tuple[str, str]:
        """One line of a cell."""
        view = self._view
        if view is None:
            return "", "board--plain"
        cell = CELL_NAMED[spot.name]
        if view.board.place_of[cell] != NONE:
            return self._paint_land(view, cell, spot.part)
        text, look = self._paint_water(view, cell, spot.part)
        if cell in self._path and not spot.part:
            return PATH + text[1:], "board--bad"
        return text, look

    def _paint_land(self, view: SchwarmView, cell: int, part: int) -> tuple[str, str]:
        """Its number, the station with its researchers, the crab."""
        if part != (self._lines_of(row_of(cell)) - 1) // 2:
            return "", "board--plain"
        place = view.board.place_of[cell]
        owner = view.owners[place]
        station = "" if owner == NONE else f"{SIDE_SIGNS[owner]}{view.crew[place]}"
        crab = CRAB if view.crab == cell else ""
        mark = PATH if cell in self._path else " "
        text = f"{mark}{view.board.numbers[place]}{station}".ljust(self._scale[0] - 1) + crab
        if cell in self._path:
            return text, "board--bad"
        return text, "board--plain" if owner == NONE else SIDE_LOOKS[owner]

    def _paint_water(self, view: SchwarmView, cell: int, part: int) -> tuple[str, str]:
        width, height = self._scale
        links, is_heavy, look = self._tile(view, cell)
        if part == height - 1:
            return self._paint_below(view, cell, links, is_heavy)
        hazard = _hazard_text(view, cell) if part == 0 else ""
        if part == 0 and height == LARGE[1]:
            text = strokes.above(links, width, heavy=is_heavy)
        elif cell == view.board.queen:
            text = strokes.across(CROSS_LINKS, width, heavy=is_heavy, middle=QUEEN)
        elif view.face_down >> cell & 1 and not links:
            text, look = strokes.hidden(width), "board--faint"
        else:
            text = strokes.across(links, width, heavy=is_heavy)
        if hazard and not links:
            look = "board--bad"
        return text[: width - len(hazard)] + hazard, look

    def _tile(self, view: SchwarmView, cell: int) -> tuple[int, bool, str]:
        """The links on a cell, whether they are drawn heavy, and in which colour."""
        is_heavy = bool((self._network | self._fresh) >> cell & 1)
        if self._ghost is not None and self._ghost.cell == cell:
            look = "board--good" if self._ghost.fits else "board--bad"
            return self._ghost.links, self._ghost.fits, look
        if cell == view.board.queen:
            return CROSS_LINKS, is_heavy, "board--purple"
        owners = [seat for seat, player in enumerate(view.players) if player.buoyed >> cell & 1]
        look = SIDE_LOOKS[owners[0]] if len(owners) == 1 else "board--strong"
        if self._fresh & ~self._network & 1 << cell:
            look = "board--good"
        return view.links_at(cell), is_heavy, look

    def _paint_below(
        self, view: SchwarmView, cell: int, links: int, is_heavy: bool
    ) -> tuple[str, str]:
        width = self._scale[0]
        room = (width - 1) // 2
        buoys = [player.buoys.count(cell) for player in view.players]
        if cell == view.board.queen:
            buoys = [int(player.is_linked) for player in view.players]
        ships = [player.ships.count(cell) for player in view.players]
        owners = {seat for counts in (buoys, ships) for seat, count in enumerate(counts) if count}
        look = SIDE_LOOKS[min(owners)] if len(owners) == 1 else "board--strong"
        if self._ghost is not None and self._ghost.cell == cell:
            look = self._tile(view, cell)[2]
        if cell == view.board.queen and not owners:
            look = "board--purple"
        left = strokes.buoys_text(buoys, room)
        right = strokes.ships_text(ships)
        return strokes.below(links, width, left, right, heavy=is_heavy), look

    def cursor_name(self, name: str) -> str:
        """What lies on the cell under the cursor."""
        if self._view is None or name not in CELL_NAMED:
            return ""
        return described(self._view, CELL_NAMED[name])


def _hazard_text(view: SchwarmView, cell: int) -> str:
    """The signs of a whale and a wave on a cell."""
    return (WHALE if cell in view.whales else "") + (WAVE if cell in view.waves else "")
