"""A puzzle on offer: its title, the evaluation of answers, and the rating."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.thinking.question import NotDone
from screens.text import _

if TYPE_CHECKING:
    from nim_tui.app.practice import PuzzleService
    from nim_tui.puzzles.chooser import ChosenPuzzle, Comparison
    from rules.contract import Move
    from screens.table.puzzle_words import AnswerRating


class OfferedPuzzle(Puzzle):
    """A puzzle on the screen, and what surrounds it. Apart from home, which paints without it."""

    def __init__(self, offered: PuzzleService, chosen: ChosenPuzzle) -> None:
        super().__init__(chosen.offer.game, chosen.written, self)
        self.offered = offered
        self.chosen = chosen

    @property
    def title(self) -> str:
        """The title of the puzzle."""
        return self.chosen.title

    @property
    def rating(self) -> int:
        """The rating of the person who solves the puzzle."""
        return self.chosen.rating

    def next(self) -> None:
        """Begin another of this game. Raises NotPossible."""
        self.offered.start(self.chosen.offer.name)

    def weigh(self, puzzle: Puzzle, move: Move) -> bool:
        """Start to evaluate an answer in another process; return False if that is impossible."""
        job = self.chosen.comparison(puzzle, move)
        if job is None:
            return False
        self.offered.app.run_worker(self._weigh(puzzle, move, job), group="puzzle")
        return True

    async def _weigh(self, puzzle: Puzzle, move: Move, job: Comparison) -> None:
        try:
            found = await self.offered.table.thinker().do(job)
        except NotDone:
            found = None
        puzzle.weighed(move, found)

    def rate(self, *, is_right: bool) -> AnswerRating:
        """Count the first answer; if that cannot be kept, say why."""
        rated = self.chosen.rate(is_right=is_right)
        self._keep()
        return rated

    def note_solved(self) -> None:
        """Keep the puzzle from being offered again soon."""
        self.chosen.note_solved()
        self._keep()

    def _keep(self) -> None:
        try:
            self.offered.book.save()
        except OSError as error:
            self.offered.app.complain_of(_("your rating was not saved: {why}"), error)
