"""The sea board: tiles as pipes that continue from cell to cell, the coast, and pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.geometry import Offset, Region

from rules.schwarm.cells import CELL_NAMED, CELL_NAMES, COMPASS, COMPASS_STEPS, NONE
from rules.schwarm.view import SchwarmView
from screens.colours import SIDES
from screens.schwarm.cells import Ghost, Mood, Painter
from screens.schwarm.help_texts import described
from screens.schwarm.surface import SMALLEST, SeaGeometry, draw_labels
from screens.widgets.board import Board
from screens.widgets.raster import Cell, Raster

_PIPES: Final = "█▄▀▜▛◤◢"
"""Pipes and hulls."""
_CHIPS: Final = {*SIDES, "whale", "wave", "crab", "queen-ground", "loss", "light"}
"""The grounds that the cursor does not change."""
_DARK: Final = 25
_BROAD: Final = 110
"""The least width at which a cell is described beside the preview of a tile."""


class Sea(Board):
    """The sea board. Spots are cells, named as in moves."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SchwarmView | None = None
        self._plan = SMALLEST
        self._laid_out: tuple[object, ...] = ()
        self._network = 0
        self._glows: Mapping[int, int] = {}
        self._fresh = 0
        self._path: tuple[int, ...] = ()
        self._costs: Mapping[int, int] = {}
        self._ghost: Ghost | None = None
        self.is_foretold = False
        """Whether the question shows a preview of the cell under the cursor."""
        self._settled: tuple[object, Raster] | None = None
        """The picture without previews, and the state it was drawn for."""

    # Showing

    @property
    def plan(self) -> SeaGeometry:
        """The layout of the cells."""
        return self._plan

    def set_scale(self, plan: SeaGeometry) -> None:
        """Set the layout of the cells."""
        if plan != self._plan:
            self._plan = plan
            self._settled = None
            self._lay_out()
            self.repaint()

    def show(self, view: SchwarmView, network: int, glows: Mapping[int, int] | None = None) -> None:
        """Show a view, with the cells of a network (bits) and others' last moves in colour."""
        self._view, self._network, self._glows = view, network, glows or {}
        self._fresh, self._path, self._costs, self._ghost = 0, (), {}, None
        self._settled = None
        self._lay_out()
        self.repaint()

    def preview(
        self,
        *,
        ghost: Ghost | None = None,
        fresh: int = 0,
        path: Sequence[int] = (),
        costs: Mapping[int, int] | None = None,
    ) -> None:
        """Show a preview: a tile held over a cell, the network it would make, a path, hits."""
        told = (ghost, fresh, tuple(path), costs or {})
        if told != (self._ghost, self._fresh, self._path, self._costs):
            self._ghost, self._fresh, self._path, self._costs = told
            self.repaint()

    def _lay_out(self) -> None:
        view = self._view
        if view is None or self._laid_out == (view.options.board, self._plan):
            return
        self._laid_out = (view.options.board, self._plan)
        cells = {name: c for name, c in CELL_NAMED.items() if view.is_on_map(c)}
        self.set_spots({name: [self._plan.cell(cell)] for name, cell in cells.items()})

    def cursor_name(self, name: str) -> str:
        """Return a description of the cell under the cursor."""
        is_crowded = self.is_foretold and self.app.size.width < _BROAD
        if self._view is None or name not in CELL_NAMED or is_crowded:
            return ""
        return described(self._view, CELL_NAMED[name])

    # Drawing

    def notify_style_update(self) -> None:
        """Draw in another theme, which may be without colours."""
        super().notify_style_update()
        self._settled = None
        if self.is_attached:
            self.repaint()

    def draw(self) -> Raster:
        """Draw the sea, with previews over it."""
        view = self._view
        if view is None:
            return Raster(*self._plan.size)
        plain = self.is_plain
        settled = self._as_it_lies(view, plain=plain)
        foretold = {*self._path, *self._costs}
        if self._ghost is not None:
            foretold.add(self._ghost.cell)
        fresh = self._fresh & ~self._network
        foretold |= {cell for cell in CELL_NAMES if fresh >> cell & 1}
        if not foretold:
            return settled
        raster = settled.copy()
        painter = Painter(view, self._plan, self._network | self._fresh, plain)
        for cell in foretold:
            if view.is_on_map(cell):
                painter.paint(raster, cell, self._mood(cell, fresh))
        return raster

    def _as_it_lies(self, view: SchwarmView, *, plain: bool) -> Raster:
        key = (self.lit, self.hinted, plain)
        if self._settled is not None and self._settled[0] == key:
            return self._settled[1]
        raster = Raster(*self._plan.size)
        draw_labels(raster, self._plan)
        painter = Painter(view, self._plan, self._network, plain)
        for name in self.spots:
            cell = CELL_NAMED[name]
            painter.paint(raster, cell, self._plain_mood(cell))
        self._settled = (key, raster)
        return raster

    def _plain_mood(self, cell: int) -> Mood:
        name = CELL_NAMES[cell]
        return Mood(name in self.lit, name in self.hinted, self._glows.get(cell, NONE))

    def _mood(self, cell: int, fresh: int) -> Mood:
        """Return the marks of a cell, previews included."""
        ghost = self._ghost if self._ghost is not None and self._ghost.cell == cell else None
        step, leaves = self._on_path(cell)
        return self._plain_mood(cell)._replace(
            ghost=ghost,
            is_fresh=bool(fresh >> cell & 1) and ghost is None,
            step=step,
            leaves=leaves,
            cost=self._costs.get(cell, NONE),
        )

    def _on_path(self, cell: int) -> tuple[int, str]:
        """Return the last index of a cell on the path, and the direction after it."""
        path = self._path
        if cell not in path:
            return NONE, ""
        step = len(path) - 1 - path[::-1].index(cell)
        if step + 1 == len(path):
            return step, ""
        way = path[step + 1] - cell
        return step, COMPASS[COMPASS_STEPS.index(way)] if way in COMPASS_STEPS else ""

    def cursor_cells(self, picture: Raster, regions: Sequence[Region]) -> Mapping[Offset, Cell]:
        """Return a light that keeps the colours of pipes and pieces; brackets without colours."""
        lit = {
            Offset(x, y): _in_light(picture[x, y])
            for region in regions
            for y in range(region.y, min(region.bottom, picture.height))
            for x in range(region.x, min(region.right, picture.width))
        }
        if self.is_plain:
            for region in regions:
                y = region.y + (region.height - 1) // 2
                for x, sign in ((region.x, "["), (region.right - 1, "]")):
                    lit[Offset(x, y)] = Cell(sign, "dark", "light", "bold")
        return lit


def _in_light(cell: Cell) -> Cell:
    """Return a cell under the cursor."""
    if cell.ground in _CHIPS:
        return cell
    if cell.sign in _PIPES:
        return cell._replace(ink=f"{cell.ink}+dark/{_DARK}", ground="light")
    return cell._replace(ink="dark", ground="light", style="bold")
