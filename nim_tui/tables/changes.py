"""Changes of a table: planned, stored, then carried out; private marks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from nim_tui.names import takes_a_cell
from nim_tui.tables.record import (
    ONLY_ALONE,
    OUT_OF_TIME,
    RESIGNED,
    EndEntry,
    Line,
    MarkEntry,
    MoveEntry,
    RecordHeader,
    UndoEntry,
    agreed_end,
    early_end,
    may_resign,
    told_early_end,
)
from nim_tui.tables.timeline import Planned, Timeline
from nim_tui.tables.undo import PlayedMove
from rules.contract import AnyGame, IllegalMove, Move, Result
from rules.messages import N_


class RecordWriter(Protocol):
    """An open record: what is appended is stored before `append` returns."""

    def append(self, line: RecordHeader | Line, waiting: tuple[int, ...] = ()) -> None:
        """Write one line; `waiting` are the seats to move after it.

        Raises OSError; then nothing was written.
        """

    def close(self) -> None:
        """Close the record."""


@dataclass(frozen=True, slots=True)
class PendingChange:
    """A planned change: until it is carried out or dropped, no other may be.

    Until then the table looks unchanged to everybody.
    """

    line: Line
    end: Line | None
    """The end of the game, if this change brings it about."""
    waiting: tuple[int, ...]
    """The seats to move after the change."""
    keeper: RecordWriter | None
    make: Callable[[], None]
    """Carry out the stored change, and tell those who notice it."""

    def store(self) -> None:
        """Store the change from any thread, as no table is touched. Raises OSError."""
        if self.keeper is None:
            return
        self.keeper.append(self.line, self.waiting)
        self.store_end()

    def store_end(self) -> None:
        """Store the end of the game, if any; that may fail, as it follows from the moves."""
        if self.keeper is not None and self.end is not None:
            with suppress(OSError):
                self.keeper.append(self.end)

    def carry_out(self) -> None:
        """Store the change, then carry it out. Raises OSError; then nothing has changed."""
        self.store()
        self.make()


MOST_MARKS: Final = 1000
LONGEST_PLACE: Final = 20


class Marks:
    """The marks of one seat: place to sign."""

    def __init__(self) -> None:
        self._signs: dict[str, str] = {}

    def all(self) -> dict[str, str]:
        """Return the marks: place to sign."""
        return dict(self._signs)

    def check(self, place: str, sign: str) -> None:
        """Check that a place can be marked like this; an empty sign erases. Raises IllegalMove."""
        if not _fits(place, sign):
            raise IllegalMove(N_("a mark is one plain character on a cell of the board"))
        if sign and place not in self._signs and len(self._signs) >= MOST_MARKS:
            raise IllegalMove(N_("you already have {most} marks"), most=MOST_MARKS)

    def put(self, place: str, sign: str) -> None:
        """Mark a place; an empty sign erases its mark."""
        self._signs.pop(place, None)
        if sign:
            self._signs[place] = sign


def _fits(place: str, sign: str) -> bool:
    if not (1 <= len(place) <= LONGEST_PLACE and place.isprintable()):
        return False
    return sign == "" or (len(sign) == 1 and takes_a_cell(sign))


_PAIR: Final = 2

Noticed = Callable[[PlayedMove | None], None]
"""Called with a step made or undone, or with None for a change that everybody notices."""


class ChangePlanner:
    """The changes of one table: each is checked here, and carried out once it is stored."""

    def __init__(
        self,
        game: AnyGame,
        course: Timeline,
        marks: Sequence[Marks],
        noticed: Noticed,
        persons: Collection[int],
    ) -> None:
        """`marks` are those of each seat; `noticed` is called after each change.

        `persons` are the seats of people.
        """
        self.keeper: RecordWriter | None = None
        """The open record, if there is one."""
        self._game = game
        self._course = course
        self._marks = marks
        self._noticed = noticed
        self._persons = persons

    def play(self, seat: int, move: Move) -> PendingChange:
        """Prepare a move. Raises IllegalMove."""
        if self._course.early is not None:
            raise _is_over()
        planned = self._course.plan(seat, move)
        result, waiting = self._game.result(planned.state), planned.state.waiting()
        end = None if result is None else EndEntry(result.ranking, result.reason)
        make = partial(self._step, planned)
        return PendingChange(MoveEntry(seat, move.word), end, waiting, self.keeper, make)

    def _step(self, planned: Planned) -> None:
        self._course.make(planned)
        self._tell(planned.step, planned.step.waiting)

    def undo(self, seat: int) -> PendingChange:
        """Prepare an undo of a seat's last move. Raises IllegalMove if it is not allowed."""
        if not self._course.can_undo(seat):
            raise _cannot_undo()
        return self._back(seat)

    def undo_as_told(self, seat: int) -> PendingChange:
        """Prepare an undo that a record holds, without the check of limits.

        Raises IllegalMove if it is impossible.
        """
        if self._course.result is not None or not self._course.can_take_back(seat):
            raise _cannot_undo()
        return self._back(seat)

    def _back(self, seat: int) -> PendingChange:
        after = self._course.waiting_without_last(seat)
        return PendingChange(
            UndoEntry(seat), None, after, self.keeper, partial(self._take_back, seat)
        )

    def _take_back(self, seat: int) -> None:
        waiting = self._course.waiting
        self._tell(self._course.take_back(seat), waiting)

    def resign(self, seat: int) -> PendingChange:
        """Prepare a resignation. Raises IllegalMove."""
        if not may_resign(seat, self._persons, len(self._marks)):
            raise IllegalMove(ONLY_ALONE)
        return self._end(early_end(RESIGNED, (seat,), len(self._marks)))

    def run_out(self, seats: Collection[int]) -> PendingChange:
        """Prepare the loss of the seats whose time has run out. Raises IllegalMove."""
        if len(self._marks) != _PAIR:
            raise IllegalMove(N_("only a two-player game ends when time runs out"))
        return self._end(early_end(OUT_OF_TIME, seats, len(self._marks)))

    def agreed(self) -> PendingChange:
        """Prepare the end by agreement. Raises IllegalMove."""
        return self._end(agreed_end(len(self._marks), is_first_round=self._course.is_first_round))

    def end_as_told(self, line: EndEntry) -> PendingChange | None:
        """Prepare the end that a record holds; None if the rules have ended the game already.

        Raises IllegalMove if the moves do not lead to this end.
        """
        over = self._course.result
        result = over or told_early_end(
            line, len(self._marks), self._persons, is_first_round=self._course.is_first_round
        )
        if (
            result is None
            or line.ranking != result.ranking
            or line.reason not in (result.reason, *result.once)
        ):
            raise IllegalMove(N_("the moves do not lead to the recorded end"))
        return None if over is not None else self._end(result)

    def _end(self, result: Result) -> PendingChange:
        if self._course.result is not None:
            raise _is_over()
        line = EndEntry(result.ranking, result.reason)
        return PendingChange(line, None, (), self.keeper, partial(self._end_early, result))

    def _end_early(self, result: Result) -> None:
        self._course.early = result
        self._noticed(None)

    def mark(self, seat: int, place: str, sign: str) -> PendingChange:
        """Prepare a private mark. Raises IllegalMove."""
        marks = self._marks[seat]
        marks.check(place, sign)
        make = partial(marks.put, place, sign)
        return PendingChange(
            MarkEntry(seat, place, sign), None, self._course.waiting, self.keeper, make
        )

    def _tell(self, step: PlayedMove, waiting: tuple[int, ...]) -> None:
        """Tell those who notice a step, or everyone if the seats to move have changed."""
        self._noticed(None if waiting != self._course.waiting else step)


def _is_over() -> IllegalMove:
    return IllegalMove(N_("the game is over"))


def _cannot_undo() -> IllegalMove:
    return IllegalMove(N_("this move cannot be undone"))
