"""A lesson in progress: its unsaved table, its steps, and the learner's seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from nim_tui.bots.bot import Bot
from nim_tui.lessons.lesson_file import LessonFile, LessonStep
from nim_tui.tables.record import SeatPlan, moves_in
from nim_tui.tables.seats import LivePlace, TableSeat
from nim_tui.tables.table import Table
from rules.advice import Advice, Weighed
from rules.contract import AnyGame, IllegalMove, Move
from rules.messages import N_
from screens.people import default_name

LEARNER: Final = 0
"""The seat of the learner."""
_OTHERS: Final = (SeatPlan("Ana", "easy"), SeatPlan("Ben", "easy"), SeatPlan("Cleo", "easy"),
                  SeatPlan("Dan", "easy"))  # fmt: skip


class Lesson:
    """A lesson: its listed moves are made for the learner, and its steps accept the learner's."""

    def __init__(
        self,
        game: AnyGame,
        written: LessonFile,
        number: int,
        done: int = 0,
        remember: Callable[[int], None] = lambda _done: None,
    ) -> None:
        """`number` counts from 1; `done` steps are finished; `remember` is told each later count.

        Raises IllegalMove or NotAMove if a lesson does not fit the rules.
        """
        seats = (SeatPlan(default_name(1)), *_OTHERS[: written.seats - 1])
        self.table: Final = Table(game, written.options, seats, written.seed)
        self.number: Final = number
        self._written = written
        self._done = 0
        self._remember: Callable[[int], None] = lambda _done: None
        self._make(written.moves)
        for _step in range(min(done, len(written.steps))):
            self.skip()
        self._remember = remember

    # For the screen

    @property
    def game(self) -> str:
        """The name of the lesson's game."""
        return self.table.game.name

    @property
    def title(self) -> str:
        """The subject of the lesson."""
        return str(self._written.title)

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self._written.steps)

    @property
    def done(self) -> int:
        """The number of steps done."""
        return self._done

    @property
    def is_over(self) -> bool:
        """Whether every step is done."""
        return self._done >= self.steps

    @property
    def text(self) -> str:
        """The instruction of the current step; empty once the lesson is over."""
        return "" if self.is_over else str(self._step.text)

    @property
    def remark(self) -> str:
        """The remark on the previous step; empty at the first one."""
        return str(self._written.steps[self._done - 1].remark) if self._done else ""

    @property
    def _step(self) -> LessonStep:
        return self._written.steps[self._done]

    @property
    def leaves_a_choice(self) -> bool:
        """Whether the step accepts more than one move."""
        return not self.is_over and len(self._step.accept) != 1

    def accepts(self, move: Move) -> bool:
        """Whether the step accepts a move."""
        return not self._step.accept or move.word in self._step.accept

    # Actions

    def play(self, move: Move) -> None:
        """Make the move of a step.

        Raises IllegalMove: with the reason of the rules for an illegal move, with the hint of the
        step for one it does not accept.
        """
        if self.is_over:
            raise IllegalMove(N_("the lesson is finished"))
        step = self._step
        if not self.accepts(move) and move in self.table.legal(LEARNER):
            raise IllegalMove(str(step.hint))
        self.table.play(LEARNER, move)
        self._done += 1
        self._make(step.then)
        self._remember(self._done)

    def skip(self) -> None:
        """Make the move of the step for the learner."""
        if not self.is_over:
            self.play(self._wanted)

    @property
    def _wanted(self) -> Move:
        """The move of the step if nobody chooses."""
        accepted = self._step.accept
        if accepted:
            move: Move = self.table.game.parse(accepted[0])
            return move
        return self.table.legal(LEARNER)[0]

    def advice(self) -> Advice:
        """Return the move to make now, and the reason for it."""
        return Advice(self._wanted, str(self._step.hint))

    def _make(self, moves: Sequence[str]) -> None:
        for seat, words in moves_in(moves):
            self.table.play(seat, self.table.game.parse(words))


class LessonSeat(TableSeat):
    """The learner's seat, the only one asked to move."""

    def __init__(self, lesson: Lesson, adviser: Bot) -> None:
        super().__init__(LivePlace(lesson.table), LEARNER, adviser)
        self._lesson = lesson

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats to move; empty once the lesson is over."""
        return () if self._lesson.is_over else super().waiting

    def legal(self) -> Sequence[Move]:
        """Return the legal moves while the lesson has a step left."""
        return () if self._lesson.is_over else super().legal()

    def play(self, move: Move) -> None:
        """Make the move of a step. Raises IllegalMove."""
        self._lesson.play(move)

    def can_undo(self) -> bool:
        """Return False: a wrong move is never made."""
        return False

    async def advised(self) -> Sequence[Weighed]:
        """Return the hint of the step; if it accepts several moves, the best of them and why."""
        hint = Weighed(self._lesson.advice())
        if not self._lesson.leaves_a_choice:
            return [hint]
        accepted = [move for move in self.legal() if self._lesson.accepts(move)]
        weighed = await super().advised()  # the learner may have gone on meanwhile
        return [each for each in weighed if each.advice.move in accepted] or [hint]
