"""Table: the only holder of a full state, and its listeners."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from nim_tui.tables.changes import ChangePlanner, Marks, RecordWriter
from nim_tui.tables.record import FORMAT, EndEntry, MoveEntry, RecordHeader, SeatPlan, may_resign
from nim_tui.tables.seeds import DrawnSeed, Seed
from nim_tui.tables.timeline import Timeline
from nim_tui.tables.undo import PlayedMove
from rules.chance import Chance
from rules.contract import (
    AnyGame,
    Event,
    IllegalMove,
    Moment,
    Move,
    Result,
    check_seats,
    settle_options,
)
from rules.options import OptionValue
from screens.people import ThinkingTime
from screens.positions import MoveIndex

Listener = Callable[[], None]


class Listeners:
    """Listeners by seat, or by the spectators' place (None)."""

    def __init__(self) -> None:
        self._entries: list[tuple[Listener, frozenset[int | None]]] = []

    def add(self, listener: Listener, seats: Iterable[int | None]) -> Callable[[], None]:
        """Call a listener after changes these seats notice; return a function that stops it."""
        entry = (listener, frozenset(seats))
        self._entries.append(entry)
        return lambda: self._entries.remove(entry)

    def tell(self, step: PlayedMove | None = None) -> None:
        """Tell those who notice that a step was made or undone; without a step, tell everyone."""
        for listener, seats in tuple(self._entries):
            if step is None or any(step.is_noticed_by(seat) for seat in seats):
                listener()


class Table:
    """A game, its seats and its record; only `play`, `undo`, `mark` and the ends change it."""

    def __init__(
        self,
        game: AnyGame,
        options: Mapping[str, OptionValue],
        seats: Sequence[SeatPlan],
        seed: Seed,
        *,
        hints_for_all: bool = False,
    ) -> None:
        """`hints_for_all`: the people agreed that bots may give each of them hints."""
        check_seats(game, len(seats))
        self.game: Final = game
        self.options: Final = settle_options(game, options)
        self.seats: Final = tuple(seats)
        self.seed: Final = seed
        self.hints_for_all: Final = hints_for_all
        self._course = Timeline(game, len(seats), self.options, seed)
        self.changes = 0
        """The number of changes; unlike the number of moves, it also grows on undo."""
        self._marks = [Marks() for _ in seats]
        self._listeners = Listeners()
        persons = frozenset(number for number, seat in enumerate(seats) if seat.bot is None)
        self.persons: Final = persons
        """The seats of people."""
        self.drafts: Final = ChangePlanner(game, self._course, self._marks, self._noticed, persons)
        """The possible changes, prepared but not carried out."""
        self.thought: Final[dict[int, ThinkingTime]] = {}
        """The thinking time of bots by seat; secret until the game is over."""

    # Questions

    @property
    def header(self) -> RecordHeader:
        """The set-up as the first line of a record."""
        terms = self.options, self.seats, self.seed, self.hints_for_all
        return RecordHeader(FORMAT, self.game.name, *terms)

    @property
    def commitment(self) -> str | None:
        """The commitment to the seed, public from the first move; None for a chosen seed."""
        return self.seed.commitment if isinstance(self.seed, DrawnSeed) else None

    @property
    def opened(self) -> DrawnSeed | None:
        """The drawn seed, secret until the game has a result; None for a chosen seed."""
        if self.result is None or not isinstance(self.seed, DrawnSeed):
            return None
        return self.seed

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must move now."""
        return self._course.waiting

    @property
    def moves_played(self) -> int:
        """The number of moves."""
        return len(self._course.steps)

    def moves_noticed(self, seat: int | None) -> int:
        """Return the number of moves that a seat (None: a spectator) made or knows of."""
        return sum(step.is_noticed_by(seat) for step in self._course.steps)

    @property
    def plays(self) -> tuple[MoveEntry, ...]:
        """The moves without undone ones, as lines of a record."""
        return tuple(MoveEntry(step.seat, step.move.word) for step in self._course.steps)

    @property
    def result(self) -> Result | None:
        """The result; None before the game is over."""
        return self._course.result

    def view(self, seat: int | None) -> Any:
        """Return the view of a seat, or of a spectator."""
        return self.game.view(self._course.state, seat)

    def legal(self, seat: int) -> Sequence[Move]:
        """Return the legal moves of a seat."""
        course = self._course
        return () if course.early is not None else self.game.legal(course.state, seat)

    def moves_of(self, seat: int) -> tuple[int, int]:
        """Return the number of a seat's moves, and of those that are public."""
        return self._course.moves_of(seat)

    def turns_of(self, seat: int) -> int:
        """Return the number of turns a seat has ended by a move, which is public.

        A turn ends when the game waits for others.
        """
        return self._course.turns_of(seat)

    @property
    def is_first_round(self) -> bool:
        """Whether a seat has not made its first two public moves yet: set-up and one more."""
        return self._course.is_first_round

    @property
    def early_over(self) -> tuple[EndEntry, ...]:
        """The early end, outside the rules, as the line of a record; empty without one."""
        early = self._course.early
        return () if early is None else (EndEntry(early.ranking, early.reason),)

    def log(self, seat: int | None) -> list[Event]:
        """Return all events that a seat (None: a spectator) may know."""
        told = (event.seen_by(seat) for step in self._course.steps for event in step.events)
        return [event for event in told if event is not None]

    def moments(self, seat: int | None, since: int) -> list[Moment]:
        """Return the events told to a seat after its first `since`, and its view at each."""
        return self._course.moments(seat, since)

    def move_index(self, seat: int | None) -> MoveIndex:
        """Return the moves as a seat knew them."""
        return self._course.move_index(seat)

    def marks(self, seat: int) -> dict[str, str]:
        """Return the private marks of a seat: place to sign."""
        return self._marks[seat].all()

    def can_resign(self, seat: int) -> bool:
        """Check whether a seat may resign: only one opponent, or bots, would play on."""
        is_alone = may_resign(seat, self.persons, len(self.seats))
        return self.result is None and seat in self.persons and is_alone

    def can_undo(self, seat: int) -> bool:
        """Check whether a seat may undo its last move: it drew nothing and revealed nothing hidden.

        It must be the last move of all, or followed only by simultaneous ones, whose existence
        stays secret. The undos of a turn are limited.
        """
        return self._course.can_undo(seat)

    def is_last_told(self, seat: int, others: Collection[int]) -> bool:
        """Whether one of these other seats knows the last move of a seat, undone ones left out."""
        own = next((step for step in reversed(self._course.steps) if step.seat == seat), None)
        return own is not None and any(map(own.is_told_to, others))

    def why_not(self, seat: int, move: Move) -> IllegalMove | None:
        """Return why a seat may not play a move now; None if it may.

        Tried on a copy with its own chance, so neither the table nor its chance notices.
        """
        try:
            self.game.play(self._course.state.copy(), seat, move, Chance(0))
        except IllegalMove as refusal:
            return refusal
        return None

    # Changes

    def play(self, seat: int, move: Move) -> None:
        """Play a move: check it, store it, then tell everyone.

        Raises IllegalMove, or OSError if the record cannot store the line; in both cases nothing
        has changed.
        """
        self.drafts.play(seat, move).carry_out()

    def undo(self, seat: int) -> None:
        """Undo a seat's last move. Raises IllegalMove if it may not be."""
        self.drafts.undo(seat).carry_out()

    def resign(self, seat: int) -> None:
        """Resign for a seat; all others win.

        Raises IllegalMove where other people would play on, or OSError.
        """
        self.drafts.resign(seat).carry_out()

    def run_out(self, seats: Collection[int]) -> None:
        """End a two-player game by time, for one or both at once. Raises IllegalMove, OSError."""
        self.drafts.run_out(seats).carry_out()

    def end_by_agreement(self) -> None:
        """End the game by agreement: a draw of all, or without a result in the first round.

        Raises IllegalMove, OSError.
        """
        self.drafts.agreed().carry_out()

    def fix_moves(self, seat: int) -> None:
        """Make a seat's moves final, as another player made some of them."""
        self._course.fix_moves(seat)

    def mark(self, seat: int, place: str, sign: str) -> None:
        """Put a private mark of a seat on a place; an empty sign erases it. Nobody is told."""
        self.drafts.mark(seat, place, sign).carry_out()

    # Storage and listeners

    def keep(self, journal: RecordWriter) -> None:
        """Write everything from now on to an open record."""
        self.drafts.keeper = journal

    @property
    def keeper(self) -> RecordWriter | None:
        """The open record, if there is one."""
        return self.drafts.keeper

    def write_end(self) -> None:
        """Store the end of a finished game; that may fail, as it follows from the moves."""
        result = self.result
        if self.drafts.keeper is not None and result is not None and self._course.early is None:
            with suppress(OSError):
                self.drafts.keeper.append(EndEntry(result.ranking, result.reason))

    def close(self) -> None:
        """Close the record."""
        if self.drafts.keeper is not None:
            self.drafts.keeper.close()
            self.drafts.keeper = None

    def listen(
        self, listener: Listener, seats: Iterable[int | None] | None = None
    ) -> Callable[[], None]:
        """Call a listener after changes that these seats notice (None: every change).

        Return a function that stops it. Everyone notices who must move.
        """
        everyone = (*range(len(self.seats)), None)
        return self._listeners.add(listener, everyone if seats is None else seats)

    def _noticed(self, step: PlayedMove | None) -> None:
        """Tell those who notice that a step was made or undone; without a step, tell everyone."""
        self.changes += 1
        self._listeners.tell(step)
