"""Counting the placements of hidden submarines that fit what is known.

Cells that no requirement tells apart form a class. A placement of up to three submarines is
then a multiset of classes, and the placements behind it are counted, not listed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb

from rules.bataille.board import CELLS, COLUMN_OF_CELLS
from rules.chance import Chance

_FIELD = 3
"""Bits a requirement has in a packed sum: counts go to 3, one bit stays free."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """Of the living submarines, at least `low` and at most `high` lie in `cells`."""

    cells: frozenset[int]
    low: int
    high: int


class Placements:
    """All ways to place `living` submarines in distinct cells, none barred, as required."""

    def __init__(
        self, living: int, barred: Iterable[int], requirements: Sequence[Requirement]
    ) -> None:
        closed = self._barred = frozenset(barred)
        self._living = living
        self._requirements = tuple(dict.fromkeys(requirements))
        self._possible = self._could_hold(living)
        groups: dict[int, list[int]] = defaultdict(list)
        for cell in CELLS:
            if cell not in closed:
                groups[self._signature(cell)].append(cell)
        self._signatures = list(groups)
        self._classes = [tuple(cells) for cells in groups.values()]
        self._class_of = {
            cell: index for index, cells in enumerate(self._classes) for cell in cells
        }

    def _could_hold(self, living: int) -> bool:
        return all(rule.low <= min(rule.high, living) for rule in self._requirements)

    def _signature(self, cell: int) -> int:
        packed = 0
        for index, rule in enumerate(self._requirements):
            if cell in rule.cells:
                packed |= 1 << index * _FIELD
        return packed

    @cached_property
    def _solutions(self) -> list[tuple[tuple[tuple[int, int], ...], int]]:
        """((class, how many), ...) and the number of placements, for each that fits."""
        if not self._possible:
            return []
        chosen: Iterable[tuple[int, ...]] = (
            self._triples()
            if self._living == 3
            else combinations_with_replacement(range(len(self._classes)), self._living)
        )
        found = []
        for classes in chosen:
            if self._fits(sum(self._signatures[index] for index in classes)):
                wanted = tuple((index, classes.count(index)) for index in dict.fromkeys(classes))
                ways = self._ways(wanted)
                if ways:
                    found.append((wanted, ways))
        return found

    def _ways(self, wanted: tuple[tuple[int, int], ...]) -> int:
        ways = 1
        for index, count in wanted:
            ways *= comb(len(self._classes[index]), count)
        return ways

    @cached_property
    def _exact(self) -> tuple[int, int]:
        """Mask of the fields whose count is fixed, and their counts."""
        mask = target = 0
        for index, rule in enumerate(self._requirements):
            if rule.low == rule.high:
                mask |= 7 << index * _FIELD
                target |= rule.low << index * _FIELD
        return mask, target

    def _fits(self, total: int) -> bool:
        mask, target = self._exact
        if total & mask != target:
            return False
        return all(
            rule.low <= total >> index * _FIELD & 7 <= rule.high
            for index, rule in enumerate(self._requirements)
        )

    def _triples(self) -> list[tuple[int, int, int]]:
        """Triples whose fixed counts come out right: the third is looked up, not searched."""
        mask, target = self._exact
        thirds: dict[int, list[int]] = defaultdict(list)
        for index, signature in enumerate(self._signatures):
            thirds[signature & mask].append(index)
        fixed = [signature & mask for signature in self._signatures]
        found = []
        for one, first in enumerate(fixed):
            for two in range(one, len(fixed)):
                for three in thirds.get(target - first - fixed[two], ()):
                    if three >= two:
                        found.append((one, two, three))
        return found

    @cached_property
    def total(self) -> int:
        """How many placements fit."""
        return sum(ways for _, ways in self._solutions)

    @cached_property
    def _uses(self) -> list[int]:
        """For each class, how many placements use any one given cell of it."""
        uses = [0] * len(self._classes)
        for wanted, ways in self._solutions:
            for index, count in wanted:
                uses[index] += ways * count // len(self._classes[index])
        return uses

    def using(self, cell: int) -> int:
        """How many placements use a cell."""
        index = self._class_of.get(cell)
        return 0 if index is None else self._uses[index]

    def avoiding(self, number: int) -> int:
        """How many placements leave every cell under a number free."""
        under = [cell for cell in COLUMN_OF_CELLS[number] if cell in self._class_of]
        taken = [self._class_of[cell] for cell in under]
        left = self.total
        for wanted, ways in self._solutions:
            if any(index in taken for index, _ in wanted):
                fewer = 1
                for index, count in wanted:
                    fewer *= comb(len(self._classes[index]) - taken.count(index), count)
                left -= ways - fewer
        return left

    def without(self, number: int) -> Placements:
        """The placements that leave every cell under a number free."""
        barred = self._barred.union(COLUMN_OF_CELLS[number])
        return Placements(self._living, barred, self._requirements)

    def draw(self, chance: Chance) -> tuple[int, ...]:
        """One placement, all alike; there must be one."""
        rest = chance.below(self.total)
        for wanted, ways in self._solutions:
            if rest < ways:
                return tuple(
                    cell for index, count in wanted for cell in self._some(index, count, chance)
                )
            rest -= ways
        raise AssertionError("the draw lies within the total")

    def _some(self, index: int, count: int, chance: Chance) -> list[int]:
        cells = list(self._classes[index])
        return [cells.pop(chance.below(len(cells))) for _ in range(count)]
