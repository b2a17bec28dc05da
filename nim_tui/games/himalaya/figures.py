"""Figures of *Himalaya*: each seat's holdings, its standing by them, and the win probabilities.

Each figure counts twice: by the part of the game that is over, and by the part that is left. So
early advantages may fade, and those that decide the final count may grow. No figure that people
consider good has a negative weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from nim_tui.bots.judging import Features, shares
from nim_tui.games.himalaya.worth import CUBE, influence_figures
from rules.himalaya.board import CUBES, INVENTORIES, NONE, TURNS, Board, board_of
from rules.himalaya.moves import OVER
from rules.himalaya.scoring import Count, Tribes, count, region_holder
from rules.himalaya.state import HimalayaState

SPENT: Final = 4
"""The cubes that a seat can spend in a turn; more than these per turn left are worthless."""

_OF_THREE: Final = (
    0.588, 0.204, 0.084, 0.194, 0.000, 0.000, 0.640, 0.079, 0.000, 0.416, 0.190, 0.000,
    1.204, 0.349, 0.447, 0.315, 0.000, 0.000, 0.000, 0.000, 0.298, 0.000, 0.000, 0.000,
    0.000, 0.000, 0.436, 0.437, 0.465, 0.248, 1.353, 1.524, 0.236, 0.000, -0.068, 0.104,
)  # fmt: skip
_OF_FOUR: Final = (
    0.000, 0.007, 1.237, 0.677, 0.000, 0.132, 0.000, 0.053, 0.372, 0.085, 0.000, 0.152,
    0.755, 0.023, 1.324, 0.796, 0.000, 0.000, 0.000, 0.000, 0.458, 0.000, 0.242, 0.016,
    0.176, 0.000, 0.371, 0.473, 0.756, 0.731, 1.150, 1.595, 0.330, 0.001, -0.001, 0.049,
)  # fmt: skip
WEIGHTS: Final[dict[int, Features]] = {3: _OF_THREE, 4: _OF_FOUR}
"""Fitted to 310 games of three and 192 of four bots, regularised towards those of 1,200 and 900."""
_SPENDABLE, _LED = 15, 16
"""The indices of the figures that count cubes."""


class Holdings(NamedTuple):
    """The holdings of one seat."""

    religion: int
    """The points of the seat's stupas."""
    stupas: int
    delegations: tuple[int, ...]
    """By region."""
    yaks: int
    cubes: tuple[int, ...]
    """By kind."""


class Influences(NamedTuple):
    """The holdings that the final count depends on, each by seat, and the first seat."""

    religion: tuple[int, ...]
    stupas: tuple[int, ...]
    delegations: tuple[tuple[int, ...], ...]
    yaks: tuple[int, ...]
    first: int


class Position(NamedTuple):
    """The facts that determine the win probabilities."""

    board: Board
    holdings: tuple[Holdings, ...]
    """By seat."""
    first: int
    turn: int
    is_over: bool

    @property
    def influences(self) -> Influences:
        """The facts of the final count."""
        return Influences(
            tuple([each.religion for each in self.holdings]),
            tuple([each.stupas for each in self.holdings]),
            tuple([each.delegations for each in self.holdings]),
            tuple([each.yaks for each in self.holdings]),
            self.first,
        )

    @property
    def regions(self) -> list[tuple[int, ...]]:
        """The delegations in each region, by seat."""
        return [*zip(*(each.delegations for each in self.holdings))]

    @property
    def politics(self) -> list[int]:
        """The number of regions each seat holds alone."""
        seats = range(len(self.holdings))
        holders = [region_holder(region, seats) for region in self.regions]
        return [holders.count(seat) for seat in seats]


def position_of(state: HimalayaState) -> Position:
    """Return the position of a state."""
    seats = range(len(state.caravans))
    points, stupas = [0 for _ in seats], [0 for _ in seats]
    for village, owner in enumerate(state.stupas):
        if owner != NONE:
            points[owner] += state.board.villages[village].level
            stupas[owner] += 1
    holdings = tuple(
        Holdings(
            points[seat],
            stupas[seat],
            tuple(region[seat] for region in state.delegations),
            state.yaks(seat),
            tuple(max(0, held) for held in state.cubes[seat]),
        )
        for seat in seats
    )
    return Position(state.board, holdings, state.first, state.turn, state.phase == OVER)


def counted(influences: Influences) -> Count:
    """Return the final count if the game ended now."""
    religion, stupas, delegations, yaks, first = influences
    owners = [seat for seat, built in enumerate(stupas) for _stupa in range(built)]
    # The board tells only the points of stupas, which are given.
    tribes = Tribes(board_of(None), owners, [*zip(*delegations)], yaks, first)
    return count(tribes, religion)


def chances_at(position: Position) -> tuple[float, ...]:
    """Return the win probability of each seat; joint winners share 1 equally."""
    seats = len(position.holdings)
    if position.is_over:
        winners = counted(position.influences).ranking[0]
        return tuple((seat in winners) / len(winners) for seat in range(seats))
    return shares(figures_of(position), WEIGHTS[seats])


def figures_of(position: Position) -> list[Features]:
    """Return each seat's figures, by the part of the game that is over and by what is left."""
    left = max(0, TURNS - position.turn + 1) / TURNS
    own = _own_figures(position)
    return [
        known + tuple([part for each in other for part in (each * (1 - left), each * left)])
        for known, other in zip(_influence_figures(position.influences, left), own)
    ]


@lru_cache(1024)  # only filling an order changes the influences, so many worlds have the same
def _influence_figures(influences: Influences, left: float) -> list[Features]:
    """Return the figures of each seat that depend on the influences."""
    religion, _stupas, delegations, yaks, _first = influences
    regions, seats = [*zip(*delegations)], range(len(yaks))
    holders = [region_holder(region, seats) for region in regions]
    politics = [holders.count(seat) for seat in seats]
    leads, counts = _leads(regions, len(yaks)), _counts(influences)
    rows = (
        (
            *influence_figures((religion, politics, yaks), seat),
            *counts[seat],
            leads[seat] / 8,
            sum(delegations[seat]) / 10,
        )
        for seat in seats
    )
    return [
        tuple(part for each in row for part in (each * (1 - left), each * left)) for row in rows
    ]


def _counts(influences: Influences) -> list[Features]:
    """Return, per seat, whether it would win, survive the first and the second count now."""
    now = counted(influences)
    winners, out = now.ranking[0], (NONE, NONE)
    if now.recounted:
        out = (now.steps[0].seat, now.steps[1].seat)
    seats = range(len(influences.yaks))
    return [
        ((seat in winners) / len(winners), *(float(seat != each) for each in out)) for seat in seats
    ]


def _own_figures(position: Position) -> list[Features]:
    """Return the other figures: cubes, expected tokens, and place in the order."""
    seats, turns = len(position.holdings), 1 + to_inventory(position.turn)
    cubes = [each.cubes for each in position.holdings]
    led = [0] * seats
    for held in zip(*cubes):
        most = max(held)
        if held.count(most) == 1:
            led[held.index(most)] += 1
    return [
        (
            spendable(cubes[seat], position.turn) / 10,
            led[seat] / turns,
            ((seat - position.first) % seats) / 3,
        )
        for seat in range(seats)
    ]


def _leads(regions: Sequence[Sequence[int]], seats: int) -> list[float]:
    """Return how near each seat is to holding the regions, or by how much it holds them."""
    leads = [0.0] * seats
    for region in regions:
        for seat in range(seats):
            best = max(sent for other, sent in enumerate(region) if other != seat)
            leads[seat] += max(-3, min(3, region[seat] - best)) / 3
    return leads


@lru_cache(1024)
def spendable(cubes: Sequence[int], turn: int) -> float:
    """Return the worth of the best cubes that can still be spent from a turn on."""
    left, worth = SPENT * max(1, TURNS - turn + 1), 0.0
    for cube in reversed(range(len(CUBES))):
        spent = min(left, cubes[cube])
        worth += spent * CUBE[cube]
        left -= spent
    return worth


def left_to_spend(position: Position, seat: int) -> int:
    """Return the number of cubes that a seat can still spend."""
    return min(sum(position.holdings[seat].cubes), SPENT * max(1, TURNS - position.turn + 1))


def cube_powers(position: Position, seat: int) -> tuple[float, float]:
    """Return the value of a seat's cubes: as spendable, and for inventory tokens."""
    weights = WEIGHTS[len(position.holdings)]
    left = max(0, TURNS - position.turn + 1) / TURNS
    to_spend, to_lead = (
        weights[2 * number] * (1 - left) + weights[2 * number + 1] * left
        for number in (_SPENDABLE, _LED)
    )
    worth, tokens = _cubes(position, seat)
    return to_spend * worth, to_lead * tokens


def _cubes(position: Position, seat: int) -> tuple[float, float]:
    """Return what a seat's cubes may still pay, and the inventory tokens they may bring soon."""
    worth = spendable(position.holdings[seat].cubes, position.turn) / 10
    return worth, len(led_alone(position, seat)) / (1 + to_inventory(position.turn))


def to_inventory(turn: int) -> int:
    """Return the number of turns to the next inventory."""
    return min((each for each in INVENTORIES if each >= turn), default=TURNS) - turn


def led_alone(position: Position, seat: int) -> list[int]:
    """Return the kinds of cubes of which a seat alone has most."""
    own = position.holdings[seat].cubes
    others = [each.cubes for place, each in enumerate(position.holdings) if place != seat]
    return [cube for cube, held in enumerate(own) if all(held > other[cube] for other in others)]
