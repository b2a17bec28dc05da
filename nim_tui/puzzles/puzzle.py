"""A puzzle being solved and its seat."""

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
from rules.default_names import default_name
from rules.messages import N_, Phrase
from screens.app_api import NotBest
from screens.table.puzzle_words import AnswerRating, Verdict

_OTHERS: Final = ("Ana", "Ben", "Cleo", "Dan")


class Examiner(Protocol):
    """The services that a puzzle needs from the place where it is offered."""

    def weigh(self, puzzle: Puzzle, move: Move) -> bool:
        """Begin to weigh an answer, which ends in `PuzzleApi.weighed`; False if nothing can."""

    def rate(self, *, is_right: bool) -> AnswerRating:
        """Count the first answer."""

    def note_solved(self) -> None:
        """Note that the person who was asked solved the puzzle, at any attempt."""


class ComparedAnswer(NamedTuple):
    """An answer that is not among those kept with a puzzle, beside the best move."""

    behind: float
    """Games in a hundred that the best move wins more often."""
    why: tuple[Phrase, ...] = ()
    """What the answer overlooks, without giving the best move away."""


class Unexamined:
    """Nothing is counted."""

    def weigh(self, puzzle: Puzzle, move: Move) -> bool:
        """Nothing can."""
        return False

    def rate(self, *, is_right: bool) -> AnswerRating:
        """Nothing changes."""
        return AnswerRating(0, 0)

    def note_solved(self) -> None:
        """Nobody wants to know."""


class Puzzle:
    """Makes the moves that lead up to it, and takes answers until one is right."""

    def __init__(
        self,
        game: AnyGame,
        written: WrittenPuzzle,
        examiner: Examiner | None = None,
    ) -> None:
        """Set it up. Raises IllegalMove or NotAMove where a puzzle does not fit the rules."""
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
        """Whether the best move was shown to whoever solves it."""
        for seat, words in moves_in(written.moves):
            self.table.play(seat, game.parse(words))

    @property
    def seat(self) -> int:
        """The seat whose move is to be found."""
        return self.written.seat

    @property
    def is_over(self) -> bool:
        """Whether it is solved."""
        return self.verdict is not None and self.verdict.is_right

    @property
    def best(self) -> Advice:
        """The best move, and why."""
        words = self.written.right[0]
        tried = self.written.tries[0]
        return tried.advice(self.table.game.parse(words))

    def reason(self) -> Advice:
        """Why what was answered is right: of the best move, where nothing is known of it."""
        verdict = self.verdict
        tried = None if verdict is None else self.written.tried(verdict.move)
        if tried is None or not self.is_over:
            return self.best
        return tried.advice(self.table.game.parse(tried.move))

    def reason_against(self) -> Advice | None:
        """Return a bot's reason for the wrong answer; None where nothing is known of it."""
        verdict = self.verdict
        tried = None if verdict is None or self.is_over else self.written.tried(verdict.move)
        return None if tried is None else tried.advice(self.table.game.parse(tried.move))

    # What can be done

    def answer(self, move: Move) -> None:
        """Take an answer. Raises IllegalMove for none of the rules, NotBest for one not right."""
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
        """Judge an answer that was compared with the best move, if that was possible.

        One that is hardly worse, or better than what was thought the best, is right.
        """
        self.is_weighing = False
        if found is None:
            self._judge(move, None, is_right=False)
            return
        wins = min(max(self.written.tries[0].wins - found.behind, 0.0), 100.0)
        self._judge(move, wins, found.why, is_right=found.behind <= CLOSE)

    def show(self) -> list[Weighed]:
        """The best moves, which counts as not found unless an answer was given before."""
        self.is_shown = True
        self._settle(is_right=False)
        self._tell()
        return [self._weighed(tried) for tried in self.written.tries]

    def _weighed(self, tried: CandidateMove) -> Weighed:
        """As bots tell it; of the chances only that of the own seat is known."""
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
        """Only what comes first counts, and only where it is known what it is worth."""
        if self.rated is None:
            self.rated = self._examiner.rate(is_right=is_right)

    def _tell(self) -> None:
        self.listeners.tell()


def _known(tried: CandidateMove | None) -> tuple[float | None, Sequence[Phrase]]:
    """Return how often a move wins and why, as far as that is kept with the puzzle."""
    if tried is None:
        return None, ()
    return tried.wins, [each.phrase for each in tried.why]


class PuzzleSeat(TableSeat):
    """Nobody else is asked for anything, before or after."""

    def __init__(self, puzzle: Puzzle, adviser: Bot) -> None:
        super().__init__(LivePlace(puzzle.table), puzzle.seat, adviser)
        self._puzzle = puzzle

    @property
    def waiting(self) -> tuple[int, ...]:
        """The one who solves it, until it is solved."""
        return () if self._puzzle.is_over else (self._puzzle.seat,)

    def legal(self) -> Sequence[Move]:
        """All that the rules allow, until it is solved."""
        return () if self._puzzle.is_over else super().legal()

    def play(self, move: Move) -> None:
        """Answer with a move. Raises IllegalMove or NotBest."""
        self._puzzle.answer(move)

    def can_undo(self) -> bool:
        """An answer was right, or it was not played."""
        return False

    async def advised(self) -> Sequence[Weighed]:
        """The best moves, in place of what a bot thinks."""
        return self._puzzle.show()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told after each change of the table, and of what became of an answer."""
        stop_table = super().listen(listener)
        stop_puzzle = self._puzzle.listeners.add(listener, (self.number,))

        def stop() -> None:
            stop_table()
            stop_puzzle()

        return stop
