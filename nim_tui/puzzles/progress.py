"""A person's record at puzzles.

The rating of a game is an Elo rating: each puzzle is an opponent whose rating is its difficulty,
and who is beaten by a right first answer. A puzzle counts once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from nim_tui.private_files import write_whole
from nim_tui.puzzles.puzzle_file import MOST_PUZZLES, WrittenPuzzle
from screens.table.puzzle_words import AnswerRating

START: Final = 1400.0
"""The rating of who has not solved anything yet."""
BOUNDS: Final = (100.0, 3000.0)
_SCALE: Final = 400.0
"""Elo's: so many points more, and one is right ten times as often as wrong."""
FAST: Final = 48.0
SLOW: Final = 20.0
"""By how much an answer moves a rating at most: fast at first, slowly later."""
_FIRST: Final = 20
"""Answers until a rating moves slowly."""
_MOST_BYTES: Final = 256 * 1024
_MOST_GAMES: Final = 40

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Ids = Annotated[list[Id], Meta(max_length=2 * MOST_PUZZLES)]


class PuzzleStats(msgspec.Struct, forbid_unknown_fields=True):
    """How somebody did in one game."""

    rating: Annotated[float, Meta(ge=BOUNDS[0], le=BOUNDS[1])] = START
    counted: Ids = []
    """The puzzles whose first answer was counted."""
    solved: Ids = []
    """Those that are not offered again until all are among them."""


Book = Annotated[
    dict[Annotated[str, Meta(max_length=40)], PuzzleStats],
    Meta(max_length=_MOST_GAMES),
]


def expected(rating: float, difficulty: float) -> float:
    """The chance that the first answer is right."""
    change: float = 10.0 ** ((difficulty - rating) / _SCALE)
    return 1.0 / (1.0 + change)


def rated_anew(rating: float, difficulty: float, answers: int, *, is_right: bool) -> float:
    """The rating after an answer, so many having been counted before."""
    step = FAST if answers < _FIRST else SLOW
    new = rating + step * (is_right - expected(rating, difficulty))
    return min(max(new, BOUNDS[0]), BOUNDS[1])


class PuzzleProgress:
    """Ratings, and what was solved."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pages: dict[str, PuzzleStats] = load_book(path)

    def page(self, game: str) -> PuzzleStats:
        """How one did in a game."""
        return self._pages.setdefault(game, PuzzleStats())

    def rating(self, game: str) -> int:
        """The rating in a game."""
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
        """It is not offered again until all are solved; then all are again."""
        page = self.page(game)
        solved = {*page.solved, puzzle.id}
        known = [each.id for each in of if each.id in solved]
        page.solved = [] if len(known) == len(of) else known

    def to_solve(self, game: str, of: Iterable[WrittenPuzzle]) -> list[WrittenPuzzle]:
        """The puzzles to be offered: those never tried first, the fittest of them leading."""
        page = self.page(game)
        counted, solved = {*page.counted}, {*page.solved}
        left = [each for each in of if each.id not in solved]
        return sorted(
            left, key=lambda each: (each.id in counted, abs(each.difficulty - page.rating))
        )

    def save(self) -> None:
        """Keep it, replacing the file whole: a crash leaves the old or the new. Raises OSError."""
        write_whole(self._path, msgspec.json.encode(self._pages))


def load_book(path: Path) -> dict[str, PuzzleStats]:
    """The book in a file; an empty one if there is no such file, or no sound one."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            return {}
        return msgspec.json.decode(data, type=Book)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
