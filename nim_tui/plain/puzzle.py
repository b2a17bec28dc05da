"""A puzzle in text mode: its question, and the evaluation of each answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from nim_tui.plain.commands import CommandLine
from nim_tui.plain.conversation import Conversation, LineDialog, finished, not_understood
from nim_tui.plain.keyboard import SharedKeyboard
from nim_tui.plain.moves import Moves
from nim_tui.plain.questions import TableQuestions
from nim_tui.puzzles.chooser import ChosenPuzzle, Comparison, PuzzleChooser, PuzzleProgress
from nim_tui.puzzles.puzzle import ComparedAnswer, Puzzle, PuzzleSeat
from nim_tui.tables.seats import LivePlace, TableSeat
from nim_tui.thinking.pool import Pool
from nim_tui.thinking.question import NotDone
from rules.contract import Move
from rules.messages import Refusal
from screens.table.puzzle_words import AnswerRating, said, speaks_for
from screens.text import _, labelled, ngettext, say_refusal, why


class PuzzleCommands:
    """The puzzles: sets them up, and saves their results in a file."""

    def __init__(self, conversation: Conversation, path: Path) -> None:
        self._conversation = conversation
        self._pool: Pool | None = None
        self._book = PuzzleProgress(path)
        self._chooser = PuzzleChooser(self._book)

    def start(self, game: str = "", day: date | None = None) -> None:
        """Begin the next puzzle of a game, or of any game; or that of a day. Raises NotPossible."""
        chosen = self._chooser.choose(game, day)
        self._conversation.push(PuzzleDialog(self._conversation, self, chosen))

    async def weighed(self, job: Comparison) -> ComparedAnswer | None:
        """Return the comparison of an answer with the best move; None if that is impossible."""
        if self._pool is None:
            self._pool = Pool(1)
        try:
            found: ComparedAnswer | None = await self._pool.do(job)
        except NotDone:
            return None
        return found

    async def rest(self) -> None:
        """Stop all evaluations."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await pool.close()

    def keep(self) -> None:
        """Save ratings and solved puzzles."""
        try:
            self._book.save()
        except OSError as error:
            told = _("your rating was not saved: {why}")
            self._conversation.say(told.format(why=why(error)))


class PuzzleDialog(LineDialog):
    """A puzzle: asks for the best move until it is found, shown or skipped."""

    def __init__(
        self, conversation: Conversation, puzzles: PuzzleCommands, chosen: ChosenPuzzle
    ) -> None:
        self._conversation = conversation
        self._puzzles = puzzles
        self._chosen = chosen
        self._to_weigh: tuple[Move, Comparison] | None = None
        entry = chosen.entry
        self._teller = entry.teller
        self._puzzle = Puzzle(entry.game, chosen.written, self)
        watcher = TableSeat(LivePlace(self._puzzle.table), None, entry.adviser)
        self.keyboard = SharedKeyboard(
            self._teller, [PuzzleSeat(self._puzzle, entry.adviser)], watcher
        )
        self._moves = Moves(self.keyboard, self.say, self._teller)
        self._asking = TableQuestions(
            lambda: self.keyboard.sight,
            self.say,
            self._teller,
            entry.game,
            refused=self._moves.refused,
        )

    # For the listener

    def say(self, *texts: str) -> None:
        """Say sentences."""
        self._conversation.say(*texts)

    @property
    def question(self) -> str:
        """The question for a move, or for the next step."""
        if self._puzzle.is_over:
            return _("Solved. Type next for another puzzle, or quit.")
        return _("Find the best move: {question}").format(
            question=self._teller.question(self.keyboard.sight)
        )

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """Questions about the table, the best move, another puzzle."""
        return {
            **self._asking.commands, "what": self._moves.what, "try": self._moves.try_out,
            "hint": self._show, "next": self._next, "quit": self._quit,
        }  # fmt: skip

    def words(self, text: str) -> Sequence[str]:
        """Return the words of moves that may follow."""
        return self._moves.words(text)

    def begin(self) -> None:
        """Say the puzzle's title, the rating and the position."""
        self.say(self._chosen.title.replace(" · ", ", "))
        self.say(_("rating {rating}").format(rating=self._chosen.rating))
        self.say(*self._teller.look(self.keyboard.sight, ""))
        self.say(
            _("Which move wins most often? Your first answer counts; hint shows the solution.")
        )

    # Input

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Take an answer, or a question."""
        if self.keyboard.may_move and line and (asked is None or self._moves.is_meant(line)):
            await self._answer(line)
        elif asked is not None:
            await finished(self.commands[asked.command](asked.rest))
        elif line:
            self.say(not_understood(line))
        elif self._puzzle.is_over:
            await self._next("")

    async def _answer(self, line: str) -> None:
        before = self._puzzle.verdict
        self._moves.played(line)
        if self._to_weigh is not None:
            move, job = self._to_weigh
            self._to_weigh = found = None
            try:
                found = await self._puzzles.weighed(job)
            finally:  # an evaluation that was cancelled leaves the puzzle open for answers
                self._puzzle.weighed(move, found)
        if self._puzzle.verdict is not before:
            self._tell_verdict()

    def _tell_verdict(self) -> None:
        verdict, words = self._puzzle.verdict, self._teller.vocabulary
        assert verdict is not None
        text = words.spelt(said(verdict))
        why = [self._moves.told(phrase) for phrase in verdict.why]
        if verdict.is_right:
            self.say(labelled(text, " ".join(why or [self._reason()])))
        else:
            against = self._puzzle.reason_against()
            for_it = [] if against is None else [speaks_for(self._moves.told(against.phrase))]
            self.say(text, *why, *for_it)
        rated = self._puzzle.rated
        if rated is not None and rated.change:
            rating = _("rating {rating}").format(rating=self._chosen.rating)
            self.say(f"{rating}, {_points(rated.change)}")

    def _reason(self) -> str:
        return self._moves.told(self._puzzle.reason().phrase)

    def _show(self, _rest: str) -> None:
        """Say the best move and others; without an earlier answer it counts as not found."""
        found = self._puzzle.show()
        best = self._moves.worth(found[0])
        why = [self._moves.told(phrase) for phrase in found[0].why]
        self.say(_("The best move is {move}.").format(move=best), *(why or [self._reason()]))
        self._moves.tell_others(found)

    async def _next(self, _rest: str) -> None:
        await self._conversation.leave()
        try:
            self._puzzles.start(self._chosen.entry.name)
        except Refusal as refusal:
            self.say(say_refusal(refusal))

    async def _quit(self, _rest: str) -> None:
        await self._conversation.leave()

    async def close(self) -> None:
        """Stop the evaluation of answers; results that count are already saved."""
        await self._puzzles.rest()

    # For the puzzle

    def weigh(self, puzzle: Puzzle, move: Move) -> bool:
        """Note an answer to evaluate; return False if that is impossible."""
        job = self._chosen.comparison(puzzle, move)
        self._to_weigh = None if job is None else (move, job)
        return job is not None

    def rate(self, *, is_right: bool) -> AnswerRating:
        """Count the first answer."""
        rated = self._chosen.rate(is_right=is_right)
        self._puzzles.keep()
        return rated

    def note_solved(self) -> None:
        """Keep the puzzle from being offered again soon."""
        self._chosen.note_solved()
        self._puzzles.keep()


def _points(change: int) -> str:
    """Return the change that an answer made to a rating, in words."""
    if change > 0:
        return ngettext("{count} point gained", "{count} points gained", change)
    return ngettext("{count} point lost", "{count} points lost", -change)
