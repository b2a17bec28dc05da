"""Which puzzle comes next, and which is that of a day."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from hashlib import sha256

from nim_tui.puzzles.book import PuzzleBook
from nim_tui.puzzles.puzzle_file import WrittenPuzzle, puzzles_of

Named = tuple[str, WrittenPuzzle]
"""A puzzle and the name of its game."""


def with_puzzles(games: Iterable[str]) -> list[str]:
    """Those games that have any. Raises PuzzleError."""
    return [game for game in games if puzzles_of(game)]


def daily(games: Sequence[str], day: date) -> Named:
    """The puzzle of a day: the same for everybody who has the same puzzles."""
    of_all = [(game, puzzle) for game in games for puzzle in puzzles_of(game)]
    drawn = sha256(f"{day.isoformat()} {' '.join(games)}".encode()).digest()
    return of_all[int.from_bytes(drawn[:8], "big") % len(of_all)]


def next_of(games: Sequence[str], book: PuzzleBook, passed: Collection[tuple[str, str]]) -> Named:
    """The next puzzle, of the game that was tried least; what was begun just now comes last."""
    game = min(games, key=lambda name: len(book.page(name).counted))
    left = book.to_solve(game, puzzles_of(game))
    return game, min(left, key=lambda puzzle: (game, puzzle.id) in passed)
