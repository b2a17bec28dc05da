"""The cells to which a bot of *Der Schwarm* sends whale, wave and crab."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from nim_tui.games.schwarm.worth import Worth
from rules.schwarm.cards import Action
from rules.schwarm.cells import NONE, column_of, row_of
from rules.schwarm.hazard_reach import (
    Hit,
    cost,
    crab_moves,
    crab_path,
    hits_at,
    reach_of,
    wave_hits,
    wave_moves,
)
from rules.schwarm.moves import DONE, Kind, Move, step, whale
from rules.schwarm.state import SchwarmState

HAZARDS: Final = (Action.WHALE, Action.WAVE, Action.CRAB)
NEAR: Final = 0.05
"""The cost, per ship, of leaving a whale where it could return to one of the player's ships."""
AT_HAND: Final = 4
"""The distance that counts as near."""


class Strike(NamedTuple):
    """A move of a hazard, with its gains by the end of its card."""

    worth: float
    move: Move
    hits: int
    points: int
    """The total points the player gains."""


def best_strike(state: SchwarmState, worth: Worth, card: int, action: Action) -> Strike | None:
    """Return the best use of a hazard card, if there is any."""
    if action == Action.WHALE:
        strikes = list(_whales(state, worth, card))
    elif action == Action.WAVE:
        strikes = list(_waves(state, worth, card))
    else:
        strikes = list(_crabs(state, worth, card))
    return max(strikes, key=lambda strike: strike.worth, default=None)


def _struck(state: SchwarmState, worth: Worth, move: Move, hits: list[Hit]) -> Strike:
    """Return the result of hits, made one after the other."""
    points = list(state.points)
    for hit in hits:
        victim = hit.victim
        price = cost(state.board, points[victim], state.capacities[victim], hit.less)
        points[victim] -= price
        points[worth.seat] += price
    lost = [before - after for before, after in zip(state.points, points)]
    gain = sum(max(0, loss) * weight for loss, weight in zip(lost, worth.weights))
    taken = points[worth.seat] - state.points[worth.seat]
    return Strike(gain + taken, move, len(hits), taken)


# Waves and the crab


def _waves(state: SchwarmState, worth: Worth, card: int) -> Iterator[Strike]:
    board, great, seat = state.board, state.options.great_wave, worth.seat
    for move in wave_moves(state, card):
        is_new = move.number == NONE
        start = board.queen if is_new else state.waves[move.number]
        path = board.wave_path(start, move.end, move.count)
        yield _struck(state, worth, move, wave_hits(state, great, seat, start, path, is_new=is_new))


def _crabs(state: SchwarmState, worth: Worth, card: int) -> Iterator[Strike]:
    board, seat = state.board, worth.seat
    for move in crab_moves(state, card):
        start = move.cell if move.kind == Kind.NEW_CRAB else state.crab
        path = crab_path(board, state.owners, seat, start, move.count)
        hits = [hit for cell in path for hit in hits_at(state, seat, cell)]
        yield _struck(state, worth, move, hits)


# The whale


def _whales(state: SchwarmState, worth: Worth, card: int) -> Iterator[Strike]:
    reach, seat = reach_of(state.board, card), worth.seat
    numbers = [NONE] if NONE in state.whales else []
    numbers += [number for number, cell in enumerate(state.whales) if cell != NONE]
    for number in numbers:
        start = state.board.queen if number == NONE else state.whales[number]
        hits = hits_at(state, seat, start) if number == NONE else []
        best = _swum(state, worth, [start], hits, reach)[0]
        yield best._replace(move=whale(card, number))


def next_step(state: SchwarmState, worth: Worth) -> Strike:
    """Return the best continuation for the swimming whale: its next step, or to stop."""
    return _swum(state, worth, state.visited, [], state.left)[0]


def next_steps(state: SchwarmState, worth: Worth) -> list[Strike]:
    """Return the best continuation from each next step of the swimming whale, best first."""
    return _swum(state, worth, state.visited, [], state.left)


def _swum(
    state: SchwarmState, worth: Worth, visited: list[int], before: list[Hit], left: int
) -> list[Strike]:
    """Return the best paths by next move, best first; `before` are the hits so far."""
    table = _Water(state, worth, len(visited))
    table.follow(visited, before, _struck(state, worth, DONE, before), left)
    return sorted(table.best.values(), key=lambda strike: -strike.worth)


class _Water:
    """A depth-first search over the paths of a whale."""

    def __init__(self, state: SchwarmState, worth: Worth, begun: int) -> None:
        self._state, self._worth, self._begun = state, worth, begun
        seat = worth.seat
        afloat = {ship for ships in state.ships for ship in ships}
        self._hits = {cell: hits_at(state, seat, cell) for cell in afloat}
        self._near: dict[int, int] = {}
        """Own ships near a cell, as far as it was asked."""
        self.best: dict[Move, Strike] = {}
        """The best path by next move."""

    def follow(self, path: list[int], hits: list[Hit], struck: Strike, left: int) -> None:
        """Search all continuations of a path; `struck` is the result of the hits on it."""
        if len(path) > 1:
            self._weigh(path, struck)
        if not left:
            return
        for cell in self._state.board.waters[path[-1]]:
            if cell in path:
                continue
            more = self._hits.get(cell)
            if more:
                after = hits + more
                result = _struck(self._state, self._worth, DONE, after)
                self.follow([*path, cell], after, result, left - 1)
            else:
                self.follow([*path, cell], hits, struck, left - 1)

    def _weigh(self, path: list[int], struck: Strike) -> None:
        move = step(path[self._begun]) if len(path) > self._begun else DONE
        worth = struck.worth - NEAR * self._ships_near(path[-1])
        known = self.best.get(move)
        if known is None or worth > known.worth:
            self.best[move] = Strike(worth, move, struck.hits, struck.points)

    def _ships_near(self, cell: int) -> int:
        """Return the number of own ships near a cell."""
        near = self._near.get(cell)
        if near is None:
            own = self._state.ships[self._worth.seat]
            near = self._near[cell] = sum(_distance(cell, ship) <= AT_HAND for ship in own)
        return near


def _distance(one: int, other: int) -> int:
    """Return the steps between two cells over open water."""
    return abs(column_of(one) - column_of(other)) + abs(row_of(one) - row_of(other))
