"""A puzzle being solved, and its seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import nan
from typing import Final, NamedTuple, Protocol

from nim_tui.bots.bot import Bot
from nim_tui.puzzles.finding import CLOSE
from nim_tui.puzzles.puzzle_file import CandidateMove, WrittenPuzzle
from nim_tui.tables.record import SeatPlan, moves_in
from nim_tui.tables.seats import LivePlace, TableSeat
from nim_tui.tables.table import Listeners, Table
from rules.advice import Advice, Weighed
from rules.contract import AnyGame, IllegalMove, Move
from rules.messages import N_, Phrase
from screens.app_api import NotBest
from screens.people import default_name
from screens.table.puzzle_words import AnswerRating, Verdict

_OTHERS: Final = ("Ana", "Ben", "Cleo", "Dan")


class Examiner(Protocol):
    """The services that a puzzle needs from the place where it is offered."""

    def weigh(self, puzzle: Puzzle, move: Move) -> bool:
        """Start evaluating an answer, to end in `PuzzleApi.weighed`; False if impossible."""

    def rate(self, *, is_right: bool) -> AnswerRating:
        """Count the first answer."""

    def note_solved(self) -> None:
        """Note that the person solved the puzzle, at any attempt."""


class ComparedAnswer(NamedTuple):
    """The comparison of an answer, not saved with the puzzle, with the best move."""

    behind: float
    """The lead of the best move, in percentage points."""
    why: tuple[Phrase, ...] = ()
    """The reasons against the answer, without giving the best move away."""
    praise: tuple[Phrase, ...] = ()
    """Why the best move is better."""


class Unexamined:
    """An examiner that counts nothing."""

    def weigh(self, puzzle: Puzzle, move: Move) -> bool:
        """Return False: nothing is evaluated."""
        return False

    def rate(self, *, is_right: bool) -> AnswerRating:
        """Return an unchanged rating."""
        return AnswerRating(0, 0)

    def note_solved(self) -> None:
        """Do nothing."""


class Puzzle:
    """A puzzle: the moves that lead up to it, and answers until one is correct."""

    def __init__(
        self,
        game: AnyGame,
        written: WrittenPuzzle,
        examiner: Examiner | None = None,
    ) -> None:
        """Set the puzzle up. Raises IllegalMove or NotAMove if it does not fit the rules."""
        others = iter(_OTHERS)
        seats = tuple(
            SeatPlan(default_name(1)) if seat == written.seat else SeatPlan(next(others), "medium")
            for seat in range(written.seats)
        )
        self.table: Final = Table(game, written.options, seats, written.seed)
        self.written: Final = written
        self._examiner: Examiner = examiner or Unexamined()
        self.listeners: Final = Listeners()
        self.verdict: Verdict | None = None
        self.rated: AnswerRating | None = None
        self.is_weighing = False
        self.is_shown = False
        """Whether the best move was shown to the person solving."""
        for seat, words in moves_in(written.moves):
            self.table.play(seat, game.parse(words))

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.written.seat

    @property
    def is_over(self) -> bool:
        """Whether the puzzle is solved."""
        return self.verdict is not None and self.verdict.is_right

    @property
    def best(self) -> Advice:
        """The best move, and why."""
        words = self.written.right[0]
        tried = self.written.tries[0]
        return tried.advice(self.table.game.parse(words))

    def reason(self) -> Advice:
        """Return why the correct answer is right: the best move's reason if its own is unknown."""
        verdict = self.verdict
        tried = None if verdict is None else self.written.tried(verdict.move)
        if tried is None or not self.is_over:
            return self.best
        return tried.advice(self.table.game.parse(tried.move))

    def reason_against(self) -> Advice | None:
        """Return a bot's reason for the wrong answer; None if unknown."""
        verdict = self.verdict
        tried = None if verdict is None or self.is_over else self.written.tried(verdict.move)
        return None if tried is None else tried.advice(self.table.game.parse(tried.move))

    # Actions

    def answer(self, move: Move) -> None:
        """Take an answer. Raises IllegalMove for an illegal move, NotBest for a wrong one."""
        if self.is_over:
            raise IllegalMove(N_("the puzzle is solved"))
        if self.is_weighing:
            raise NotBest(N_("your last answer is still being evaluated …"))
        if (refusal := self.table.why_not(self.seat, move)) is not None:
            raise refusal
        tried = self.written.tried(move.word)
        if move.word in self.written.right:
            self._judge(move, *_known(tried), is_right=True)
        elif tried is None and self._examiner.weigh(self, move):
            self.is_weighing = True
            self._tell()
            raise NotBest(N_("evaluating your answer …"))
        else:
            self._judge(move, *_known(tried), is_right=False)
            raise NotBest(N_("not the best move; try again"))

    def weighed(self, move: Move, found: ComparedAnswer | None) -> None:
        """Judge an answer after its comparison with the best move, if that was possible.

        It is correct if it is hardly worse, or better than the presumed best.
        """
        self.is_weighing = False
        if found is None:
            self._judge(move, None, is_right=False)
            return
        wins = min(max(self.written.tries[0].wins - found.behind, 0.0), 100.0)
        self._judge(move, wins, found.why, is_right=found.behind <= CLOSE)

    def show(self) -> list[Weighed]:
        """Return the best moves; without an earlier answer this counts as not found."""
        self.is_shown = True
        self._settle(is_right=False)
        self._tell()
        return [self._weighed(tried) for tried in self.written.tries]

    def _weighed(self, tried: CandidateMove) -> Weighed:
        """Return a move as bots evaluate it; only the chance of the puzzle's seat is known."""
        chances = [nan] * self.written.seats
        chances[self.seat] = tried.wins / 100
        why = tuple(each.phrase for each in tried.why) if tried.move in self.written.right else ()
        return Weighed(tried.advice(self.table.game.parse(tried.move)), tuple(chances), why)

    def _judge(
        self, move: Move, wins: float | None, why: Sequence[Phrase] = (), *, is_right: bool
    ) -> None:
        if is_right:
            self.table.play(self.seat, move)
        self.verdict = Verdict(move.word, is_right, wins, self.written.tries[0].wins, tuple(why))
        if is_right or wins is not None:
            self._settle(is_right=is_right)
        if is_right and not self.is_shown:
            self._examiner.note_solved()
        self._tell()

    def _settle(self, *, is_right: bool) -> None:
        """Count the first answer, and only if its difficulty is known."""
        if self.rated is None:
            self.rated = self._examiner.rate(is_right=is_right)

    def _tell(self) -> None:
        self.listeners.tell()


def _known(tried: CandidateMove | None) -> tuple[float | None, Sequence[Phrase]]:
    """Return a move's win percentage and reasons, as far as the puzzle has them."""
    if tried is None:
        return None, ()
    return tried.wins, [each.phrase for each in tried.why]


class PuzzleSeat(TableSeat):
    """The seat of the person solving; no other seat is asked to move."""

    def __init__(self, puzzle: Puzzle, adviser: Bot) -> None:
        super().__init__(LivePlace(puzzle.table), puzzle.seat, adviser)
        self._puzzle = puzzle

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seat to move; empty once the puzzle is solved."""
        return () if self._puzzle.is_over else (self._puzzle.seat,)

    def legal(self) -> Sequence[Move]:
        """Return the legal moves; empty once the puzzle is solved."""
        return () if self._puzzle.is_over else super().legal()

    def play(self, move: Move) -> None:
        """Answer with a move. Raises IllegalMove or NotBest."""
        self._puzzle.answer(move)

    def can_undo(self) -> bool:
        """Return False: a wrong answer is never played."""
        return False

    async def advised(self) -> Sequence[Weighed]:
        """Return the best moves, instead of a bot's."""
        return self._puzzle.show()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener after each change of the table and each result of an answer."""
        stop_table = super().listen(listener)
        stop_puzzle = self._puzzle.listeners.add(listener, (self.number,))

        def stop() -> None:
            stop_table()
            stop_puzzle()

        return stop
