"""The states of a game so far, and its events as one seat saw them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NamedTuple

from nim_tui.tables.record import MOVES_OF_FIRST_ROUND
from nim_tui.tables.seeds import Seed, chance_of
from nim_tui.tables.undo import History, PlayedMove
from rules.chance import Chance
from rules.contract import AnyGame, Moment, Move, Result, State
from rules.options import OptionValue
from screens.positions import MoveIndex, turn_of

MOST_KEPT: Final = 12
"""The number of last moves whose states are kept; older states are replayed."""


class Start(NamedTuple):
    """The state before a move, and the number of draws until then."""

    state: State
    drawn: int


class EventViews:
    """The views between the events of moves, for players who look at them again."""

    def __init__(self, game: AnyGame, start: State, seed: Seed, drawn: int) -> None:
        """`start` is the state after the set-up, which took `drawn` draws."""
        self._game = game
        self._seed = seed
        self._first = Start(start.copy(), drawn)
        self._starts: deque[Start] = deque(maxlen=MOST_KEPT)

    def add(self, before: State, drawn: int) -> None:
        """Add a move; `before` is the state before it, which must no longer change."""
        self._starts.append(Start(before, drawn))

    def clear(self) -> None:
        """Forget all starts after an undo, as later states have changed."""
        self._starts.clear()

    def of(self, steps: Sequence[PlayedMove], seat: int | None, since: int) -> list[Moment]:
        """Return events told to a seat (None: a spectator) after its first `since`, with views."""
        first, known = _reached(steps, seat, since)
        if first == len(steps):
            return []
        found = [*self._seen(steps[first:], self._start_of(steps, first), seat)]
        return found[since - known :]

    def _start_of(self, steps: Sequence[PlayedMove], place: int) -> Start:
        kept = place - len(steps) + len(self._starts)
        if kept >= 0:
            return self._starts[kept]
        state, chance = self._first.state.copy(), chance_after(self._seed, self._first.drawn)
        for step in steps[:place]:
            self._game.play(state, step.seat, step.move, chance)
        return Start(state, chance.drawn)

    def _seen(
        self, steps: Sequence[PlayedMove], start: Start, seat: int | None
    ) -> Iterator[Moment]:
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
            if last is not None:  # its silent effects after the last event belong to it
                yield Moment(last.event, self._game.view(state, seat))


def _reached(steps: Sequence[PlayedMove], seat: int | None, told: int) -> tuple[int, int]:
    """Return the number of moves a seat knew completely within `told` events, and their events."""
    known = 0
    for place, step in enumerate(steps):
        more = sum(event.seen_by(seat) is not None for event in step.events)
        if known + more > told:
            return place, known
        known += more
    return len(steps), known


def chance_after(seed: Seed, drawn: int) -> Chance:
    """Return chance after this many draws."""
    chance = chance_of(seed)
    chance.skip(drawn)
    return chance


@dataclass(frozen=True, slots=True)
class Planned:
    """A move that was planned but not made."""

    step: PlayedMove
    state: State
    """The state after the move."""
    drawn: int
    """The total number of draws after the move."""


class Timeline:
    """The moves of one game, without undone ones; holds secrets of all seats."""

    def __init__(
        self, game: AnyGame, seats: int, options: Mapping[str, OptionValue], seed: Seed
    ) -> None:
        self._game = game
        self._seats = seats
        self._seed = seed
        self._chance = chance_of(seed)
        self.state: State = game.new(seats, options, self._chance)
        self._drawn = self._chance.drawn
        """The number of draws of moves made: planned ones may have drawn more."""
        self.early: Result | None = None
        """The early end, outside the rules."""
        self._turns: Counter[int] = Counter()
        """By seat: the number of moves that changed which seats are to move."""
        self._history = History(game, seed)
        self._moments = EventViews(game, self.state, seed, self._chance.drawn)
        self._fixed: dict[int, int] = {}
        """By seat: the number of moves that are final, whatever they showed."""

    # Questions

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now."""
        return () if self.early is not None else self.state.waiting()

    @property
    def result(self) -> Result | None:
        """The result; None before the game is over."""
        return self.early or self._game.result(self.state)

    @property
    def steps(self) -> Sequence[PlayedMove]:
        """The moves, without undone ones."""
        return self._history.steps

    def moves_of(self, seat: int) -> tuple[int, int]:
        """Return the number of a seat's moves, and of those that are public."""
        return self._history.moves_of(seat)

    def turns_of(self, seat: int) -> int:
        """Return the number of turns a seat has ended by a move."""
        return self._turns[seat]

    @property
    def is_first_round(self) -> bool:
        """Whether a seat has not made its first two public moves yet: set-up and one more."""
        opened = (self.moves_of(seat)[1] for seat in range(self._seats))
        return any(moves < MOVES_OF_FIRST_ROUND for moves in opened)

    def moments(self, seat: int | None, since: int) -> list[Moment]:
        """Return the events told to a seat after its first `since`, and its view at each."""
        return self._moments.of(self._history.steps, seat, since)

    def move_index(self, seat: int | None) -> MoveIndex:
        """Return the moves as a seat knew them."""
        steps = self._history.steps
        told = (sum(event.seen_by(seat) is not None for event in step.events) for step in steps)
        turns = [*(step.turn for step in steps), turn_of(self.state)]
        return MoveIndex(turns, [*accumulate(told, initial=0)])

    def can_undo(self, seat: int) -> bool:
        """Check whether a seat may undo its last move, within the limit of a turn."""
        return self._history.has_undos_left(seat) and self._may_take_back(seat)

    def _may_take_back(self, seat: int) -> bool:
        if self.result is not None:
            return False
        if seat in self._fixed and self.moves_of(seat)[0] <= self._fixed[seat]:
            return False
        return self.can_take_back(seat)

    def can_take_back(self, seat: int) -> bool:
        """Check whether a seat's last move can be undone at all, allowed or not."""
        return self._history.can_take_back(seat, self.waiting)

    # Changes

    def plan(self, seat: int, move: Move) -> Planned:
        """Plan a move. Raises IllegalMove."""
        state, chance = self.state.copy(), self._chance_now()
        events = self._game.play(state, seat, move, chance)
        drew, turn = chance.drawn > self._drawn, turn_of(self.state)
        step = PlayedMove(seat, move, tuple(events), drew, self.waiting, turn)
        return Planned(step, state, chance.drawn)

    def _chance_now(self) -> Chance:
        """Return chance after the moves made so far."""
        if self._chance.drawn != self._drawn:
            self._chance = chance_after(self._seed, self._drawn)
        return self._chance

    def make(self, planned: Planned) -> None:
        """Carry out a planned move."""
        step, before, self.state = planned.step, self.state, planned.state
        self._moments.add(before, self._drawn)
        self._drawn = planned.drawn
        self._history.add(step, before, self.waiting)
        self._turns[step.seat] += step.waiting != self.waiting

    def waiting_without_last(self, seat: int) -> tuple[int, ...]:
        """Return the seats that would be to move if the last move of `seat` were undone.

        That move must be one that can be undone.
        """
        return self._history.state_without_last(seat, self.waiting).waiting()

    def take_back(self, seat: int) -> PlayedMove:
        """Undo a seat's last move, which must be possible; return it."""
        waiting = self.waiting
        step, self.state = self._history.take_back(seat, waiting)
        self._moments.clear()
        self._turns[seat] -= waiting != self.waiting
        return step

    def fix_moves(self, seat: int) -> None:
        """Make the moves of a seat final."""
        self._fixed[seat] = self.moves_of(seat)[0]
