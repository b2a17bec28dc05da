"""Search over one turn of *Submarine*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import nlargest
from operator import attrgetter
from typing import Final, NamedTuple

from nim_tui.games.submarine.estimate import Estimate
from nim_tui.games.submarine.position import PlannedPosition, Standing, dived, took
from rules.submarine.board import CELLS_OF, COLOUR_OF, DEPTH, LEVELS, NONE, RIGHT, TREASURES
from rules.submarine.moves import DIVES_FROM, Move, take

_NOTICED: Final = 1e-6
_TRIED: Final = 5
"""The number of actions tried as the first of a turn."""
_SETBACK: Final = 0.3
"""The loss, in types, up to which an action is still tried."""


class PlannedAction(NamedTuple):
    """An action of a plan."""

    worth: float
    """The worth of the position after the action."""
    move: Move
    new_type: bool
    """Whether the action takes a treasure of a type still missing."""
    after: PlannedPosition


_worth = attrgetter("worth")


def steps(estimate: Estimate, position: PlannedPosition) -> Iterator[tuple[Move, PlannedPosition]]:
    """Yield every action worth considering, and the position after it."""
    yield from _takes(estimate, position)
    if position.verdict is not None or position.boat == RIGHT:
        return
    for level, cell in zip(LEVELS, CELLS_OF[position.boat]):
        if position.ready[level - 1]:
            for move in DIVES_FROM[cell]:
                yield move, dived(position, cell, move.cell)


def _takes(estimate: Estimate, position: PlannedPosition) -> Iterator[tuple[Move, PlannedPosition]]:
    """Yield every take worth considering, and the position after it."""
    if position.verdict is not None or position.boat == RIGHT:
        return
    for level, cell in zip(LEVELS, CELLS_OF[position.boat]):
        if position.ready[level - 1] or level in position.collecting:
            yield from _takes_at(estimate, position, level, cell)


def _takes_at(
    estimate: Estimate, position: PlannedPosition, level: int, cell: int
) -> Iterator[tuple[Move, PlannedPosition]]:
    due, hand = estimate.due[cell], position.hand
    can_pay = len(hand) + len(position.pile) > len(due)
    jokers = _jokers_to_lay(estimate, position, cell)
    for token in position.sea[cell]:
        if token in position.laid:
            continue
        ways = (NONE, *jokers) if can_pay and COLOUR_OF[token] in hand else jokers
        for joker in ways:
            harm = estimate.harm(token, cell, joker)
            after = took(position, token, cell, joker, due=due, harm=harm)
            yield take(level, token, joker), after


def _jokers_to_lay(estimate: Estimate, position: PlannedPosition, cell: int) -> tuple[int, ...]:
    """Return a shell, and the surplus joker that would help the enemies least."""
    shells = [joker for joker in position.jokers if joker not in TREASURES]
    surplus = [joker for joker in position.jokers if joker in TREASURES]
    surplus.sort(key=lambda token: estimate.wanted(token, cell))
    return (*shells[:1], *surplus[:1])


def rated(estimate: Estimate, position: PlannedPosition) -> Iterator[PlannedAction]:
    """Yield every action worth considering, with the worth of the position after it."""
    wanted = position.wanted
    for move, after in steps(estimate, position):
        yield PlannedAction(estimate.worth(after), move, after.wanted is not wanted, after)


def glanced(estimate: Estimate, position: PlannedPosition) -> list[PlannedAction]:
    """Return the action that gains most; empty if none gains. Later actions are ignored."""
    best = max(rated(estimate, position), key=_worth, default=None)
    gains = best is not None and best.worth > estimate.worth(position) + _NOTICED
    return [best] if best is not None and gains else []


def _one_by_one(estimate: Estimate, position: PlannedPosition) -> list[PlannedAction]:
    """Return the actions that gain most, one after another, until none gains."""
    plan: list[PlannedAction] = []
    most = estimate.worth(position)
    while True:
        best = max(rated(estimate, position), key=_worth, default=None)
        if best is None or best.worth <= most + _NOTICED:
            return plan
        plan.append(best)
        most, position = best.worth, best.after


def planned(estimate: Estimate, position: PlannedPosition) -> list[PlannedAction]:
    """Return the best plan for the rest of the turn, action by action; empty if nothing is best.

    Each of the actions that gain most is tried as the first one.
    """
    best: list[PlannedAction] = []
    most = estimate.worth(position)
    least = most - _SETBACK
    for first in nlargest(_TRIED, rated(estimate, position), key=_worth):
        if first.worth < least:
            break
        plan = [first, *_one_by_one(estimate, first.after)]
        if plan[-1].worth > most + _NOTICED:
            best, most = plan, plan[-1].worth
    return best


def stopped(estimate: Estimate, position: PlannedPosition, column: int) -> PlannedPosition:
    """Return the position after the boat moved to a column, or outside right."""
    if column == RIGHT:
        waits = min(3, RIGHT - estimate.slowest)
        return replace(position, boat=RIGHT, ready=(0,) * DEPTH, waits=waits)
    ready = tuple(position.own.count(cell) for cell in CELLS_OF[column])
    return replace(position, boat=column, ready=ready, collecting=(), laid=())


def finishing(estimate: Estimate, position: PlannedPosition) -> Move | None:
    """Return the first of the takes that end and win the game this turn; None without any."""
    first = None
    while position.verdict is None:
        best = max(_emptying(estimate, position), key=_standing, default=None)
        if best is None:
            return None
        first, position = first or best[0], best[1]
    return first if position.verdict > 0 else None


def _emptying(
    estimate: Estimate, position: PlannedPosition
) -> Iterator[tuple[Move, PlannedPosition]]:
    """Yield takes that leave one treasure fewer in the column."""
    before = position.treasures[position.boat] if position.boat != RIGHT else 0
    for move, after in _takes(estimate, position):
        if after.treasures[position.boat] < before:
            yield move, after


def _standing(found: tuple[Move, PlannedPosition]) -> Standing:
    """Return the key to compare takes by: new types first, then jokers and cards kept."""
    return found[1].standing
