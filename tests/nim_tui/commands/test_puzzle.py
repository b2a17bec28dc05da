"""`nim-tui puzzle`: which puzzle is opened, and what there is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nim_tui.puzzles.puzzle_file import PuzzleFile
from tests.nim_tui.conftest import run
from tests.nim_tui.puzzles.samples import SAMPLE, shelf


@pytest.mark.parametrize(
    ("words", "opened"),
    [
        ([], ("", False)),
        (["--daily"], ("", True)),
        (["Himalaya"], ("himalaya", False)),
        (["himalaya", "--daily"], ("himalaya", True)),
    ],
)
def test_a_puzzle_is_opened(
    shown: list[Any], languages: list[str], words: list[str], opened: tuple[str, bool]
) -> None:
    result = run("--lang", "fr", "puzzle", *words)
    assert result.exit_code == 0, result.stderr
    assert (shown, languages) == ([opened], ["fr"])


def test_a_game_without_puzzles_is_told_with_those_that_have_some(
    shown: list[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with shelf(monkeypatch, tmp_path, bataille=PuzzleFile(7, 1, (SAMPLE,))):
        result = run("puzzle", "schwarm")
    assert (result.exit_code, shown) == (2, [])
    assert "schwarm has no puzzles yet; games with puzzles: bataille" in result.stderr


def test_a_game_that_is_not_there_is_told(shown: list[Any]) -> None:
    result = run("puzzle", "chess")
    assert (result.exit_code, shown) == (2, [])
    assert "unknown game 'chess'; choose one of: bataille, " in result.stderr


def test_a_broken_file_is_told_in_one_line(
    shown: list[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with shelf(monkeypatch, tmp_path, bataille=PuzzleFile(7, 1, (SAMPLE,))):
        (tmp_path / "bataille" / "puzzles.json").write_bytes(b"{")
        result = run("puzzle")
    assert (result.exit_code, shown) == (2, [])
    assert len(result.stderr.strip().splitlines()) == 1
    assert "bataille/puzzles.json: " in result.stderr
