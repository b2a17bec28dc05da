"""A person's progress in puzzles.

The rating in a game is an Elo rating: each puzzle is an opponent rated by its difficulty, who is
beaten by a correct first answer. A puzzle counts once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from nim_tui.private_files import read_json, write_whole
from nim_tui.puzzles.puzzle_file import MOST_PUZZLES, WrittenPuzzle
from screens.table.puzzle_words import AnswerRating

START: Final = 1400.0
"""The rating before the first answer."""
BOUNDS: Final = (100.0, 3000.0)
_SCALE: Final = 400.0
"""Elo's scale: this many points more make a correct answer ten times as likely as a wrong one."""
FAST: Final = 48.0
SLOW: Final = 20.0
"""The greatest change of a rating by an answer: fast at first, later slow."""
_FIRST: Final = 20
"""The number of answers until a rating changes slowly."""
_MOST_BYTES: Final = 256 * 1024
_MOST_GAMES: Final = 40

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Ids = Annotated[list[Id], Meta(max_length=2 * MOST_PUZZLES)]


class PuzzleStats(msgspec.Struct, forbid_unknown_fields=True):
    """A person's rating and puzzles in one game."""

    rating: Annotated[float, Meta(ge=BOUNDS[0], le=BOUNDS[1])] = START
    counted: Ids = []
    """The puzzles whose first answer was counted."""
    solved: Ids = []
    """The puzzles not offered again until all are solved."""


Book = Annotated[
    dict[Annotated[str, Meta(max_length=40)], PuzzleStats],
    Meta(max_length=_MOST_GAMES),
]


def expected(rating: float, difficulty: float) -> float:
    """Return the probability of a correct first answer (0..1)."""
    change: float = 10.0 ** ((difficulty - rating) / _SCALE)
    return 1.0 / (1.0 + change)


def rated_anew(rating: float, difficulty: float, answers: int, *, is_right: bool) -> float:
    """Return the rating after an answer; `answers` were counted before."""
    step = FAST if answers < _FIRST else SLOW
    new = rating + step * (is_right - expected(rating, difficulty))
    return min(max(new, BOUNDS[0]), BOUNDS[1])


class PuzzleProgress:
    """The ratings and solved puzzles of a person."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the progress; without a file it lasts as long as this object."""
        self._path = path
        self._pages: dict[str, PuzzleStats] = {} if path is None else load_book(path)

    def page(self, game: str) -> PuzzleStats:
        """Return the stats of a game."""
        return self._pages.setdefault(game, PuzzleStats())

    def rating(self, game: str) -> int:
        """Return the rating in a game."""
        return round(self.page(game).rating)

    def rate(self, game: str, puzzle: WrittenPuzzle, *, is_right: bool) -> AnswerRating:
        """Count the first answer to a puzzle, unless it was counted before."""
        page, before = self.page(game), self.rating(game)
        if puzzle.id in page.counted:
            return AnswerRating(before, 0)
        answers = len(page.counted)
        page.rating = rated_anew(page.rating, puzzle.difficulty, answers, is_right=is_right)
        page.counted = [*page.counted, puzzle.id][-2 * MOST_PUZZLES :]
        return AnswerRating(self.rating(game), self.rating(game) - before)

    def note_solved(self, game: str, puzzle: WrittenPuzzle, of: Sequence[WrittenPuzzle]) -> None:
        """Mark a puzzle as solved: not offered again until all are solved, then all are."""
        page = self.page(game)
        solved = {*page.solved, puzzle.id}
        known = [each.id for each in of if each.id in solved]
        page.solved = [] if len(known) == len(of) else known

    def to_solve(self, game: str, of: Iterable[WrittenPuzzle]) -> list[WrittenPuzzle]:
        """Return the puzzles to offer: untried ones first, those nearest to the rating leading."""
        page = self.page(game)
        counted, solved = {*page.counted}, {*page.solved}
        left = [each for each in of if each.id not in solved]
        return sorted(
            left, key=lambda each: (each.id in counted, abs(each.difficulty - page.rating))
        )

    def save(self) -> None:
        """Save the progress; a crash leaves the old or the new file whole. Raises OSError."""
        if self._path is not None:
            write_whole(self._path, msgspec.json.encode(self._pages))


def load_book(path: Path) -> dict[str, PuzzleStats]:
    """Return the stats in a file; empty if it is missing or invalid."""
    return read_json(path, _MOST_BYTES, Book) or {}
