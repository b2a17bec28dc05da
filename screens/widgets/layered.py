"""What a board shows: its picture, what is moving laid over it, and the cursor over both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Offset, Region

from screens.widgets.raster import Cell, Raster, spans


class Layered:
    """The three layers, and what of them changed last."""

    def __init__(self) -> None:
        self.drawn = Raster(0, 0)
        """The picture as it was drawn last."""
        self.moving: Mapping[Offset, Cell] = {}
        """What is moving."""
        self.shown = self.drawn
        """The picture with what is moving laid over it."""
        self.cursor: Mapping[Offset, Cell] = {}
        """The cells that the cursor changes."""

    def lay(self) -> list[Region] | None:
        """Lay what is moving over the picture; where that changed it, None if its size did."""
        before, self.shown = self.shown, self.drawn.under(self.moving)
        if (before.width, before.height) != (self.shown.width, self.shown.height):
            return None
        return self.shown.changes(before)

    def is_free(self, regions: Sequence[Region]) -> bool:
        """Whether nothing is moving there."""
        return not any(region.contains(*at) for at in self.moving for region in regions)

    def lay_cursor(self, cells: Mapping[Offset, Cell]) -> list[Region]:
        """Lay the cursor over all else; where that changed anything."""
        before, self.cursor = self.cursor, cells
        lines: dict[int, list[int]] = {}
        for x, y in sorted({at for at, _cell in {*before.items()} ^ {*cells.items()}}):
            lines.setdefault(y, []).append(x)
        return [region for y, xs in lines.items() for region in spans(xs, y)]

    def row(self, y: int) -> list[Cell]:
        """The cells of a line, the cursor included."""
        row, cursor = self.shown.rows[y], self.cursor
        if any(at.y == y for at in cursor):
            return [cursor.get(Offset(x, y), cell) for x, cell in enumerate(row)]
        return row
