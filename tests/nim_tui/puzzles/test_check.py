"""Checking puzzles: what the judge of today still finds is kept, with its figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from nim_tui.puzzles import check
from nim_tui.puzzles.check import checked
from nim_tui.puzzles.finding import TRIES
from nim_tui.puzzles.mine import keep
from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.puzzles.puzzle_file import CandidateMove, PuzzleFile, WrittenPuzzle, read_puzzles
from rules.advice import Chances
from rules.bataille import BATAILLE
from tests.nim_tui.puzzles.samples import SAMPLE, WINS, Picks, SureJudge, SureWorlds

REST = 0.05
"""How often a move wins that is no candidate."""


class Judge(SureJudge):
    """Knows of every other move as well."""

    def __init__(self, *rows: Sequence[float], rest: float = REST) -> None:
        super().__init__(*rows)
        self.rest = rest

    def worlds(self, *what: Any) -> SureWorlds | None:
        found = super().worlds(*what)
        assert found is not None
        other: Chances = (self.rest, 1 - self.rest)
        found.chances = defaultdict(lambda: other, found.chances)
        return found


def written(best: int = 1) -> WrittenPuzzle:
    """A puzzle whose best move is the second of all, as it was found once."""
    legal = [move.word for move in Puzzle(BATAILLE, SAMPLE).table.legal(0)]
    order = [best, *[number for number in range(TRIES - 1) if number != best]]
    tries = tuple(
        CandidateMove(legal[number], 50.0 - 10 * rank, "x") for rank, number in enumerate(order)
    )
    return msgspec.structs.replace(SAMPLE, right=(legal[best],), tries=tries)


def test_what_still_is_clear_is_kept_with_the_figures_of_today() -> None:
    puzzle = written()
    today = checked(BATAILLE, Judge(WINS), puzzle)
    assert today is not None
    assert [each.wins for each in today.tries] == [60, 40, 30, 20, 10, 10]
    assert (today.right, today.moves, today.id) == (puzzle.right, puzzle.moves, puzzle.id)
    assert today.difficulty != puzzle.difficulty


@pytest.mark.parametrize(
    ("why", "judge", "best"),
    [
        ("another is best", Judge(WINS), 2),
        ("the margin has gone", Judge((0.3, 0.45, 0.4, 0.2, 0.1, 0.1)), 1),
        ("one that was no candidate is as good", Judge(WINS, rest=0.59), 1),
        ("one that was no candidate comes near", Judge(WINS, rest=0.57), 1),
    ],
)
def test_what_is_none_any_more_is_left_out(why: str, judge: Judge, best: int) -> None:
    assert checked(BATAILLE, judge, written(best)) is None, why


def test_what_the_hard_bot_does_not_find_is_left_out() -> None:
    assert checked(BATAILLE, Judge(WINS), written(), Picks(1)) is not None
    assert checked(BATAILLE, Judge(WINS), written(), Picks(2)) is None


def test_a_file_is_checked_in_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = msgspec.structs.replace(written(2), id="other")
    file = tmp_path / "puzzles.json"
    keep(file, PuzzleFile(7, 3, (written(), other)))
    monkeypatch.setattr("nim_tui.games.bataille.judge.BatailleJudge", lambda: Judge(WINS))
    monkeypatch.setattr("nim_tui.games.bataille.judge.hard_bot", lambda: Picks(1))
    result = CliRunner().invoke(check.main, ["bataille", str(file)])
    assert "other is left out" in result.output
    assert "1 of 2 puzzles are kept" in result.output
    today = read_puzzles("x", file.read_bytes())
    assert (today.seed, today.games) == (7, 3)
    assert [each.id for each in today.puzzles] == [SAMPLE.id]
