"""The regions of a board's spots, and the neighbours of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from textual.geometry import Offset, Region


class Neighbours:
    """Named spots, each of a few regions; the cursor does not go to fields."""

    def __init__(self, regions: Mapping[str, Sequence[Region]], fields: Collection[str]) -> None:
        self._regions = dict(regions)
        self.names: Sequence[str] = [name for name in self._regions if name not in fields]
        """The spots a cursor can stand on, in order."""
        self._centres = {name: _centre(parts) for name, parts in self._regions.items()}
        self._found: dict[tuple[str, int, int], str] = {}

    def regions(self, name: str) -> Sequence[Region]:
        """Return the regions of a spot; none if there is no such spot."""
        return self._regions.get(name, ())

    def at(self, where: Offset) -> str | None:
        """Return the spot of a cell, the smallest if there are several."""
        hit = [
            (region.area, name)
            for name in self.names
            for region in self._regions[name]
            if region.contains_point(where)
        ]
        return min(hit)[1] if hit else None

    def next_of(self, wanted: Collection[str], here: str) -> str:
        """The first of some spots that comes after another in order, around the end if need be."""
        names = [*self.names]
        start = names.index(here) if here in names else -1
        onward = names[start + 1 :] + names[: start + 1]
        return next((name for name in onward if name in wanted), "")

    def nearest(self, here: str, names: Iterable[str]) -> str:
        """The spot among some that lies nearest to another."""
        wanted = frozenset(names)
        x, y = self._centres.get(here, (0.0, 0.0))

        def distance(name: str) -> float:
            other = self._centres[name]
            return abs(other[0] - x) + abs(other[1] - y)

        return min((name for name in self.names if name in wanted), key=distance, default="")

    def beside(self, name: str, right: int, down: int) -> str:
        """Return the nearest spot in a direction, or the same spot."""
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


def _centre(regions: Sequence[Region]) -> tuple[float, float]:
    """The middle of a spot; lines count double, as cells are twice as high as wide."""
    x = sum(region.x + region.width / 2 for region in regions) / len(regions)
    y = sum(region.y + (region.height - 1) / 2 for region in regions) / len(regions)
    return x, 2 * y
