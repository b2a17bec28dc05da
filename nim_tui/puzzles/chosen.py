"""A puzzle that was chosen for somebody, and how they did at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from nim_tui.catalog import CATALOG, Offer, offer_named
from nim_tui.puzzles.book import PuzzleBook
from nim_tui.puzzles.choosing import daily, next_of, with_puzzles
from nim_tui.puzzles.comparison import Comparison
from nim_tui.puzzles.puzzle import Puzzle, Rated
from nim_tui.puzzles.puzzle_file import WrittenPuzzle, puzzles_of
from rules.contract import Move
from rules.messages import N_
from screens.app_api import CannotStart
from screens.text import _


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of the puzzles of a game, and the book it counts in."""

    offer: Offer
    written: WrittenPuzzle
    book: PuzzleBook
    is_daily: bool

    @property
    def title(self) -> str:
        """Which it is."""
        game = self.offer.title
        if self.is_daily:
            return _("Puzzle of the day · {game} · find the best move").format(game=game)
        text = _("Puzzle {number} · {game} · find the best move")
        return text.format(number=self.number, game=game)

    @property
    def number(self) -> int:
        """Which of the game's it is, from 1."""
        return puzzles_of(self.offer.name).index(self.written) + 1

    @property
    def rating(self) -> int:
        """That of whoever solves it."""
        return self.book.rating(self.offer.name)

    def comparison(self, puzzle: Puzzle, move: Move) -> Comparison | None:
        """What an answer has to be weighed by; None where nothing can."""
        judge = self.offer.judge
        if judge is None:
            return None
        view, best = puzzle.table.view(puzzle.seat), puzzle.best.move.word
        return Comparison(judge, self.offer.game, view, best, move.word, self.written.seed)

    def rate(self, *, is_right: bool) -> Rated:
        """Count the first answer."""
        return self.book.rate(self.offer.name, self.written, is_right=is_right)

    def note_solved(self) -> None:
        """It is not offered again for a while."""
        self.book.note_solved(self.offer.name, self.written, puzzles_of(self.offer.name))


class Chooser:
    """Chooses puzzles; what was begun since it was made comes last."""

    def __init__(self, book: PuzzleBook) -> None:
        self._book = book
        self._passed: set[tuple[str, str]] = set()

    def choose(self, game: str, day: date | None) -> Chosen:
        """The next of a game, or of any; or that of a day. Raises CannotStart."""
        games: Sequence[str] = with_puzzles([game] if game else CATALOG)
        if not games:
            raise CannotStart(N_("there are no puzzles for this game yet"))
        if day is not None:
            name, written = daily(games, day)
        else:
            name, written = next_of(games, self._book, self._passed)
        self._passed.add((name, written.id))
        return Chosen(offer_named(name), written, self._book, day is not None)
