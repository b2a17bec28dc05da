"""The learner's seat in a lesson: only a move that the step asks for is played."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.bots.bot import Bot
from nim_tui.lessons.lesson import LEARNER, Lesson
from nim_tui.tables.seats import LivePlace, TableSeat
from rules.advice import Weighed
from rules.contract import Move


class LessonSeat(TableSeat):
    """The learner's seat; nobody else is asked for anything."""

    def __init__(self, lesson: Lesson, adviser: Bot) -> None:
        super().__init__(LivePlace(lesson.table), LEARNER, adviser)
        self._lesson = lesson

    @property
    def waiting(self) -> tuple[int, ...]:
        """Nobody, once the lesson is over."""
        return () if self._lesson.is_over else super().waiting

    def legal(self) -> Sequence[Move]:
        """All that the rules allow, while there is a step to take."""
        return () if self._lesson.is_over else super().legal()

    def play(self, move: Move) -> None:
        """Take the step. Raises IllegalMove."""
        self._lesson.play(move)

    def can_undo(self) -> bool:
        """A step was right, or it was not taken."""
        return False

    async def advised(self) -> Sequence[Weighed]:
        """The hint of the step; where that leaves a choice, what of it is worth most and why."""
        found: list[Weighed] = []
        if self._lesson.leaves_a_choice:
            weighed = await super().advised()
            found = [each for each in weighed if self._lesson.accepts(each.advice.move)]
        return found or [Weighed(self._lesson.advice())]
