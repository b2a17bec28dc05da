"""Count the placements of hidden submarines that fit the known facts.

Cells that no requirement tells apart form a class. A placement of up to three submarines is then a
multiset of classes, and the placements behind it are counted, not listed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, prod

from rules.bataille.board import CELLS, COLUMN_OF_CELLS, SUBMARINES
from rules.chance import Chance

_FIELD = 3
"""Bits per requirement in a packed sum: counts go to 3, one bit stays free."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """A bound: from `low` to `high` living submarines lie in `cells`."""

    cells: frozenset[int]
    low: int
    high: int


class Placements:
    """All ways to place `living` submarines in distinct cells, none excluded, as required."""

    def __init__(
        self, living: int, barred: Iterable[int], requirements: Sequence[Requirement]
    ) -> None:
        closed = self._barred = frozenset(barred)
        self._living = living
        self._requirements = tuple(dict.fromkeys(requirements))
        groups: dict[int, list[int]] = defaultdict(list)
        signatures = self._signatures_of_cells()
        for cell in CELLS:
            if cell not in closed:
                groups[signatures[cell]].append(cell)
        self._signatures = list(groups)
        self._classes = [tuple(cells) for cells in groups.values()]
        self._class_of = {
            cell: index for index, cells in enumerate(self._classes) for cell in cells
        }
        self._exact = self._exact_counts()
        self._open = [
            (index * _FIELD, rule.low)
            for index, rule in enumerate(self._requirements)
            if rule.high > rule.low
        ]
        """Per inexact requirement: the offset of its field, and its least count."""
        self._solutions = self._all_that_fit() if self._could_hold(living) else []
        """((class, count), ...) and the number of placements, per fitting multiset of classes."""
        self.total = sum(ways for _, ways in self._solutions)
        """The number of placements."""
        self._uses: list[int] = []
        self._avoiding: dict[int, int] = {}
        """By number, if it was asked: the placements with no submarine under it."""

    def _could_hold(self, living: int) -> bool:
        return all(rule.low <= min(rule.high, living) for rule in self._requirements)

    def _signatures_of_cells(self) -> list[int]:
        """Return, by cell, one bit in the field of each requirement on the cell."""
        packed = [0] * (len(CELLS) + 1)
        for index, rule in enumerate(self._requirements):
            bit = 1 << index * _FIELD
            for cell in rule.cells:
                packed[cell] |= bit
        return packed

    def _all_that_fit(self) -> list[tuple[tuple[tuple[int, int], ...], int]]:
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

    def _exact_counts(self) -> tuple[int, int]:
        """Return the mask of the fields with a fixed count, and the counts."""
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
        """Return triples of classes with the right fixed counts; the third is looked up."""
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

    def _uses_by_class(self) -> list[int]:
        """Return, by class, the number of placements that use one given cell of the class."""
        uses = [0] * len(self._classes)
        for wanted, ways in self._solutions:
            for index, count in wanted:
                uses[index] += ways * count // len(self._classes[index])
        return uses

    def using(self, cell: int) -> int:
        """Return the number of placements that use a cell."""
        index = self._class_of.get(cell)
        if index is None:
            return 0
        # Lazy: draws alone do not need it.
        self._uses = self._uses or self._uses_by_class()
        return self._uses[index]

    def chances(self, weights: Sequence[float], surplus: float = 1.0) -> list[float]:
        """Return the chance, 0 to 1, of each cell to be used, for cells of unequal weight.

        A placement is as likely as the product of the weights of its cells, times `surplus` for
        each submarine beyond the least count of a requirement.
        """
        sums = [_sums([weights[cell] for cell in cells]) for cells in self._classes]
        rest = [[0.0] * (SUBMARINES + 1) for _ in self._classes]
        total = 0.0
        for wanted, _ in self._solutions:
            parts = [sums[index][count] for index, count in wanted]
            whole = prod(parts) * surplus ** self._more_than_asked(wanted)
            total += whole
            for (index, count), part in zip(wanted, parts):
                if part:
                    rest[index][count] += whole / part
        found = [0.0] * (len(CELLS) + 1)
        for cell, index in self._class_of.items():
            others = _without(sums[index], weights[cell])
            parts = rest[index]
            share = parts[1] * others[0] + parts[2] * others[1] + parts[3] * others[2]
            found[cell] = weights[cell] * share / total
        return found

    def _more_than_asked(self, wanted: tuple[tuple[int, int], ...]) -> int:
        if not self._open:
            return 0
        held = sum(self._signatures[index] * count for index, count in wanted)
        return sum((held >> field & 7) - low for field, low in self._open)

    def avoiding(self, number: int) -> int:
        """Return the number of placements with no submarine in any cell under a number."""
        found = self._avoiding.get(number)
        if found is None:
            found = self._avoiding[number] = self._count_avoiding(number)
        return found

    def _count_avoiding(self, number: int) -> int:
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
        """Return the placements that leave every cell under a number free."""
        barred = self._barred.union(COLUMN_OF_CELLS[number])
        return Placements(self._living, barred, self._requirements)

    def draw(self, chance: Chance) -> tuple[int, ...]:
        """Draw a placement, each with the same chance; there must be at least one."""
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


def _sums(weights: Sequence[float]) -> list[float]:
    """Return, for k from 0 to 3, the sum of the products over all choices of k weights."""
    one, two, three = (sum(weight**power for weight in weights) for power in (1, 2, 3))
    return [1.0, one, (one**2 - two) / 2, (one**3 - 3 * one * two + 2 * three) / 6]


def _without(sums: Sequence[float], weight: float) -> list[float]:
    """Return the sums of `_sums` for up to two weights, without one weight."""
    one = sums[1] - weight
    return [1.0, one, sums[2] - weight * one]
