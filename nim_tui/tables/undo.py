"""The moves played at a table, and which of them can be undone, how often."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import Final

from nim_tui.tables.seeds import Seed, chance_of
from rules.contract import AnyGame, Event, Move, State
from screens.positions import NO_TURN, Turn

MOST_BACK: Final = 100

MOST_UNDOS: Final = 30
"""The most undos of a seat in one turn: without a limit a record would fill up."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played: its seat, its events, and whether chance was used."""

    seat: int
    move: Move
    events: tuple[Event, ...]
    drew: bool
    waiting: tuple[int, ...]
    """The seats that were to move before it."""
    turn: Turn = NO_TURN
    """The turn or round before it."""

    def is_noticed_by(self, seat: int | None) -> bool:
        """Check whether a seat (None: a spectator) made the move, or knows any of its events."""
        return seat == self.seat or any(event.seen_by(seat) for event in self.events)

    def is_told_to(self, other: int) -> bool:
        """Check whether another seat knows all events that the mover knows."""
        told = [(event.seen_by(self.seat), event.seen_by(other)) for event in self.events]
        return bool(told) and all(own == theirs for own, theirs in told)

    @property
    def can_be_taken_back(self) -> bool:
        """Whether the move drew nothing and revealed nothing hidden."""
        return not self.drew and not any(event.reveals for event in self.events)


class History:
    """The steps of a game, and the states before the last of them."""

    def __init__(self, game: AnyGame, seed: Seed) -> None:
        self._game = game
        self._seed = seed
        self.steps: list[PlayedMove] = []
        self._backs: deque[State] = deque(maxlen=MOST_BACK)
        """The states before the last steps, as far as these can be undone."""
        self._undone: Counter[int] = Counter()
        """The number of undos of each seat in its present turn."""
        self._made: Counter[int] = Counter()
        self._told: Counter[int] = Counter()
        """The number of each seat's moves, and of those that are public."""

    def add(self, step: PlayedMove, before: State, waiting: tuple[int, ...]) -> None:
        """Add a step that was made; `before` is the state before it, as a copy.

        A turn starts for the seats newly to move; after a step that cannot be undone, for all
        seats. Both facts are public.
        """
        self.steps.append(step)
        self._count(step, 1)
        if step.can_be_taken_back:
            self._backs.append(before)
            for seat in set(waiting) - set(step.waiting):
                del self._undone[seat]
        else:
            self._backs.clear()
            self._undone.clear()

    def has_undos_left(self, seat: int) -> bool:
        """Check whether a seat has undos left in its turn."""
        return self._undone[seat] < MOST_UNDOS

    def can_take_back(self, seat: int, waiting: tuple[int, ...]) -> bool:
        """Check whether a seat's last step can be undone, while these seats must move."""
        if not self._backs:
            return False
        place = self._own_last(seat)
        return place == len(self.steps) - 1 or self._without(place, waiting) is not None

    def state_without_last(self, seat: int, waiting: tuple[int, ...]) -> State:
        """Return the state without a seat's last step, which can be undone."""
        return (self._without(self._own_last(seat), waiting) or [self._backs[-1]])[-1]

    def take_back(self, seat: int, waiting: tuple[int, ...]) -> tuple[PlayedMove, State]:
        """Undo a seat's last step, which must be possible; return it and the state without it."""
        place = self._own_last(seat)
        states = self._without(place, waiting) or [self._backs[-1]]
        for _step in self.steps[place:]:
            self._backs.pop()
        self._undone[seat] += 1
        *befores, state = states
        self._backs.extend(befores)
        step = self.steps.pop(place)
        self._count(step, -1)
        return step, state

    def _count(self, step: PlayedMove, change: int) -> None:
        self._made[step.seat] += change
        if step.is_noticed_by(None):
            self._told[step.seat] += change

    def moves_of(self, seat: int) -> tuple[int, int]:
        """Return the number of a seat's moves, and of those that are public."""
        return self._made[seat], self._told[seat]

    def _own_last(self, seat: int) -> int:
        """Return the index of a seat's last step that can be undone, or -1."""
        first = len(self.steps) - len(self._backs)
        own = (n for n in range(len(self.steps) - 1, first - 1, -1) if self.steps[n].seat == seat)
        return next(own, -1)

    def _without(self, place: int, waiting: tuple[int, ...]) -> list[State] | None:
        """Return the states before each later step, and the last, as if a step was not made.

        None if the later steps depend on it, or are no longer hidden.
        """
        if place < 0 or not set(waiting) <= set(self.steps[place].waiting):
            return None
        states = [self._backs[place - len(self.steps)].copy()]
        for step in self.steps[place + 1 :]:
            state = states[-1].copy()
            if step.move not in self._game.legal(state, step.seat):
                return None
            events = self._game.play(state, step.seat, step.move, chance_of(self._seed))
            if tuple(events) != step.events:
                return None
            states.append(state)
        return states
