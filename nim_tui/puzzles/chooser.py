"""The choice of the next puzzle, and a person's progress.

The rating in a game is an Elo rating: each puzzle is an opponent rated by its difficulty, who is
beaten by a correct first answer. A puzzle counts once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from nim_tui.bots.causes import CauseFinder
from nim_tui.bots.search import Decision, Judge, weighed
from nim_tui.private_files import read_json, write_whole
from nim_tui.puzzles.finding import CLOSE
from nim_tui.puzzles.puzzle import ComparedAnswer, Puzzle
from nim_tui.puzzles.puzzle_file import MOST_PUZZLES, WrittenPuzzle, puzzles_of
from nim_tui.registry import GameEntry, all_games, game_named
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.messages import N_
from screens.app_api import NotPossible
from screens.table.puzzle_words import AnswerRating
from screens.text import _

MORE: Final = 3
"""The factor on the budget of a decision, for two moves alone."""
_UNSAID: Final = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two moves to be tried in the same sampled worlds: a job for another process."""

    judge: Judge
    game: AnyGame
    view: Any
    """The view of the seat to move."""
    best: str
    other: str
    """Both moves in canonical words, as moves are not sent."""
    seed: int
    more: int = MORE

    def __str__(self) -> str:
        return f"two moves of {self.game.name}"

    def do(self) -> ComparedAnswer | None:
        """Try both moves; None if nothing can compare them."""
        game, own = self.game, self.view.seat
        chance = Chance(self.seed)
        legal = game.legal(game.sample(self.view, chance), own)
        worlds = self.judge.worlds(game, self.view, legal, chance)
        if worlds is None:
            return None
        both = [Advice(game.parse(words), _UNSAID) for words in (self.best, self.other)]
        found = weighed(worlds, both, self.view, self.judge.budget * self.more)
        wins = {each.advice.move.word: each.chances[own] for each in found}
        behind: float = 100 * (wins[self.best] - wins[self.other])
        decision = Decision(game, self.view, legal)
        finder = None if behind <= CLOSE else CauseFinder.of(self.judge, decision, chance)
        if finder is None:
            return ComparedAnswer(behind)
        causes = finder.between(*both)
        return ComparedAnswer(behind, causes.blame, causes.praise)


Named = tuple[str, WrittenPuzzle]
"""A puzzle and the name of its game."""


def with_puzzles(games: Iterable[str]) -> list[str]:
    """Return the games that have puzzles. Raises PuzzleError."""
    return [game for game in games if puzzles_of(game)]


def daily(games: Sequence[str], day: date) -> Named:
    """Return the puzzle of a day: the same for everybody with the same puzzles."""
    of_all = [(game, puzzle) for game in games for puzzle in puzzles_of(game)]
    drawn = sha256(f"{day.isoformat()} {' '.join(games)}".encode()).digest()
    return of_all[int.from_bytes(drawn[:8], "big") % len(of_all)]


def next_of(
    games: Sequence[str], book: PuzzleProgress, passed: Collection[tuple[str, str]]
) -> Named:
    """Return the next puzzle, of the game tried least; puzzles begun just now come last."""
    game = min(games, key=lambda name: len(book.page(name).counted))
    left = book.to_solve(game, puzzles_of(game))
    return game, min(left, key=lambda puzzle: (game, puzzle.id) in passed)


@dataclass(frozen=True, slots=True)
class ChosenPuzzle:
    """A puzzle of a game, and the progress it counts in."""

    entry: GameEntry
    written: WrittenPuzzle
    book: PuzzleProgress
    is_daily: bool

    @property
    def title(self) -> str:
        """The title of the puzzle."""
        game = self.entry.title
        if self.is_daily:
            return _("Puzzle of the day · {game} · find the best move").format(game=game)
        text = _("Puzzle {number} · {game} · find the best move")
        return text.format(number=self.number, game=game)

    @property
    def number(self) -> int:
        """The number of the puzzle in its game, from 1."""
        return puzzles_of(self.entry.name).index(self.written) + 1

    @property
    def rating(self) -> int:
        """The rating of the person who solves the puzzle."""
        return self.book.rating(self.entry.name)

    def comparison(self, puzzle: Puzzle, move: Move) -> Comparison | None:
        """Return the job that compares an answer with the best move; None if none can."""
        judge = self.entry.judge
        if judge is None:
            return None
        view, best = puzzle.table.view(puzzle.seat), puzzle.best.move.word
        return Comparison(judge, self.entry.game, view, best, move.word, self.written.seed)

    def rate(self, *, is_right: bool) -> AnswerRating:
        """Count the first answer."""
        return self.book.rate(self.entry.name, self.written, is_right=is_right)

    def note_solved(self) -> None:
        """Mark the puzzle as solved: it is not offered again for a while."""
        self.book.note_solved(self.entry.name, self.written, puzzles_of(self.entry.name))


class PuzzleChooser:
    """A chooser of puzzles; those begun in its lifetime come last."""

    def __init__(self, book: PuzzleProgress) -> None:
        self._book = book
        self._passed: set[tuple[str, str]] = set()

    def choose(self, game: str, day: date | None) -> ChosenPuzzle:
        """Return the next puzzle of a game, or of any; or that of a day. Raises NotPossible."""
        games: Sequence[str] = with_puzzles([game] if game else all_games())
        if not games:
            raise NotPossible(N_("this game has no puzzles yet"))
        if day is not None:
            name, written = daily(games, day)
        else:
            name, written = next_of(games, self._book, self._passed)
        self._passed.add((name, written.id))
        return ChosenPuzzle(game_named(name), written, self._book, day is not None)


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
        """Return the puzzles to offer: untried ones first, those nearest to the rating leading.

        All, if all were solved: a newer version may have fewer of them.
        """
        page, known = self.page(game), [*of]
        counted, solved = {*page.counted}, {*page.solved}
        left = [each for each in known if each.id not in solved] or known
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
