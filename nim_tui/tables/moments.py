"""What happened at a table seen again, event by event."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from nim_tui.tables.history import Step
from nim_tui.tables.seeds import Seed, chance_of
from rules.chance import Chance
from rules.contract import AnyGame, Moment, State

MOST_KEPT: Final = 12
"""The states before so many of the last moves are kept; older ones are come to by play."""


class Start(NamedTuple):
    """Where a move begins: the table before it, and how often chance was asked until then."""

    state: State
    drawn: int


class Moments:
    """Makes the views between the events of moves, for whoever looks back at them."""

    def __init__(self, game: AnyGame, start: State, seed: Seed, drawn: int) -> None:
        """`start` is the game set up, for which chance was asked `drawn` times."""
        self._game = game
        self._seed = seed
        self._first = Start(start.copy(), drawn)
        self._starts: deque[Start] = deque(maxlen=MOST_KEPT)

    def add(self, before: State, drawn: int) -> None:
        """A move was played; `before` is how the table lay, and is not changed any more."""
        self._starts.append(Start(before, drawn))

    def clear(self) -> None:
        """A move was taken back: what stands follows from other tables than before."""
        self._starts.clear()

    def of(self, steps: Sequence[Step], seat: int | None, since: int) -> list[Moment]:
        """What a seat (None: a spectator) was told after its first `since` events, and saw."""
        first, known = _reached(steps, seat, since)
        if first == len(steps):
            return []
        found = [*self._seen(steps[first:], self._start_of(steps, first), seat)]
        return found[since - known :]

    @staticmethod
    def moves_before(steps: Sequence[Step], seat: int | None, told: int) -> int:
        """How many moves a seat had been told all of when it had been told so many events."""
        return _reached(steps, seat, told)[0]

    def _start_of(self, steps: Sequence[Step], place: int) -> Start:
        kept = place - len(steps) + len(self._starts)
        if kept >= 0:
            return self._starts[kept]
        state, chance = self._first.state.copy(), chance_after(self._seed, self._first.drawn)
        for step in steps[:place]:
            self._game.play(state, step.seat, step.move, chance)
        return Start(state, chance.drawn)

    def _seen(self, steps: Sequence[Step], start: Start, seat: int | None) -> Iterator[Moment]:
        state, chance = start.state.copy(), chance_after(self._seed, start.drawn)
        for step in steps:
            last = None
            for event in self._game.steps(state, step.seat, step.move, chance):
                seen = event.seen_by(seat)
                if seen is None:
                    continue
                if last is not None:
                    yield last
                last = Moment(seen, self._game.view(state, seat))
            if last is not None:  # what the move did silently after it goes with it
                yield Moment(last.event, self._game.view(state, seat))


def _reached(steps: Sequence[Step], seat: int | None, told: int) -> tuple[int, int]:
    """The moves a seat was told all of within so many events, and the events of these."""
    known = 0
    for place, step in enumerate(steps):
        more = sum(event.seen_by(seat) is not None for event in step.events)
        if known + more > told:
            return place, known
        known += more
    return len(steps), known


def chance_after(seed: Seed, drawn: int) -> Chance:
    """Chance as it stands after so many draws."""
    chance = chance_of(seed)
    while chance.drawn < drawn:
        chance.below(1)
    return chance
