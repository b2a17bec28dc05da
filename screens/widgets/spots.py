"""The spots of a board: their neighbours in each direction, and the light on one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from textual.geometry import Offset, Region, Size

from screens.widgets.raster import Cell, Raster

FINGERTIP: Final = Size(3, 2)
"""The cells around a tap, at each side, in which a finger may have meant a spot."""


class Neighbours:
    """Named spots, each a few regions."""

    def __init__(self, regions: Mapping[str, Sequence[Region]]) -> None:
        self._regions = dict(regions)
        self.names: Sequence[str] = [*regions]
        """The spots, in order."""
        self._centres = {name: _centre(parts) for name, parts in self._regions.items()}
        self._found: dict[tuple[str, int, int], str] = {}

    def regions(self, name: str) -> Sequence[Region]:
        """Return the regions of a spot; none if there is no such spot."""
        return self._regions.get(name, ())

    def at(self, where: Offset) -> str | None:
        """Return the spot of a cell, the smallest if there are several; None without one."""
        hit = [
            (region.area, name)
            for name in self.names
            for region in self._regions[name]
            if region.contains_point(where)
        ]
        return min(hit)[1] if hit else None

    def tapped_at(self, where: Offset, lit: Collection[str]) -> str | None:
        """Return the spot that a fingertip at a cell means; None without one.

        The nearest lit spot within a fingertip, unless another spot there is larger than that.
        """
        hit = self.at(where)
        if hit is not None and (hit in lit or not self._is_needle(hit)):
            return hit
        near = [
            (aside + 2 * below, name)
            for name in self.names
            if name in lit
            for aside, below in (_apart(region, where) for region in self._regions[name])
            if aside <= FINGERTIP.width and below <= FINGERTIP.height
        ]
        return min(near)[1] if near else hit

    def _is_needle(self, name: str) -> bool:
        """Whether a spot is smaller than a fingertip."""
        sizes = [region.size for region in self._regions[name]]
        return not any(
            size.width > FINGERTIP.width and size.height >= FINGERTIP.height for size in sizes
        )

    def next_of(self, wanted: Collection[str], here: str) -> str:
        """Return the next of some spots in order after another, wrapping around."""
        names = [*self.names]
        start = names.index(here) if here in names else -1
        onward = names[start + 1 :] + names[: start + 1]
        return next((name for name in onward if name in wanted), "")

    def nearest(self, here: str, names: Iterable[str]) -> str:
        """Return the nearest of some spots to another."""
        wanted = frozenset(names)
        x, y = self._centres.get(here, (0.0, 0.0))

        def distance(name: str) -> float:
            other = self._centres[name]
            return abs(other[0] - x) + abs(other[1] - y)

        return min((name for name in self.names if name in wanted), key=distance, default="")

    def beside(self, name: str, right: int, down: int) -> str:
        """Return the nearest spot in a direction; the same spot if there is none."""
        key = (name, right, down)
        if key not in self._found:
            self._found[key] = self._look(*key)
        return self._found[key]

    def _look(self, name: str, right: int, down: int) -> str:
        if name not in self._centres:
            return name
        here = self._centres[name]
        best, found = 0.0, name
        for other in self.names:
            there = self._centres[other]
            ahead = (there[0] - here[0]) * right + (there[1] - here[1]) * down
            aside = abs((there[0] - here[0]) * down) + abs((there[1] - here[1]) * right)
            cost = ahead + 3 * aside * (1 if right else 0.5)
            if ahead > 0 and aside <= 2 * ahead and (found == name or cost < best):
                best, found = cost, other
        return found


def _apart(region: Region, where: Offset) -> tuple[int, int]:
    """Return the columns and lines between a region and a cell; 0 inside."""
    aside = max(region.x - where.x, where.x - region.right + 1, 0)
    return aside, max(region.y - where.y, where.y - region.bottom + 1, 0)


def _centre(regions: Sequence[Region]) -> tuple[float, float]:
    """Return the middle of a spot; lines count double, as cells are twice as high as wide."""
    x = sum(region.x + region.width / 2 for region in regions) / len(regions)
    y = sum(region.y + (region.height - 1) / 2 for region in regions) / len(regions)
    return x, 2 * y


def lit_cells(picture: Raster, regions: Sequence[Region]) -> Mapping[Offset, Cell]:
    """Return the cells of a spot as a light, with brackets at blank ends."""
    cells = {
        Offset(x, y): picture[x, y]._replace(ink="dark", ground="light", style="bold")
        for region in regions
        for y in range(region.y, min(region.bottom, picture.height))
        for x in range(region.x, min(region.right, picture.width))
    }
    return _bracketed(cells, regions)


def _bracketed(lit: dict[Offset, Cell], regions: Sequence[Region]) -> dict[Offset, Cell]:
    """Return brackets around the text of one line, if its ends are blank; otherwise an arrow."""
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
