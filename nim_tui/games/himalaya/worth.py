"""The worth of goods, places and cards of *Himalaya* to a bot.

One more of an influence is worth what a small increase of it alone adds to the win probability.
Weights were fitted to 1,200 games of three and 900 of four bots, a third of them easy ones; the
judge has newer weights, with which the medium bot would play differently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import exp
from typing import Final

from rules.himalaya.board import CUBES, DELEGATIONS, INVENTORIES, NONE, STUPAS, TURNS
from rules.himalaya.scoring import region_holder
from rules.himalaya.view import HimalayaView

_OF_THREE: Final = (
    0.606, 0.142, 0.118, 0.521, 0.089, 0.136, 1.194, 0.357, 0.071, 0.323,
    -0.204, 0.065, -0.206, -0.180, 0.137, -0.198, -0.559, -0.114, -0.466, -0.541,
)  # fmt: skip
_OF_FOUR: Final = (
    -0.090, 1.316, -0.129, 0.213, 0.508, -0.188, 0.537, 1.157, 0.138, 0.145,
    -0.097, -0.154, 0.213, -0.167, -0.268, 0.091, -0.324, -0.436, -0.353, -0.131,
)  # fmt: skip
_WEIGHTS: Final[dict[int, tuple[float, ...]]] = {3: _OF_THREE, 4: _OF_FOUR}
"""Of each influence figure: a constant part, then a part proportional to the game left."""


RELIGION, POLITICS, YAKS = range(3)
STEPS: Final = ((1, 2, 3), (1, 2), (2, 4, 6))
"""The increases of each influence that are compared."""
LEAST: Final = 0.6
MOST: Final = 1.7
"""The bounds of an influence's weight relative to the mean."""

Standing = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Religion, politics and yaks, by seat."""


@lru_cache(maxsize=4096)  # searches ask for the same standings repeatedly
def stakes(
    standing: Standing, seat: int, turn: int, worths: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Return the weight of each influence for a seat; `worths` are those of one more of each."""
    base = _chance(standing, seat, turn)
    gains = []
    for kind, steps in enumerate(STEPS):
        gain = 0.0
        for step in steps:
            more = list(standing[kind])
            more[seat] += step
            imagined = (*standing[:kind], more, *standing[kind + 1 :])
            gain += (_chance(imagined, seat, turn) - base) / step
        gains.append(max(0.0, gain / len(steps) / worths[kind]))
    mean = sum(gains) / len(gains) or 1.0
    religion, politics, yaks = (max(LEAST, min(MOST, gain / mean)) for gain in gains)
    return religion, politics, yaks


def _chance(standing: Sequence[Sequence[int]], seat: int, turn: int) -> float:
    powers = [_power(standing, each, turn) for each in range(len(standing[0]))]
    return powers[seat] / sum(powers)


def _power(standing: Sequence[Sequence[int]], seat: int, turn: int) -> float:
    figures = influence_figures(standing, seat)
    weights = _WEIGHTS[len(standing[0])]
    left = max(0, TURNS - turn + 1) / TURNS
    half = len(weights) // 2
    return exp(
        sum((weights[n] + left * weights[half + n]) * each for n, each in enumerate(figures))
    )


def influence_figures(standing: Sequence[Sequence[int]], seat: int) -> tuple[float, ...]:
    """Return a seat's figures in each influence, its lead in two of them included."""
    religion, politics, yaks = standing
    return (
        *_against(religion, seat, 4.0),
        *_against(politics, seat, 3.0),
        *_against(yaks, seat, 12.0),
        float(sum(_first(points, seat) for points in standing) >= 2),
    )


def _first(points: Sequence[int], seat: int) -> bool:
    return all(points[seat] > other for place, other in enumerate(points) if place != seat)


def _against(points: Sequence[int], seat: int, scale: float) -> tuple[float, float, float]:
    """Return the lead over the best and the worst rival, and whether the seat is alone first."""
    own, others = points[seat], [each for place, each in enumerate(points) if place != seat]
    ahead = max(-1.0, min(1.0, (own - max(others)) / scale))
    behind = max(-1.0, min(1.0, (own - min(others)) / scale))
    return ahead, behind, float(own > max(others))


STUPA_POINT: Final = 2.4
"""The worth of a point of religion."""
REGION: Final = 4.5
"""A region that becomes held alone."""
FOOTHOLD: Final = 0.9
"""A delegation that does not change who holds the region."""
YAK: Final = 1.0
CUBE: Final = (0.9, 1.1, 1.5, 2.2, 2.6)
"""A cube of each kind, for general use."""
NEEDED: Final = 1.1
"""A cube that an order on the map still needs."""
TOKEN: Final = 3.0
"""An inventory token."""
SPENT_LATE: Final = 0.25
"""The worth of a cube when no turn is left to spend it."""


@dataclass(frozen=True)
class Worth:
    """The gains of a seat from its possible actions, in this position."""

    view: HimalayaView
    seat: int

    @cached_property
    def religion(self) -> tuple[int, ...]:
        """The points of each seat's stupas."""
        levels = [village.level for village in self.view.board.villages]
        return tuple(
            sum(level for level, owner in zip(levels, self.view.stupas) if owner == seat)
            for seat in range(len(self.view.players))
        )

    @cached_property
    def _stakes(self) -> tuple[float, float, float]:
        """The weights of religion, politics and yaks: any of them may decide the game."""
        view, seats = self.view, range(len(self.view.players))
        holders = [region_holder(region, seats) for region in view.delegations]
        politics = tuple(holders.count(seat) for seat in seats)
        yaks = tuple(view.yaks(seat) for seat in seats)
        standing = (self.religion, politics, yaks)
        return stakes(standing, self.seat, view.turn, (STUPA_POINT, REGION, YAK))

    @cached_property
    def stupa_point(self) -> float:
        """The worth of a point of religion."""
        return STUPA_POINT * self._stakes[RELIGION]

    @cached_property
    def time_left(self) -> float:
        """The part of the game still to come (0..1)."""
        return (TURNS - self.view.turn) / TURNS

    def barter(self, disc: int) -> float:
        """Return the worth of the yaks of an order."""
        return YAK * self._stakes[YAKS] * self.view.board.discs[disc].yaks

    def offering(self, village: int) -> float:
        """Return the worth of a stupa on a village; 0 if one is there or none is left."""
        if self.view.stupas[village] != NONE or self.view.stupas.count(self.seat) == STUPAS:
            return 0.0
        return self.stupa_point * self.view.board.villages[village].level

    def envoy(self, region: int, count: int) -> float:
        """Return the worth of `count` delegations in a region."""
        tribes = list(self.view.delegations[region])
        seats = range(len(tribes))
        before = region_holder(tribes, seats)
        tribes[self.seat] += count
        after = region_holder(tribes, seats)
        region_worth = REGION * self._stakes[POLITICS]
        lead = tribes[self.seat] - max(n for seat, n in enumerate(tribes) if seat != self.seat)
        gain = FOOTHOLD * count * (1.0 if lead < 3 else 0.3)
        if after == self.seat and before != self.seat:
            gain += region_worth
        elif before not in (NONE, self.seat) and after == NONE:
            gain += region_worth / 2
        return gain

    def best_envoy(self, village: int) -> tuple[float, int, int]:
        """Return (worth, region, count) of the best delegations from a village."""
        sent = sum(region[self.seat] for region in self.view.delegations)
        most = min(self.view.board.villages[village].level, DELEGATIONS - sent)
        options = [
            (self.envoy(region, count), region, count)
            for region in self.view.board.regions_of[village]
            for count in range(1, most + 1)
        ]
        return max(options, default=(0.0, NONE, 0))

    def filling(self, village: int, disc: int) -> float:
        """Return the worth of the best two of barter, offering and delegation, for an order."""
        uses = [
            self.barter(disc),
            self.offering(village),
            self.best_envoy(village)[0],
        ]
        return sum(sorted(uses)[1:])

    @cached_property
    def lacking(self) -> tuple[float, ...]:
        """By kind: the help of one more cube toward the orders on the map, at most NEEDED."""
        own = self.view.players[self.seat].cubes
        helps = [0.0] * len(CUBES)
        for disc in self.view.orders:
            if disc != NONE:
                missing = [
                    max(0, count - held)
                    for count, held in zip(self.view.board.discs[disc].demand, own)
                ]
                for cube, count in enumerate(missing):
                    if count:
                        helps[cube] = max(helps[cube], NEEDED / sum(missing) ** 0.5)
        return tuple(helps)

    def cube(self, cube: int, held: Sequence[int]) -> float:
        """Return the worth of one more cube of a kind, besides those held."""
        spare = SPENT_LATE if self.view.turn == TURNS else 0.5 + 0.5 * self.time_left
        worth = (CUBE[cube] + 2 * self.lacking[cube]) * spare
        if held[cube] > 3:
            worth *= 0.5
        return worth + self._toward_inventory(cube, held[cube])

    def _toward_inventory(self, cube: int, held: int) -> float:
        """Whether the cube would make its holder the only one with most, soon enough to count."""
        turns = min(turn for turn in INVENTORIES if turn >= self.view.turn) - self.view.turn
        others = max(
            player.cubes[cube] for seat, player in enumerate(self.view.players) if seat != self.seat
        )
        if held == others:
            return TOKEN / (2 + 2 * turns)
        return TOKEN / (6 + 4 * turns) if held + 1 == others else 0.0
