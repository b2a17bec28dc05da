"""Figures of *Himalaya*: the holdings of each seat, how it stands by them, and the chances.

Each figure counts twice: by the part of the game that is over, and by the part that is left. So
what matters early may fade, and what decides the final count may grow. No figure that people hold
to be good weighs less than nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from nim_tui.bots.judging import Features, shares
from nim_tui.games.himalaya.worth import CUBE, influence_figures
from rules.himalaya.board import CUBES, INVENTORIES, NONE, TURNS, Board
from rules.himalaya.moves import OVER
from rules.himalaya.scoring import Count, Tribes, count, region_holder
from rules.himalaya.state import HimalayaState

SPENT: Final = 4
"""Cubes that a seat can spend in a turn; more than these for each turn left are worth nothing."""

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
"""Fitted to 310 games of three and 192 of four bots, held near those that 1,200 and 900 gave."""
_SPENDABLE, _LED = 15, 16
"""The numbers of the figures that count cubes."""


class Holdings(NamedTuple):
    """What one seat has of all that counts."""

    religion: int
    """The points of its stupas."""
    stupas: int
    delegations: tuple[int, ...]
    """By region."""
    yaks: int
    cubes: tuple[int, ...]
    """By kind."""


class Position(NamedTuple):
    """All that the chances follow from."""

    board: Board
    holdings: tuple[Holdings, ...]
    """By seat."""
    first: int
    turn: int
    is_over: bool

    @property
    def regions(self) -> list[tuple[int, ...]]:
        """The delegations in each region, by seat."""
        return [*zip(*(each.delegations for each in self.holdings))]

    @property
    def politics(self) -> list[int]:
        """Return how many regions each seat holds alone."""
        seats = range(len(self.holdings))
        holders = [region_holder(region, seats) for region in self.regions]
        return [holders.count(seat) for seat in seats]


@dataclass(frozen=True, slots=True)
class _Counted(Tribes):
    """A final count that goes by points of religion, wherever the stupas stand."""

    points: Sequence[int] = ()

    def religion(self, seat: int) -> int:
        """The points that a seat is said to have."""
        return self.points[seat]


def position_of(state: HimalayaState) -> Position:
    """Return all that counts of a state."""
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


def counted(position: Position) -> Count:
    """Return the count if the game ended now."""
    holdings = position.holdings
    stupas = [seat for seat, each in enumerate(holdings) for _stupa in range(each.stupas)]
    yaks = [each.yaks for each in holdings]
    points = [each.religion for each in holdings]
    tribes = _Counted(position.board, stupas, position.regions, yaks, position.first, points)
    return count(tribes)


def chances_at(position: Position) -> tuple[float, ...]:
    """The chance of each seat to win; shared alike by who has won together."""
    seats = len(position.holdings)
    if position.is_over:
        winners = counted(position).ranking[0]
        return tuple((seat in winners) / len(winners) for seat in range(seats))
    return shares(figures_of(position), WEIGHTS[seats])


def figures_of(position: Position) -> list[Features]:
    """Return each seat's figures, by the part of the game that is over and by what is left."""
    left = max(0, TURNS - position.turn + 1) / TURNS
    rows = zip(_standings(position), _counts(position), _possessions(position))
    return [
        tuple(part for each in (*standing, *now, *has) for part in (each * (1 - left), each * left))
        for standing, now, has in rows
    ]


def _standings(position: Position) -> list[Features]:
    """How each seat stands in the three influences."""
    holdings = position.holdings
    religion, yaks = [each.religion for each in holdings], [each.yaks for each in holdings]
    seats = range(len(holdings))
    return [influence_figures((religion, position.politics, yaks), seat) for seat in seats]


def _counts(position: Position) -> list[Features]:
    """Of each seat: whether it would win, stay in first, and stay in second, were it over now."""
    now = counted(position)
    winners, out = now.ranking[0], (NONE, NONE)
    if now.recounted:
        out = (now.steps[0].seat, now.steps[1].seat)
    seats = range(len(position.holdings))
    return [
        ((seat in winners) / len(winners), *(float(seat != each) for each in out)) for seat in seats
    ]


def _possessions(position: Position) -> list[Features]:
    """Leads in the regions, delegations, cubes, tokens to come, and the place in the order."""
    holdings, seats = position.holdings, len(position.holdings)
    leads = _leads(position.regions, seats)
    return [
        (
            leads[seat] / 8,
            sum(holdings[seat].delegations) / 10,
            *_cubes(position, seat),
            ((seat - position.first) % seats) / 3,
        )
        for seat in range(seats)
    ]


def _leads(regions: Sequence[Sequence[int]], seats: int) -> list[float]:
    """How near each seat is to holding the regions, or how safely it does."""
    leads = [0.0] * seats
    for region in regions:
        for seat in range(seats):
            best = max(sent for other, sent in enumerate(region) if other != seat)
            leads[seat] += max(-3, min(3, region[seat] - best)) / 3
    return leads


def spendable(cubes: Sequence[int], turn: int) -> float:
    """The worth of the best cubes that can still be spent from a turn on."""
    left, worth = SPENT * max(1, TURNS - turn + 1), 0.0
    for cube in reversed(range(len(CUBES))):
        spent = min(left, cubes[cube])
        worth += spent * CUBE[cube]
        left -= spent
    return worth


def left_to_spend(position: Position, seat: int) -> int:
    """The cubes of a seat that it can still spend."""
    return min(sum(position.holdings[seat].cubes), SPENT * max(1, TURNS - position.turn + 1))


def cube_powers(position: Position, seat: int) -> tuple[float, float]:
    """How much a seat's cubes weigh: as they may be spent, and by the inventory tokens to come."""
    weights = WEIGHTS[len(position.holdings)]
    left = max(0, TURNS - position.turn + 1) / TURNS
    to_spend, to_lead = (
        weights[2 * number] * (1 - left) + weights[2 * number + 1] * left
        for number in (_SPENDABLE, _LED)
    )
    worth, tokens = _cubes(position, seat)
    return to_spend * worth, to_lead * tokens


def _cubes(position: Position, seat: int) -> tuple[float, float]:
    """What a seat's cubes may still pay, and the inventory tokens that they may bring soon."""
    worth = spendable(position.holdings[seat].cubes, position.turn) / 10
    return worth, len(led_alone(position, seat)) / (1 + to_inventory(position.turn))


def to_inventory(turn: int) -> int:
    """The turns from a turn to that of the next inventory."""
    return min((each for each in INVENTORIES if each >= turn), default=TURNS) - turn


def led_alone(position: Position, seat: int) -> list[int]:
    """The kinds of cubes of which a seat alone holds most."""
    own = position.holdings[seat].cubes
    others = [each.cubes for place, each in enumerate(position.holdings) if place != seat]
    return [cube for cube, held in enumerate(own) if all(held > other[cube] for other in others)]
