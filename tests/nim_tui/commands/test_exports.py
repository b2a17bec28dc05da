"""`nim-tui record export` and `import`, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nim_tui.tables.record import read_record
from nim_tui.tables.store import Store
from tests.nim_tui.conftest import lines_of, play_on, run, table_of


def test_a_text_goes_out_and_comes_in(kept: Path, tmp_path: Path, home: Path) -> None:
    text = run("record", "export", str(kept), "--to", "txt")
    assert text.exit_code == 0, text.stderr
    file = tmp_path / "game.txt"
    file.write_text(text.stdout, "utf-8")
    took = run("record", "import", str(file))
    own = home / "tables" / "imported-bataille-0001.jsonl"
    moves = read_record(kept).moves
    assert took.stdout == f"kept as {own}: bataille, {moves} moves\n"
    assert read_record(own).header == read_record(kept).header
    assert len(lines_of(own)) == moves + 1
    assert run("record", "check", str(own)).stdout == run("record", "check", str(kept)).stdout


def test_the_same_game_is_known_again_in_whichever_form_it_comes(
    kept: Path, tmp_path: Path, home: Path
) -> None:
    text, record = tmp_path / "game.txt", tmp_path / "game.jsonl"
    text.write_text(run("record", "export", str(kept), "--to", "txt").stdout, "utf-8")
    record.write_bytes(kept.read_bytes())
    assert run("record", "import", str(text)).stdout.startswith("kept as ")
    for file in (text, record):
        again = run("record", "import", str(file))
        own = home / "tables" / "imported-bataille-0001.jsonl"
        assert (again.stdout, again.exit_code) == (f"this game is already kept as {own}\n", 0)
    assert len(list(home.glob("tables/*.jsonl"))) == 1


def test_it_is_written_to_a_new_file_alone(kept: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    assert run("record", "export", str(kept), "--to", "json", "--out", str(out)).exit_code == 0
    assert json.loads(out.read_text("utf-8"))["game"] == "bataille"
    again = run("record", "export", str(kept), "--to", "txt", "--out", str(out))
    assert again.exit_code == 2
    assert "exists" in again.stderr


@pytest.mark.slow
@pytest.mark.parametrize("form", ["svg", "html", "cast"])
def test_what_is_drawn(store: Store, form: str) -> None:
    table = table_of()
    path = store.open_new(table)
    play_on(table, 5).end_by_agreement()
    table.close()
    result = run("record", "export", str(path), "--to", form, "--size", "80x24", "--move", "3")
    assert result.exit_code == 0, result.stderr
    begins = {"svg": "<svg", "html": "<!doctype html>", "cast": '{"version": 2'}[form]
    assert result.stdout.startswith(begins)


def test_a_running_game_is_not_exported(store: Store) -> None:
    table = table_of()
    path = store.open_new(table)
    play_on(table, 9)
    table.close()
    result = run("record", "export", str(path), "--to", "txt")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "the game is not over" in result.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--to", "pdf"], "'pdf' is not one of"),
        ([], "--to"),
        (
            ["--to", "svg", "--size", "9999x9999"],
            ("--size must be COLUMNSxROWS from 80x24 to 240x100"),
        ),
        (["--to", "svg", "--seat", "3"], "--seat: "),
        (["--to", "cast", "--pace", "0"], "--pace"),
    ],
)
def test_mistakes_are_told_in_one_line(kept: Path, words: list[str], why: str) -> None:
    result = run("record", "export", str(kept), *words)
    assert result.exit_code == 2
    assert why in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_what_is_no_game_is_not_taken_in(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear all,\n", "utf-8")
    result = run("record", "import", str(file))
    assert result.exit_code == 2
    assert (
        result.stderr
        == f"nim-tui: {file}: line 1 is not part of a game exported as text: Dear all,\n"
    )
    assert not list(home.glob("tables/*.jsonl"))
