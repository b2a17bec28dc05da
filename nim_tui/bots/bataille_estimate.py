"""What a program believes of both camps in Bataille sous les mers, counted from one view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rules.bataille.board import (
    COLUMN_OF_CELLS,
    LEVELS,
    NEAR,
    NUMBERS,
    SQUARES,
    SUNK,
)
from rules.bataille.deduction import all_placements, mine_numbers
from rules.bataille.lanes import LANE_NUMBERS, THROUGH
from rules.bataille.placements import Placements
from rules.bataille.view import BatailleView

NEWS: Final = 0.45
"""What learning hit, near or miss is worth, against 1 for a submarine sunk."""
SHIP: Final = (0.0, 2.0, 1.0, 0.8)
"""What a ship is worth when so many float, against 1 for a submarine."""
SHOOTS: Final = 0.12
"""How often an enemy is thought to fire a torpedo in a turn, before he has shown his habits."""
HABIT: Final = 6
"""After so many turns of the enemy, what he did counts as much as what was thought."""
HIT_CHANCE: Final = 1 / 3
EXPOSURE: Final = 0.3
"""What it costs to show that a submarine lies on a lane, while nothing is known of it."""


@dataclass(frozen=True)
class Estimate:
    """What the bot believes of both camps, worked out from one view."""

    view: BatailleView
    seat: int

    @property
    def enemy(self) -> int:
        """The other seat."""
        return 1 - self.seat

    @cached_property
    def placements(self) -> Placements:
        """The placements of the enemy submarines that fit everything seen."""
        return all_placements(self.view, self.enemy)

    @cached_property
    def hit(self) -> tuple[float, ...]:
        """The chance that an enemy submarine lies in a cell, by cell."""
        total = self.placements.total
        cells = range(1, SQUARES * len(LEVELS) + 1)
        return (0.0, *(self.placements.using(cell) / total for cell in cells))

    @cached_property
    def mine(self) -> tuple[float, ...]:
        """The chance that the enemy mine lies under a number, by number."""
        chances = [0.0] * (SQUARES + 1)
        if self.view.fleets[self.enemy].mine_spent:
            return tuple(chances)
        numbers = mine_numbers(self.view, self.enemy)
        weights = [self.placements.avoiding(number) for number in numbers]
        for number, weight in zip(numbers, weights):
            chances[number] = weight / sum(weights)
        return tuple(chances)

    @cached_property
    def watched(self) -> tuple[float, ...]:
        """How many enemy submarines, on average, see a number along a lane, at most 1."""
        under = [0.0, *(sum(self.hit[cell] for cell in COLUMN_OF_CELLS[n]) for n in NUMBERS)]
        through = THROUGH[self.view.lanes]
        seen = [0.0]
        for number in NUMBERS:
            numbers = set().union(*(LANE_NUMBERS[lane] for lane in through[number]))
            seen.append(min(1.0, sum(under[other] for other in numbers)))
        return tuple(seen)

    @cached_property
    def found(self) -> float:
        """How nearly the own submarine best known to the enemy is found: 1 is certainty."""
        camp = self.view.camps[self.seat]
        if camp is None or not camp.submarines:
            return 0.0
        known = all_placements(self.view, self.seat)
        return max(known.using(cell) / known.total for cell in camp.submarines)

    @cached_property
    def shoots(self) -> float:
        """How often the enemy fires in a turn, by what he did so far."""
        fired = len({turn for turn, _, _ in self.view.fleets[self.enemy].torpedoes})
        return (SHOOTS * HABIT + fired) / (HABIT + self.view.turn // 2)

    @cached_property
    def ship_value(self) -> float:
        """What one of the own ships is worth: the fewer float, the more."""
        return SHIP[sum(place != SUNK for place in self.view.fleets[self.seat].places)]

    def charge_value(self, cell: int) -> float:
        """What a charge in a cell is worth: a hit, and the news of a near miss or a miss."""
        near = min(1.0, sum(self.hit[other] for other in NEAR[self.view.blast][cell]))
        return self.hit[cell] + NEWS * near * (1 - near)

    def danger(self, number: int) -> float:
        """The chance to lose a ship that stays on a number until the enemy has played."""
        return self.watched[number] * self.shoots * HIT_CHANCE
