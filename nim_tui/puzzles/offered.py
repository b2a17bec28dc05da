"""The puzzles that one person is offered, which comes next, and how they did."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from nim_tui.catalog import CATALOG, offer_named
from rules.messages import N_
from screens.app_api import CannotStart
from screens.home.app_api import PuzzlesOnOffer
from screens.text import _

if TYPE_CHECKING:
    from nim_tui.base_app import BaseApp
    from nim_tui.catalog import Offer
    from nim_tui.local_table import LocalTable
    from nim_tui.puzzles.book import PuzzleBook
    from nim_tui.puzzles.comparison import Comparison
    from nim_tui.puzzles.puzzle import Puzzle, Rated
    from nim_tui.puzzles.puzzle_file import WrittenPuzzle
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
        self._passed: set[tuple[str, str]] = set()
        """Game and puzzle of those that were begun since the app was opened."""

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
        from nim_tui.puzzles.choosing import daily, next_of, with_puzzles  # noqa: PLC0415

        games = with_puzzles([game] if game else CATALOG)
        if not games:
            raise CannotStart(N_("there are no puzzles for this game yet"))
        if is_daily:
            name, written = daily(games, today())
        else:
            name, written = next_of(games, self.book, self._passed)
        self._passed.add((name, written.id))
        self._open(offer_named(name), written, is_daily=is_daily)

    def _open(self, offer: Offer, written: WrittenPuzzle, *, is_daily: bool) -> None:
        from nim_tui.puzzles.puzzle import Puzzle  # noqa: PLC0415
        from nim_tui.puzzles.screen import puzzle_screen  # noqa: PLC0415

        place = OfferedPuzzle(self, offer, written, is_daily=is_daily)
        place.puzzle = Puzzle(offer.game, written, place)
        self.table.leave()
        self.app.push_screen(puzzle_screen(offer, place.puzzle, place))


@dataclass(slots=True)
class OfferedPuzzle:
    """A puzzle on the screen, and what surrounds it."""

    offered: Puzzles
    offer: Offer
    written: WrittenPuzzle
    is_daily: bool
    puzzle: Puzzle = field(init=False)

    @property
    def title(self) -> str:
        """Which it is."""
        game = self.offer.title
        if self.is_daily:
            return _("Puzzle of the day · {game} · find the best move").format(game=game)
        number = self.number
        text = _("Puzzle {number} · {game} · find the best move")
        return text.format(number=number, game=game)

    @property
    def number(self) -> int:
        """Which of the game's it is, from 1."""
        from nim_tui.puzzles.puzzle_file import puzzles_of  # noqa: PLC0415

        return puzzles_of(self.offer.name).index(self.written) + 1

    @property
    def rating(self) -> int:
        """That of whoever solves it."""
        return self.offered.book.rating(self.offer.name)

    def next(self) -> None:
        """Begin another of this game. Raises CannotStart."""
        self.offered.start(self.offer.name)

    def weigh(self, puzzle: Puzzle, move: Move) -> bool:
        """Begin to weigh an answer in a process of its own; False where nothing can."""
        from nim_tui.puzzles.comparison import Comparison  # noqa: PLC0415

        judge = self.offer.judge
        if judge is None:
            return False
        view, best = puzzle.table.view(puzzle.seat), puzzle.best.move.word
        job = Comparison(judge, self.offer.game, view, best, move.word, self.written.seed)
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
        book, name = self.offered.book, self.offer.name
        rated = book.rate(name, self.written, is_right=is_right)
        self._keep()
        return rated

    def note_solved(self) -> None:
        """It is not offered again for a while."""
        from nim_tui.puzzles.puzzle_file import puzzles_of  # noqa: PLC0415

        self.offered.book.note_solved(self.offer.name, self.written, puzzles_of(self.offer.name))
        self._keep()

    def _keep(self) -> None:
        try:
            self.offered.book.save()
        except OSError as error:
            self.offered.app.complain_of(_("your rating could not be saved: {why}"), error)
