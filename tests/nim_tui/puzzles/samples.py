"""A puzzle of a test's own, shelves to offer it from, and judges that know what they want."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest

from nim_tui.bots.playout import Barred, Playout
from nim_tui.bots.search import WORLDS
from nim_tui.puzzles import puzzle_file
from nim_tui.puzzles.puzzle_file import NAME, CandidateMove, PuzzleFile, WrittenPuzzle, written
from nim_tui.tables.record import lines_of
from rules.advice import Advice, Chances
from rules.bataille.moves import SETUP
from rules.chance import Chance
from rules.contract import AnyGame, Move
from tests.screens.bots import FirstBot
from tests.screens.tables import SEARCHED, table_after

ABOVE: Final = (
    "{ship} can search {cell}: possible in {count} of {total} layouts; near miss "
    "{near}%, mine {mine}%"
)


def _above(ship: str, square: str, wins: float) -> CandidateMove:
    facts: dict[str, Any] = {
        "ship": ship, "cell": f"{square}.200", "count": 445, "total": 2225, "near": 12, "mine": 3,
    }  # fmt: skip
    return CandidateMove(f"{ship} {square}", wins, ABOVE, facts)


TRIES: Final = (
    _above("B", "21", 68.2), _above("A", "21", 67.0), _above("A", "36", 41.4), _above("B", "9", 33),
)  # fmt: skip
SAMPLE: Final = WrittenPuzzle(
    id="7-25",
    seats=2,
    seed=7,
    moves=tuple(lines_of((play.seat, play.move) for play in table_after(SEARCHED).plays)),
    seat=0,
    right=("B 21", "A 21"),
    difficulty=1450,
    tries=TRIES,
    choices=69,
)
"""A turn of Bataille: two moves are right, two were weighed and are not, the others are unknown."""


@contextmanager
def shelf(monkeypatch: pytest.MonkeyPatch, folder: Path, **files: PuzzleFile) -> Iterator[None]:
    """These puzzles are shipped, by game, and no others."""
    for game, file in files.items():
        (folder / game).mkdir(parents=True)
        (folder / game / NAME).write_bytes(written(file))

    def of(package: str) -> Path:
        return folder / package.removeprefix("rules.")

    monkeypatch.setattr(puzzle_file, "files", of)
    puzzle_file.puzzles_of.cache_clear()
    yield
    puzzle_file.puzzles_of.cache_clear()


def worlds_of(wins: Sequence[float], seat: int) -> dict[int, Chances]:
    """The chances of two after the first, second ... candidate."""
    return {
        number: (win, 1 - win) if seat == 0 else (1 - win, win) for number, win in enumerate(wins)
    }


@dataclass(slots=True)
class SureWorlds:
    """Every candidate wins as often in each of them."""

    cost: ClassVar[int] = 1
    legal: Sequence[Move]
    chances: dict[int, Chances]
    judge: SureJudge

    def candidates(self) -> Sequence[Advice]:
        """As many as there are chances for."""
        tried = self.legal[: len(self.chances)]
        return [Advice(move, f"it is {move.word} of {len(self.legal)}") for move in tried]

    def simulate(self, advice: Advice, world: int, barred: Barred | None = None) -> Playout:
        """What was laid down for it."""
        self.judge.simulations += 1
        return Playout(self.chances[self.legal.index(advice.move)])


@dataclass(frozen=True, slots=True)
class Picks:
    """A bot that makes always the same of the legal moves."""

    number: int

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """The move of its number, from 0."""
        return Advice(legal[self.number], "it always does")


class SureJudge:
    """Says of the first few legal moves how often they win: each time it looks the next row."""

    budget = 12
    explainer = None
    doubt = 0.0

    def __init__(self, *rows: Sequence[float]) -> None:
        self.rows = rows or (WINS,)
        self.instead = FirstBot()
        self.looks = self.simulations = 0
        self.seen: list[int] = []
        """What the chance of each look came to."""

    def chances(self, state: Any) -> Chances:
        """Even."""
        return 0.5, 0.5

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance
    ) -> SureWorlds | None:
        """The next row; nothing while camps are laid."""
        if view.phase == SETUP:
            return None
        row = self.rows[self.looks % len(self.rows)]
        self.looks += 1
        self.seen.append(chance.below(WORLDS))
        return SureWorlds(legal, worlds_of(row[: len(legal)], view.seat), self)


WINS: Final = (0.3, 0.6, 0.4, 0.2, 0.1, 0.1)
"""The second is clearly best."""
