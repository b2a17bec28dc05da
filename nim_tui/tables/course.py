"""How a game has gone so far: its full state, and the moves that have led there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nim_tui.tables.early_end import MOVES_OF_FIRST_ROUND
from nim_tui.tables.history import History, Step
from nim_tui.tables.moments import Moments, chance_after
from nim_tui.tables.seeds import Seed, chance_of
from rules.chance import Chance
from rules.contract import AnyGame, Moment, Move, Result, State
from rules.options import OptionValue


@dataclass(frozen=True, slots=True)
class Planned:
    """A move that was worked out and not made."""

    step: Step
    state: State
    """How the table lies after it."""
    drawn: int
    """How often chance was asked in all, until then."""


class Course:
    """The moves of one game that stand; holds what no seat may know."""

    def __init__(
        self, game: AnyGame, seats: int, options: Mapping[str, OptionValue], seed: Seed
    ) -> None:
        self._game = game
        self._seats = seats
        self._seed = seed
        self._chance = chance_of(seed)
        self.state: State = game.new(seats, options, self._chance)
        self._drawn = self._chance.drawn
        """How often chance was asked by moves that were made: a draft may have asked more."""
        self.early: Result | None = None
        """The end that no rules brought about."""
        self._turns: Counter[int] = Counter()
        """How many moves of each seat that stand changed for whom the game waits."""
        self._history = History(game, seed)
        self._moments = Moments(game, self.state, seed, self._chance.drawn)
        self._fixed: dict[int, int] = {}
        """How many moves of a seat can be taken back no more, whatever they showed."""

    # What may be asked

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now."""
        return () if self.early is not None else self.state.waiting()

    @property
    def result(self) -> Result | None:
        """The result once the game is over."""
        return self.early or self._game.result(self.state)

    @property
    def steps(self) -> Sequence[Step]:
        """The moves that stand."""
        return self._history.steps

    def moves_of(self, seat: int) -> tuple[int, int]:
        """How many moves of a seat stand, and how many of these everybody was told of."""
        return self._history.moves_of(seat)

    def turns_of(self, seat: int) -> int:
        """How many turns of a seat have ended, each by a move of its own."""
        return self._turns[seat]

    @property
    def is_first_round(self) -> bool:
        """Whether somebody has not set up and then moved yet, by moves all were told of."""
        opened = (self.moves_of(seat)[1] for seat in range(self._seats))
        return any(moves < MOVES_OF_FIRST_ROUND for moves in opened)

    def moments(self, seat: int | None, since: int) -> list[Moment]:
        """What a seat was told after its first `since` events, and what it saw at each."""
        return self._moments.of(self._history.steps, seat, since)

    def moves_before(self, seat: int | None, told: int) -> int:
        """How many moves stood when a seat had been told so many events."""
        return self._moments.moves_before(self._history.steps, seat, told)

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take its last move back, as often as it may in one turn."""
        return self._history.has_undos_left(seat) and self._may_take_back(seat)

    def _may_take_back(self, seat: int) -> bool:
        if self.result is not None:
            return False
        if seat in self._fixed and self.moves_of(seat)[0] <= self._fixed[seat]:
            return False
        return self.can_take_back(seat)

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat's last move can be taken back at all, be it allowed or not."""
        return self._history.can_take_back(seat, self.waiting)

    # What changes it

    def plan(self, seat: int, move: Move) -> Planned:
        """A move, not made yet. Raises IllegalMove."""
        state, chance = self.state.copy(), self._chance_now()
        events = self._game.play(state, seat, move, chance)
        step = Step(seat, move, tuple(events), chance.drawn > self._drawn, self.waiting)
        return Planned(step, state, chance.drawn)

    def _chance_now(self) -> Chance:
        """Chance as the moves that were made have left it."""
        if self._chance.drawn != self._drawn:
            self._chance = chance_after(self._seed, self._drawn)
        return self._chance

    def make(self, planned: Planned) -> None:
        """The table lies as it was planned."""
        step, before, self.state = planned.step, self.state, planned.state
        self._moments.add(before, self._drawn)
        self._drawn = planned.drawn
        self._history.add(step, before, self.waiting)
        self._turns[step.seat] += step.waiting != self.waiting

    def waiting_without_last(self, seat: int) -> tuple[int, ...]:
        """Who would have to move without a seat's last move, which can be taken back."""
        return self._history.state_without_last(seat, self.waiting).waiting()

    def take_back(self, seat: int) -> Step:
        """Take a seat's last move back, which can be; the move."""
        waiting = self.waiting
        step, self.state = self._history.take_back(seat, waiting)
        self._moments.clear()
        self._turns[seat] -= waiting != self.waiting
        return step

    def fix_moves(self, seat: int) -> None:
        """Let the moves that a seat has made stand for good."""
        self._fixed[seat] = self.moves_of(seat)[0]
