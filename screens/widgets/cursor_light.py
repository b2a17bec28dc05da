"""The light of the cursor over a spot of a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Offset, Region

from screens.widgets.raster import Cell, Raster


def lit_cells(picture: Raster, regions: Sequence[Region]) -> Mapping[Offset, Cell]:
    """The cells of a spot as a light, with brackets at blank ends."""
    cells = {
        Offset(x, y): picture[x, y]._replace(ink="dark", ground="light", style="bold")
        for region in regions
        for y in range(region.y, min(region.bottom, picture.height))
        for x in range(region.x, min(region.right, picture.width))
    }
    return _bracketed(cells, regions)


def _bracketed(lit: dict[Offset, Cell], regions: Sequence[Region]) -> dict[Offset, Cell]:
    """Brackets at the blank ends of a line that has something to stand around; else an arrow."""
    for region in regions:
        for y in range(region.y, region.bottom):
            line = [Offset(x, y) for x in range(region.x, region.right) if Offset(x, y) in lit]
            signs = "".join(lit[at].sign for at in line)
            if not signs.strip():
                continue
            before, behind = signs[0] in " ·(<", len(signs) > 2 and signs[-1] in " ·)>"
            if before:
                lit[line[0]] = lit[line[0]]._replace(sign="[" if behind else "›")
            if behind:
                lit[line[-1]] = lit[line[-1]]._replace(sign="]" if before else "‹")
            return lit
    return lit
