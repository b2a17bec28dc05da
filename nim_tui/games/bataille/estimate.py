"""Estimates of hidden things in *Bataille sous les mers*, with the bots' weights.

The unit is a submarine sunk while three live. `MEDIUM` was set by hand and tested in play; `HARD`
was tuned by play between bots with different weights. Placements that fit the answers are counted;
those in which the enemy missed few chances to fire are likelier, depending on how often the enemy
fires.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from rules.bataille.board import (
    CELLS,
    COLUMN_OF_CELLS,
    COLUMNS,
    LANE_NUMBERS,
    LANE_SETS,
    NEAR,
    NUMBERS,
    PORT,
    SEA_REACH,
    SQUARES,
    THROUGH,
    column_of,
    number_of,
    numbers_along,
    stretch,
)
from rules.bataille.deduction import all_placements, living, mine_numbers
from rules.bataille.moves import NOBODY
from rules.bataille.placements import Placements
from rules.bataille.view import BatailleView

Sight = tuple[frozenset[int], ...]
"""By number, the numbers from which a ship there can be hit."""


def _open_sight(lanes: str) -> Sight:
    through = THROUGH[lanes]
    return tuple(
        frozenset[int]().union(*(LANE_NUMBERS[lane] for lane in through[number]))
        for number in (0, *NUMBERS)
    )


_OPEN: Final = {lanes: _open_sight(lanes) for lanes in LANE_SETS}


def in_sight(lanes: str, places: Sequence[Sequence[int]], *, blocking: bool) -> Sight:
    """Return the sight of these options, with all ships at these places."""
    if not blocking:
        return _OPEN[lanes]
    through = THROUGH[lanes]
    return tuple(
        frozenset(
            other
            for lane in through[number]
            for other in numbers_along(lane, stretch(lane, number, places))
        )
        for number in (0, *NUMBERS)
    )


ByCount = tuple[float, float, float, float]
"""By number left, from 0 to 3."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The values, probabilities and habits of a bot."""

    prize: ByCount = (0.0, 2.0, 1.15, 1.0)
    """Sinking a submarine, by the number alive: the last one wins."""
    news: float = 0.45
    """Learning of a hit, near miss or miss."""
    ship: ByCount = (0.0, 5.0, 2.0, 1.0)
    """One of the bot's ships, by ships afloat: losing the last one loses the game."""
    prey: ByCount = (0.0, 2.0, 1.0, 0.8)
    """One of the enemy's ships, by ships afloat, while a hit is uncertain."""
    exposure: float = 0.3
    """Revealing that a submarine lies on a lane, while nothing is known of it, to an enemy who
    drops a charge every turn.
    """
    shoots: float = 0.5
    """The prior rate at which an enemy fires when they can."""
    habit: float = 4.0
    """The number of the enemy's chances at which observed and prior habits count equally."""
    seen: float = 0.5
    """The assumed part of their turns in which an enemy had a ship on a lane."""
    trust: float = 0.9
    """The belief that an enemy who did not fire could not: they had one lane per turn."""
    unlikely: float = 0.02
    """The least weight that this belief leaves to a cell."""
    refill: float = 0.08
    """Each charge fetched by an empty ship."""
    top_up: float = 0.01
    """Each charge fetched by another ship."""
    homeward: float = 0.05
    """An empty ship on its way, less `step` for each column to its port."""
    step: float = 0.01
    spare: float = 0.001
    """Each charge that a ship has left: of equal ships the fuller one drops."""
    kept: float = 0.02
    """A charge kept for later."""
    charge: float = 0.05
    """Each charge of a ship that a torpedo aims at."""
    ahead: float = 0.0
    """The part of a charge's present worth that a charge in the ship's next turn adds."""
    shown: float = 0.0
    """The part of a submarine's prize that a lane costs by revealing any of them."""
    doomed: float = 0.0
    """The discount on ships of a player about to lose their last submarine."""
    burnt: float = 0.0
    """A charge that must be dropped because no ship moved."""
    apart: bool = False
    """Whether no charge can be near two of its submarines, and the mine is where ships stop."""


MEDIUM: Final = Weights()
HARD: Final = Weights(
    prize=(0, 2.3, 1.26, 1.05),
    news=0.555,
    ship=(0, 2.17, 0.727, 0.94),
    prey=(0, 1.5, 1.35, 0.86),
    exposure=0.0,
    shoots=0.429,
    habit=1.65,
    seen=0.372,
    trust=0.741,
    unlikely=0.0571,
    refill=0.0767,
    top_up=0.00123,
    homeward=0.0288,
    step=0.00951,
    spare=0.0221,
    kept=0.0344,
    charge=0.0359,
    ahead=0.15,
    shown=1.5,
    doomed=1.0,
    burnt=0.05,
    apart=True,
)
"""The hard bot's weights, found by the cross-entropy method in play between bots; `exposure` and
the last five by trial.
"""


# Search meets the same beliefs again and again: at each step of a turn, and in many worlds.
_KEPT: Final = 128


@lru_cache(_KEPT)
def _chances(
    placements: Placements, quiet: tuple[float, ...], reluctance: float
) -> tuple[float, ...]:
    return tuple(placements.chances(quiet, reluctance))


@lru_cache(_KEPT)
def _charge_values(
    hit: tuple[float, ...], blast: bool, prize: float, news: float
) -> tuple[float, ...]:
    near, found = NEAR[blast], [0.0]
    for cell in CELLS:
        told = min(1.0, sum([hit[other] for other in near[cell]]))
        found.append(prize * hit[cell] + news * told * (1 - told))
    return tuple(found)


@lru_cache(_KEPT)
def _best_cells(worth: tuple[float, ...]) -> tuple[int, ...]:
    return (0, *[max(COLUMN_OF_CELLS[n], key=worth.__getitem__) for n in NUMBERS])


@lru_cache(_KEPT)
def _promises(worth: tuple[float, ...], seat: int) -> tuple[float, ...]:
    under, reach = [0.0, *[worth[cell] for cell in _best_cells(worth)[1:]]], SEA_REACH[seat]
    return tuple(max((under[n] for n in reach[start]), default=0.0) for start in (0, *NUMBERS))


@lru_cache(_KEPT)
def _watched(hit: tuple[float, ...], sight: Sight) -> tuple[float, ...]:
    under = [0.0, *(sum(hit[cell] for cell in COLUMN_OF_CELLS[n]) for n in NUMBERS)]
    return tuple(sum(under[other] for other in others) for others in sight)


ALWAYS: Final = 0.95
"""The highest rate of fire assumed of an enemy."""


def steps_home(seat: int, number: int) -> int:
    """Return the columns between a number and the seat's port: red's lies east, yellow's west."""
    column = column_of(number)
    return COLUMNS - 1 - column if seat == 0 else column


@dataclass(frozen=True)
class Estimate:
    """The bot's beliefs about both camps, worked out from one view."""

    view: BatailleView
    seat: int
    weights: Weights = MEDIUM

    @property
    def enemy(self) -> int:
        """The other seat."""
        return 1 - self.seat

    @cached_property
    def living(self) -> int:
        """The number of the enemy's submarines left."""
        return living(self.view, self.enemy)

    @cached_property
    def placements(self) -> Placements:
        """The placements of the enemy submarines that fit everything seen."""
        return all_placements(self.view, self.enemy)

    @cached_property
    def hit(self) -> tuple[float, ...]:
        """The chance of an enemy submarine in each cell."""
        return _chances(self.placements, tuple(self.quiet), self.reluctance)

    @cached_property
    def quiet(self) -> list[float]:
        """By cell, how well a submarine there fits the torpedoes that were not fired."""
        fired = {lane for _, lane, _ in self.view.fleets[self.enemy].torpedoes}
        through = THROUGH[self.view.lanes]
        passed = Counter[int]()
        for number, times in self._stays.items():
            for lane in through[number]:
                passed[lane] += 0 if lane in fired else times
        ignored = [sum([passed[lane] for lane in through[cell]]) for cell in CELLS]
        least, reluctance = self.weights.unlikely, self.reluctance
        fitting = {times: max(least, reluctance**times) for times in set(ignored)}
        return [0.0, *[fitting[times] for times in ignored]]

    @cached_property
    def _stays(self) -> Counter[int]:
        """The least number of the enemy's turns that the seat's ships spent on each number."""
        fleet = self.view.fleets[self.seat]
        stays = Counter(number_of(cell) for cell, _ in fleet.answers)
        for number in (*fleet.tested, *(place for place in fleet.places if place > PORT)):
            stays[number] = max(1, stays[number])
        arrived = fleet.places[self.view.moved] if self.view.moved != NOBODY else PORT
        if arrived > PORT:
            stays[arrived] -= 1
        return stays

    @cached_property
    def mine(self) -> tuple[float, ...]:
        """The chance of the enemy mine under each number."""
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
        """By number, the expected count of enemy submarines that see it along a lane."""
        return _watched(self.hit, self.sight)

    @cached_property
    def sight(self) -> Sight:
        """By number, the numbers from which a ship there can be hit, as the fleets lie."""
        places = [fleet.places for fleet in self.view.fleets]
        return in_sight(self.view.lanes, places, blocking=self.view.blocking)

    @cached_property
    def found(self) -> float:
        """The chance that the enemy knows the submarine they know best: 1 is certainty."""
        return max(self._known, default=0.0)

    @cached_property
    def _known(self) -> list[float]:
        return self._known_after()

    def _known_after(self, *fired: int) -> list[float]:
        """Return how well the enemy knows each submarine, after torpedoes along these lanes too."""
        camp = self.view.camps[self.seat]
        if camp is None or not camp.submarines:
            return []
        known = all_placements(self.view, self.seat, *fired)
        return [known.using(cell) / known.total for cell in camp.submarines]

    @property
    def exposure(self) -> float:
        """The cost of firing: less if the seat's camp is well known, or little searched for."""
        turns = self.view.turn // 2
        habit, dropped = self.weights.habit, len(self.view.fleets[self.enemy].answers)
        searches = (habit + dropped) / (habit + turns)
        return self.weights.exposure * min(1.0, searches) * (1 - self.found)

    @cached_property
    def shoots(self) -> float:
        """The rate at which the enemy fires when they can, from the game so far."""
        fired = len({turn for turn, _, _ in self.view.fleets[self.enemy].torpedoes})
        chances = self.weights.seen * (self.view.turn // 2)
        habit, shoots = self.weights.habit, self.weights.shoots
        return min(ALWAYS, (shoots * habit + fired) / (habit + chances))

    @cached_property
    def reluctance(self) -> float:
        """The chance that the enemy withholds a torpedo they could fire."""
        return 1 - self.weights.trust * self.shoots

    @cached_property
    def ship_value(self) -> float:
        """The worth of one of the seat's ships: the fewer are afloat, the more.

        It is worth little to a player who is about to lose their last submarine anyway.
        """
        floating = self.view.fleets[self.seat].floating
        is_last = living(self.view, self.seat) == 1
        lost = self.weights.doomed * self.found if is_last else 0.0
        return self.weights.ship[floating] * (1 - lost)

    def hit_value(self, cell: int) -> float:
        """Return the worth of the chance to sink a submarine in a cell."""
        return self.weights.prize[self.living] * self.hit[cell]

    @cached_property
    def charge_values(self) -> tuple[float, ...]:
        """The worth of a charge, by cell: a hit, and the information of a near miss or a miss."""
        weights = self.weights
        return _charge_values(self.hit, self.view.blast, weights.prize[self.living], weights.news)

    @cached_property
    def best_cells(self) -> tuple[int, ...]:
        """The cell under each number where a charge is worth most."""
        return _best_cells(self.charge_values)

    def near(self, cell: int) -> float:
        """Return the highest chance that a charge in a cell is a near miss."""
        return min(1.0, sum(self.hit[other] for other in NEAR[self.view.blast][cell]))

    def charge_value(self, cell: int) -> float:
        """Return the worth of a charge in a cell."""
        return self.charge_values[cell]

    @cached_property
    def promises(self) -> tuple[float, ...]:
        """By number, the best charge of a ship that begins its next turn there."""
        return _promises(self.charge_values, self.seat)

    def shows(self, lane: int) -> float:
        """Return the cost of the information that a torpedo along a lane gives away."""
        weights = self.weights
        if not weights.shown:
            return 0.0
        more = max(0.0, sum(self._known_after(lane)) - sum(self._known))
        return weights.shown * weights.prize[living(self.view, self.seat)] * more

    @cached_property
    def can_fire(self) -> bool:
        """Whether a submarine of the seat sees an enemy ship as the fleets lie."""
        camp = self.view.camps[self.seat]
        own = {number_of(cell) for cell in (camp.submarines if camp else ())}
        places = self.view.fleets[self.enemy].places
        return any(own & self.sight[place] for place in places if place > PORT)

    def danger(self, number: int, sunk: float = 0.0) -> float:
        """Return the chance to lose a ship that stays on a number during the enemy's turn.

        `sunk` is the chance that a charge there sinks one of the submarines that see it; the last
        one fires no more.
        """
        missed: float = (1 - 1 / self.view.odds) ** (self.watched[number] - sunk)
        lost = self.shoots * (1 - missed)
        return lost * (1 - sunk) if self.living == 1 else lost
