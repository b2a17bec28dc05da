"""The puzzles that one person is offered, which comes next, and how they did."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from screens.home.api import PuzzlesOnOffer
from screens.text import _

if TYPE_CHECKING:
    from nim_tui.base_app import BaseApp
    from nim_tui.local_table import LocalTable
    from nim_tui.puzzles.book import PuzzleBook
    from nim_tui.puzzles.chosen import Chooser, Chosen
    from nim_tui.puzzles.comparison import Comparison
    from nim_tui.puzzles.puzzle import Puzzle, Rated
    from rules.contract import Move

# What reads and plays puzzles is imported where it is needed: the home screen paints without it.


def today() -> date:
    """The day whose puzzle is offered."""
    return date.today()


class Puzzles:
    """Chooses puzzles, sets them up, and keeps how they went in a file."""

    def __init__(self, app: BaseApp, path: Path, table: LocalTable) -> None:
        self.app = app
        self.table = table
        self._path = path
        self._book: PuzzleBook | None = None
        self._chooser: Chooser | None = None

    @property
    def book(self) -> PuzzleBook:
        """How one did; read when it is first asked for."""
        from nim_tui.puzzles.book import PuzzleBook  # noqa: PLC0415

        if self._book is None:
            self._book = PuzzleBook(self._path)
        return self._book

    def of(self, game: str) -> PuzzlesOnOffer:
        """How many puzzles a game has, and how one did."""
        from nim_tui.puzzles.puzzle_file import puzzles_of  # noqa: PLC0415

        found = puzzles_of(game)
        solved = len(found) - len(self.book.to_solve(game, found))
        return PuzzlesOnOffer(len(found), solved, self.book.rating(game))

    def start(self, game: str = "", *, is_daily: bool = False) -> None:
        """Begin the next of a game, or that of the day; of any game where none is named.

        Raises CannotStart.
        """
        from nim_tui.puzzles.chosen import Chooser  # noqa: PLC0415

        if self._chooser is None:
            self._chooser = Chooser(self.book)
        self._open(self._chooser.choose(game, today() if is_daily else None))

    def _open(self, chosen: Chosen) -> None:
        from nim_tui.puzzles.puzzle import Puzzle  # noqa: PLC0415
        from nim_tui.puzzles.screen import puzzle_screen  # noqa: PLC0415

        place = OfferedPuzzle(self, chosen)
        place.puzzle = Puzzle(chosen.offer.game, chosen.written, place)
        self.table.leave()
        self.app.push_screen(puzzle_screen(chosen.offer, place.puzzle, place))


@dataclass(slots=True)
class OfferedPuzzle:
    """A puzzle on the screen, and what surrounds it."""

    offered: Puzzles
    chosen: Chosen
    puzzle: Puzzle = field(init=False)

    @property
    def title(self) -> str:
        """Which it is."""
        return self.chosen.title

    @property
    def rating(self) -> int:
        """That of whoever solves it."""
        return self.chosen.rating

    def next(self) -> None:
        """Begin another of this game. Raises CannotStart."""
        self.offered.start(self.chosen.offer.name)

    def weigh(self, puzzle: Puzzle, move: Move) -> bool:
        """Begin to weigh an answer in a process of its own; False where nothing can."""
        job = self.chosen.comparison(puzzle, move)
        if job is None:
            return False
        self.offered.app.run_worker(self._weigh(puzzle, move, job), group="puzzle")
        return True

    async def _weigh(self, puzzle: Puzzle, move: Move, job: Comparison) -> None:
        from nim_tui.thinking.question import NotDone  # noqa: PLC0415

        try:
            behind = await self.offered.table.thinker().do(job)
        except NotDone:
            behind = None
        puzzle.weighed(move, behind)

    def rate(self, *, is_right: bool) -> Rated:
        """Count the first answer; if that cannot be kept, say why."""
        rated = self.chosen.rate(is_right=is_right)
        self._keep()
        return rated

    def note_solved(self) -> None:
        """It is not offered again for a while."""
        self.chosen.note_solved()
        self._keep()

    def _keep(self) -> None:
        try:
            self.offered.book.save()
        except OSError as error:
            self.offered.app.complain_of(_("your rating could not be saved: {why}"), error)
