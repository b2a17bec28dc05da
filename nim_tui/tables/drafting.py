"""What may be done at a table, worked out and not done yet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from nim_tui.tables.course import Course, Planned
from nim_tui.tables.draft import Draft, Keeper
from nim_tui.tables.early_end import (
    ONLY_ALONE,
    OUT_OF_TIME,
    RESIGNED,
    agreed_end,
    early_end,
    may_resign,
    told_early_end,
)
from nim_tui.tables.history import Step
from nim_tui.tables.marks import Marks
from nim_tui.tables.record import Mark, Over, Play, Undo
from rules.contract import AnyGame, IllegalMove, Move, Result
from rules.messages import N_

_PAIR: Final = 2

Noticed = Callable[[Step | None], None]
"""Told of a step that was made or taken back, or (None) of what everybody notices."""


class Drafts:
    """Changes of one table: each is checked here, and made by whoever has stored it."""

    def __init__(
        self,
        game: AnyGame,
        course: Course,
        marks: Sequence[Marks],
        noticed: Noticed,
        persons: Collection[int],
    ) -> None:
        """`marks` are those of each seat; `noticed` is called after each change.

        `persons` are the seats that are no bots'.
        """
        self.keeper: Keeper | None = None
        """The open record, if there is one."""
        self._game = game
        self._course = course
        self._marks = marks
        self._noticed = noticed
        self._persons = persons

    def play(self, seat: int, move: Move) -> Draft:
        """A move, not played yet. Raises IllegalMove."""
        if self._course.early is not None:
            raise _is_over()
        planned = self._course.plan(seat, move)
        result, waiting = self._game.result(planned.state), planned.state.waiting()
        end = None if result is None else Over(result.ranking, result.reason)
        make = partial(self._step, planned)
        return Draft(Play(seat, move.word), end, waiting, self.keeper, make)

    def _step(self, planned: Planned) -> None:
        self._course.make(planned)
        self._tell(planned.step, planned.step.waiting)

    def undo(self, seat: int) -> Draft:
        """A seat's last move taken back, not done yet. Raises IllegalMove if it may not be."""
        if not self._course.can_undo(seat):
            raise _cannot_undo()
        return self._back(seat)

    def undo_as_told(self, seat: int) -> Draft:
        """The same where a record tells so: that it was allowed is settled.

        Raises IllegalMove if it cannot be done.
        """
        if self._course.result is not None or not self._course.can_take_back(seat):
            raise _cannot_undo()
        return self._back(seat)

    def _back(self, seat: int) -> Draft:
        after = self._course.waiting_without_last(seat)
        return Draft(Undo(seat), None, after, self.keeper, partial(self._take_back, seat))

    def _take_back(self, seat: int) -> None:
        waiting = self._course.waiting
        self._tell(self._course.take_back(seat), waiting)

    def resign(self, seat: int) -> Draft:
        """A seat gives the game up, not done yet. Raises IllegalMove."""
        if not may_resign(seat, self._persons, len(self._marks)):
            raise IllegalMove(ONLY_ALONE)
        return self._end(early_end(RESIGNED, (seat,), len(self._marks)))

    def run_out(self, seats: Collection[int]) -> Draft:
        """Who had no time left has lost, not done yet. Raises IllegalMove."""
        if len(self._marks) != _PAIR:
            raise IllegalMove(N_("only a game of two ends when time runs out"))
        return self._end(early_end(OUT_OF_TIME, seats, len(self._marks)))

    def agreed(self) -> Draft:
        """The end by agreement, not made yet. Raises IllegalMove."""
        return self._end(agreed_end(len(self._marks), is_first_round=self._course.is_first_round))

    def end_as_told(self, line: Over) -> Draft | None:
        """The end that a record tells of, unless the rules have brought it about already.

        Raises IllegalMove where the moves do not lead there.
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
            raise IllegalMove(N_("the moves do not lead to the end it tells"))
        return None if over is not None else self._end(result)

    def _end(self, result: Result) -> Draft:
        if self._course.result is not None:
            raise _is_over()
        line = Over(result.ranking, result.reason)
        return Draft(line, None, (), self.keeper, partial(self._end_early, result))

    def _end_early(self, result: Result) -> None:
        self._course.early = result
        self._noticed(None)

    def mark(self, seat: int, place: str, sign: str) -> Draft:
        """A private mark, not put yet. Raises IllegalMove."""
        marks = self._marks[seat]
        marks.check(place, sign)
        make = partial(marks.put, place, sign)
        return Draft(Mark(seat, place, sign), None, self._course.waiting, self.keeper, make)

    def _tell(self, step: Step, waiting: tuple[int, ...]) -> None:
        """Tell of a step; of whom the game waits for everybody is told."""
        self._noticed(None if waiting != self._course.waiting else step)


def _is_over() -> IllegalMove:
    return IllegalMove(N_("the game is over"))


def _cannot_undo() -> IllegalMove:
    return IllegalMove(N_("the last move cannot be taken back"))
