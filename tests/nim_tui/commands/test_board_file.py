"""A board of one's own by `--board FILE`: what it answers to bad files, and what is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nim_tui.tables.record import read_record
from rules.board_file import MOST_CHARACTERS
from tests.nim_tui.conftest import ROOT, run

PRINTED = (ROOT / "rules" / "himalaya" / "board.toml").read_text()
OWN = PRINTED.replace("Namdo", "Ourtown", 1)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """Where a board file lies."""
    return tmp_path / "board.toml"


BAD = {
    "missing": (None, "No such file"),
    "binary": (b"\x7fELF\x00\xff" * 99, ""),
    "no toml": (b"cubes = = 3\n", "this is not TOML"),
    "too long": (b"#" * (MOST_CHARACTERS + 1), ""),
    "no level": (PRINTED.replace("house", "hut", 1).encode(), "line "),
}


@pytest.mark.parametrize(("content", "said"), BAD.values(), ids=BAD)
def test_a_bad_board_is_told_in_one_line(
    board: Path, home: Path, content: bytes | None, said: str
) -> None:
    if content is not None:
        board.write_bytes(content)
    result = run("play", "himalaya", "--board", str(board))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("nim-tui: ")
    assert "terminal" not in result.stderr, "it is the board that is refused"
    assert said in result.stderr
    assert not home.exists()


def test_a_folder_is_no_board(tmp_path: Path) -> None:
    result = run("play", "himalaya", "--board", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "folder" in result.stderr


def test_a_game_that_takes_no_board_says_so(board: Path) -> None:
    board.write_text(OWN)
    result = run("play", "bataille", "--board", str(board))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "board" in result.stderr


def test_the_record_holds_the_board_and_replays_without_the_file(
    board: Path, home: Path, shown: list[Any]
) -> None:
    board.write_text(OWN)
    result = run("play", "himalaya", "--board", str(board), "--seed", "7")
    assert result.exit_code == 0, result.output
    (table,) = shown
    board.unlink()
    assert table.view(0).board.villages[1].name == "Ourtown"
    path = home / "tables" / "himalaya-0001.jsonl"
    assert read_record(path).header.options["board"] == OWN
    assert run("record", "check", str(path)).exit_code == 0
    assert run("replay", str(path)).exit_code == 0
