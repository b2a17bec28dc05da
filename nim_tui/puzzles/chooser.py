"""Choose the next puzzle, and compare an answer with the best move."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any, Final

from nim_tui.bots.causes import CauseFinder
from nim_tui.bots.search import Decision, Judge, weighed
from nim_tui.puzzles.finding import CLOSE
from nim_tui.puzzles.progress import PuzzleProgress
from nim_tui.puzzles.puzzle import ComparedAnswer, Puzzle
from nim_tui.puzzles.puzzle_file import WrittenPuzzle, puzzles_of
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

    offer: GameEntry
    written: WrittenPuzzle
    book: PuzzleProgress
    is_daily: bool

    @property
    def title(self) -> str:
        """The title of the puzzle."""
        game = self.offer.title
        if self.is_daily:
            return _("Puzzle of the day · {game} · find the best move").format(game=game)
        text = _("Puzzle {number} · {game} · find the best move")
        return text.format(number=self.number, game=game)

    @property
    def number(self) -> int:
        """The number of the puzzle in its game, from 1."""
        return puzzles_of(self.offer.name).index(self.written) + 1

    @property
    def rating(self) -> int:
        """The rating of the person who solves the puzzle."""
        return self.book.rating(self.offer.name)

    def comparison(self, puzzle: Puzzle, move: Move) -> Comparison | None:
        """Return the job that compares an answer with the best move; None if none can."""
        judge = self.offer.judge
        if judge is None:
            return None
        view, best = puzzle.table.view(puzzle.seat), puzzle.best.move.word
        return Comparison(judge, self.offer.game, view, best, move.word, self.written.seed)

    def rate(self, *, is_right: bool) -> AnswerRating:
        """Count the first answer."""
        return self.book.rate(self.offer.name, self.written, is_right=is_right)

    def note_solved(self) -> None:
        """Mark the puzzle as solved: it is not offered again for a while."""
        self.book.note_solved(self.offer.name, self.written, puzzles_of(self.offer.name))


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
