"""Table: a game being played, and the only holder of its full state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from nim_tui.names import printable
from nim_tui.tables.draft import Draft, Keeper
from nim_tui.tables.early_end import (
    MOVES_OF_FIRST_ROUND,
    OUT_OF_TIME,
    RESIGNED,
    agreed_end,
    early_end,
    told_early_end,
)
from nim_tui.tables.history import History, Step
from nim_tui.tables.listeners import Listener, Listeners
from nim_tui.tables.marks import Marks
from nim_tui.tables.moments import Moments, chance_after
from nim_tui.tables.record import (
    FORMAT,
    Header,
    Line,
    Mark,
    Over,
    Play,
    RecordError,
    SeatPlan,
    Undo,
)
from rules.chance import Chance
from rules.contract import (
    AnyGame,
    Event,
    IllegalMove,
    Moment,
    Move,
    Result,
    State,
    check_seats,
    settle_options,
)
from rules.messages import N_, Refusal
from rules.options import OptionValue


class Table:
    """A game, its seats and its record; changed by `play`, `undo` and `mark` alone."""

    def __init__(
        self,
        game: AnyGame,
        options: Mapping[str, OptionValue],
        seats: Sequence[SeatPlan],
        seed: int,
    ) -> None:
        check_seats(game, len(seats))
        self.game: Final = game
        self.options: Final = settle_options(game, options)
        self.seats: Final = tuple(seats)
        self.seed: Final = seed
        self._chance = Chance(seed)
        self._state: State = game.new(len(seats), self.options, self._chance)
        self._drawn = self._chance.drawn
        """How often chance was asked by moves that were made: a draft may have asked more."""
        self._early: Result | None = None
        """The end that no rules brought about."""
        self._turns: Counter[int] = Counter()
        """How many moves of each seat that stand changed for whom the game waits."""
        self._history = History(game, seed)
        self._moments = Moments(game, self._state, seed, self._chance.drawn)
        self._fixed: dict[int, int] = {}
        """How many moves of a seat can be taken back no more, whatever they showed."""
        self.changes = 0
        """How often it was changed: unlike the moves played, undo counts too."""
        self._marks = [Marks() for _ in seats]
        self._journal: Keeper | None = None
        self._listeners = Listeners()

    # What may be asked

    @property
    def header(self) -> Header:
        """The set-up as the first line of a record."""
        return Header(FORMAT, self.game.name, self.options, self.seats, self.seed)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now."""
        return () if self._early is not None else self._state.waiting()

    @property
    def moves_played(self) -> int:
        """How many moves stand."""
        return len(self._history.steps)

    def moves_noticed(self, seat: int | None) -> int:
        """How many moves stand that a seat (None: a spectator) made or was told of."""
        return sum(step.is_noticed_by(seat) for step in self._history.steps)

    @property
    def plays(self) -> tuple[Play, ...]:
        """The moves that stand, as lines of a record."""
        return tuple(Play(step.seat, step.move.word) for step in self._history.steps)

    @property
    def result(self) -> Result | None:
        """The result once the game is over."""
        return self._early or self.game.result(self._state)

    def view(self, seat: int | None) -> Any:
        """What a seat, or a spectator, may know."""
        return self.game.view(self._state, seat)

    def legal(self, seat: int) -> Sequence[Move]:
        """The legal moves of a seat."""
        return () if self._early is not None else self.game.legal(self._state, seat)

    def moves_of(self, seat: int) -> tuple[int, int]:
        """How many moves of a seat stand, and how many of these everybody was told of."""
        return self._history.moves_of(seat)

    def turns_of(self, seat: int) -> int:
        """How many turns of a seat have ended, each by a move of its own: everybody may know.

        A turn ends where the game comes to wait for others.
        """
        return self._turns[seat]

    @property
    def is_first_round(self) -> bool:
        """Whether somebody has not set up and then moved yet, by moves all were told of."""
        opened = (self.moves_of(seat)[1] for seat in range(len(self.seats)))
        return any(moves < MOVES_OF_FIRST_ROUND for moves in opened)

    @property
    def early_over(self) -> tuple[Over, ...]:
        """The end that no rules brought about, as the line of a record; none before that."""
        return () if self._early is None else (Over(self._early.ranking, self._early.reason),)

    def log(self, seat: int | None) -> list[Event]:
        """Everything that happened, as far as a seat (None: a spectator) was told."""
        told = (event.seen_by(seat) for step in self._history.steps for event in step.events)
        return [event for event in told if event is not None]

    def moments(self, seat: int | None, since: int) -> list[Moment]:
        """What a seat was told after its first `since` events, and what it saw at each."""
        return self._moments.of(self._history.steps, seat, since)

    def moves_before(self, seat: int | None, told: int) -> int:
        """How many moves stood when a seat had been told so many events."""
        return self._moments.moves_before(self._history.steps, seat, told)

    def marks(self, seat: int) -> dict[str, str]:
        """The private marks of a seat: place to sign."""
        return self._marks[seat].all()

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take its last move back: it drew nothing and showed nothing hidden.

        It is the last of all, or since then others only made theirs at the same time; whether
        they did so is not to be told by this. In one turn that is done so often at most.
        """
        return self._history.has_undos_left(seat) and self._can_take_back(seat)

    def _can_take_back(self, seat: int) -> bool:
        if self.result is not None:
            return False
        if seat in self._fixed and self.moves_of(seat)[0] <= self._fixed[seat]:
            return False
        return self._history.can_take_back(seat, self.waiting)

    def why_not(self, seat: int, move: Move) -> IllegalMove | None:
        """Why a seat may not play a move now; None if it may.

        Tried on a copy, with chance of its own: neither the table nor its chance notices.
        """
        try:
            self.game.play(self._state.copy(), seat, move, Chance(0))
        except IllegalMove as refusal:
            return refusal
        return None

    # What changes it

    def play(self, seat: int, move: Move) -> None:
        """Play a move: check it, write it down, then tell everyone.

        Raises IllegalMove, or OSError when the record cannot take the line; in both cases
        nothing has changed.
        """
        self._make(self.play_draft(seat, move))

    def play_draft(self, seat: int, move: Move) -> Draft:
        """A move, not played yet. Raises IllegalMove."""
        if self._early is not None:
            raise IllegalMove(N_("the game is over"))
        state, chance = self._state.copy(), self._chance_now()
        events = self.game.play(state, seat, move, chance)
        step = Step(seat, move, tuple(events), chance.drawn > self._drawn, self.waiting)
        make = partial(self._step, step, state, chance.drawn)
        result = self.game.result(state)
        end = None if result is None else Over(result.ranking, result.reason)
        return Draft(Play(seat, move.word), end, state.waiting(), self._journal, make)

    def _chance_now(self) -> Chance:
        """Chance as the moves that were made have left it."""
        if self._chance.drawn != self._drawn:
            self._chance = chance_after(self.seed, self._drawn)
        return self._chance

    def _step(self, step: Step, state: State, drawn: int) -> None:
        """The table lies like this after a step, for which chance was asked so often in all."""
        before, self._state = self._state, state
        self._moments.add(before, self._drawn)
        self._drawn = drawn
        self._history.add(step, before, self.waiting)
        self._turns[step.seat] += step.waiting != self.waiting
        self._tell(step, step.waiting)

    def undo(self, seat: int) -> None:
        """Take back a seat's last move. Raises IllegalMove if it may not be."""
        self._make(self.undo_draft(seat))

    def undo_draft(self, seat: int) -> Draft:
        """A seat's last move taken back, not done yet. Raises IllegalMove if it may not be."""
        if not self.can_undo(seat):
            raise _cannot_undo()
        return self._back_draft(seat)

    def _back_draft(self, seat: int) -> Draft:
        after = self._history.state_without_last(seat, self.waiting).waiting()
        make = partial(self._take_back, seat)
        return Draft(Undo(seat), None, after, self._journal, make)

    def _take_back(self, seat: int) -> None:
        waiting = self.waiting
        step, self._state = self._history.take_back(seat, waiting)
        self._moments.clear()
        self._turns[seat] -= waiting != self.waiting
        self._tell(step, waiting)

    def resign(self, seat: int) -> None:
        """One of two gives the game up: the other has won. Raises IllegalMove, OSError."""
        self._make(self.resign_draft(seat))

    def resign_draft(self, seat: int) -> Draft:
        """One of two gives the game up, not done yet. Raises IllegalMove."""
        return self._end_draft(early_end(RESIGNED, (seat,), len(self.seats)))

    def run_out(self, seats: Collection[int]) -> None:
        """One of two, or both at once, had no time left. Raises IllegalMove, OSError."""
        self._make(self.run_out_draft(seats))

    def run_out_draft(self, seats: Collection[int]) -> Draft:
        """Who had no time left has lost, not done yet. Raises IllegalMove."""
        return self._end_draft(early_end(OUT_OF_TIME, seats, len(self.seats)))

    def end_by_agreement(self) -> None:
        """All agree to end the game: nobody has won. Raises IllegalMove, OSError.

        It is a draw of all seats; in the first round there is no result at all.
        """
        self._make(self.agreed_draft())

    def agreed_draft(self) -> Draft:
        """The end by agreement, not made yet. Raises IllegalMove."""
        return self._end_draft(agreed_end(len(self.seats), is_first_round=self.is_first_round))

    def _end_draft(self, result: Result) -> Draft:
        if self.result is not None:
            raise IllegalMove(N_("the game is over"))
        line = Over(result.ranking, result.reason)
        return Draft(line, None, (), self._journal, partial(self._end_early, result))

    def _end_early(self, result: Result) -> None:
        self._early = result
        self.changes += 1
        self._listeners.tell()

    def fix_moves(self, seat: int) -> None:
        """Let the moves that a seat has made stand for good: another hand made some of them."""
        self._fixed[seat] = self.moves_of(seat)[0]

    def mark(self, seat: int, place: str, sign: str) -> None:
        """Put a private mark of a seat on a place; an empty sign wipes it. Nobody is told."""
        self._make(self.mark_draft(seat, place, sign))

    def mark_draft(self, seat: int, place: str, sign: str) -> Draft:
        """A private mark, not put yet. Raises IllegalMove."""
        marks = self._marks[seat]
        marks.check(place, sign)
        make = partial(marks.put, place, sign)
        return Draft(Mark(seat, place, sign), None, self.waiting, self._journal, make)

    @staticmethod
    def _make(draft: Draft) -> None:
        draft.store()
        draft.make()

    # Keeping and telling

    def keep(self, journal: Keeper) -> None:
        """Write everything from now on to an open record."""
        self._journal = journal

    @property
    def keeper(self) -> Keeper | None:
        """The open record, if there is one."""
        return self._journal

    def write_end(self) -> None:
        """Write the end of a game that is over; it follows from the moves, so it may fail."""
        result = self.result
        if self._journal is not None and result is not None and self._early is None:
            with suppress(OSError):
                self._journal.append(Over(result.ranking, result.reason))

    def close(self) -> None:
        """Let go of the record."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def listen(
        self, listener: Listener, seats: Iterable[int | None] | None = None
    ) -> Callable[[], None]:
        """Be told after each change that one of these seats notices (None: of every change).

        Call what is returned to stop. Who waits for whom is noticed by everybody.
        """
        everyone = (*range(len(self.seats)), None)
        return self._listeners.add(listener, everyone if seats is None else seats)

    def _tell(self, step: Step, waiting: tuple[int, ...]) -> None:
        """Tell who notices that a step was made or taken back."""
        self.changes += 1
        self._listeners.tell(None if waiting != self.waiting else step)

    # Replaying

    def follow(self, lines: Sequence[Line]) -> None:
        """Do what the lines of a record say. Raises RecordError, naming the line."""
        for number, line in enumerate(lines, start=2):
            try:
                self._follow_line(line)
            except Refusal as refusal:
                why = printable(str(refusal))
                raise RecordError(
                    N_("line {line} does not fit the game: {why}"), line=number, why=why
                ) from refusal

    def _follow_line(self, line: Line) -> None:
        match line:
            case Over():
                self._check_over(line)
            case Play() | Undo() | Mark() if not 0 <= line.seat < len(self.seats):
                raise IllegalMove(N_("there is no seat {seat}"), seat=line.seat)
            case Play():
                self.play(line.seat, self.game.parse(line.move))
            case Undo():  # that it was allowed is settled: here only whether it can be done
                if self.result is not None or not self._history.can_take_back(
                    line.seat, self.waiting
                ):
                    raise _cannot_undo()
                self._make(self._back_draft(line.seat))
            case Mark():
                self.mark(line.seat, line.place, line.sign)

    def _check_over(self, line: Over) -> None:
        is_early = self.result is None
        result = self.result or told_early_end(
            line, len(self.seats), is_first_round=self.is_first_round
        )
        if (
            result is None
            or line.ranking != result.ranking
            or line.reason not in (result.reason, *result.once)
        ):
            raise IllegalMove(N_("the moves do not lead to the end it tells"))
        if is_early:
            self._end_early(result)


def _cannot_undo() -> IllegalMove:
    return IllegalMove(N_("the last move cannot be taken back"))


def table_from(header: Header, game: AnyGame, lines: Sequence[Line] = ()) -> Table:
    """The table a record tells of, brought to where the lines end.

    Raises UnsuitableTable or RecordError.
    """
    table = Table(game, header.options, header.seats, header.seed)
    table.follow(lines)
    return table
