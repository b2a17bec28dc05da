"""What the commands answer to mistakes: one clear line, exit code 2, nothing changed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from errno import ENOSPC
from functools import partial
from operator import ne
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import Result

from nim_tui.tables.journal import Journal
from nim_tui.tables.record import RecordHeader
from nim_tui.tables.store import HOME_VARIABLE
from nim_tui.terminals import why_no_screen
from screens.text import in_words
from tests.nim_tui.conftest import python, run

SAYS_IT_IS_ONE = (
    "from nim_tui.terminals import why_no_screen; from io import StringIO;"
    " stream = StringIO(); stream.isatty = lambda: True"
)
MISTAKES = [
    (["ply"], "did you mean play?"),
    (["\x1b[31mx"], r"\x1b[31mx"),
    (["x" * 5000], "choose one of"),
    (["--sed"], "No such option"),
    (["record"], "Missing command"),
    (["record", "chek"], "did you mean check?"),
    (["record", "check"], "Missing argument"),
    (["record", "check", "a", "b"], "unexpected extra argument"),
    (["play"], "Missing argument 'GAME'"),
    (["play", "batalle"], "did you mean bataille?"),
    (["play", "chess"], "choose one of: bataille"),
    (["play", "bataille\x1b]0;x\x07"], r"\x1b]0;x\x07"),
    (["play", "bataille", "--option", "lane=all"], "did you mean lanes?"),
    (
        ["play", "bataille", "--option", "lanes=some"],
        "must be orthogonal or diagonals or all, not 'some'",
    ),
    (["play", "bataille", "--option", "turn_limit=1"], "from 2 to 1000"),
    (["play", "bataille", "--option", "turn_limit=" + "9" * 9999], "from 2 to 1000"),
    (["play", "bataille", "--option", "blast"], "write --option NAME=VALUE, not"),
    (["play", "bataille", "--option", "blast=on", "--option", "blast=on"], "twice"),
    (["play", "bataille", "--option"], "requires an argument"),
    (["play", "bataille", "--seats", "Ana"], "is for 2 players, not 1"),
    (["play", "bataille", "--seats", "," * 99999], "is for 2 players, not 100000"),
    (["play", "bataille", "--seats", "Ana,"], "1 to 16 characters"),
    (["play", "bataille", "--seats", "Ana," + "x" * 17], "1 to 16 characters"),
    (["play", "bataille", "--seats", "Ana,A\x1b[2J"], r"\x1b[2J"),
    (["play", "bataille", "--seats", "Ana,A\nB"], "a name cannot contain control characters"),
    (["play", "bataille", "--seats", "Ana,bot:meduim"], "did you mean medium?"),
    (["play", "bataille", "--seats", "Ana,bot:"], "choose one of: hard, medium, easy"),
    (["play", "bataille", "--seed", "-1"], "from 0 to 9007199254740991"),
    (["play", "bataille", "--seed", "9007199254740992"], "from 0 to 9007199254740991"),
    (["play", "bataille", "--seed", "9" * 9999], "from 0 to 9007199254740991"),
    (["play", "bataille", "--seed", "٣"], "from 0 to 9007199254740991"),
    (["play", "bataille", "--seed", "1e3"], "from 0 to 9007199254740991"),
    (["simulate", "bataille", "--games", "0"], "from 1 to 1000000"),
    (["simulate", "bataille", "--games", "many"], "from 1 to 1000000"),
    (["simulate", "bataille", "--seats", "Ana,bot:random"], "'Ana' is a person"),
    (["simulate", "bataille", "--seats", "bot:random"], "is for 2 players, not 1"),
    (["games", "bataille"], "unexpected extra argument"),
]


def assert_one_line(result: Result, said: str) -> None:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("nim-tui: ")
    assert result.stderr.endswith("\n")
    assert result.stderr[:-1].isprintable()
    assert len(result.stderr) < 450
    assert said in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"), MISTAKES, ids=[" ".join(words)[:50] for words, _ in MISTAKES]
)
def test_a_mistake_is_answered_in_one_line(arguments: list[str], said: str, home: Path) -> None:
    assert_one_line(run(*arguments), said)
    assert not home.exists(), "nothing is kept of a mistake"


def cut(whole: bytes) -> bytes:
    return whole[: whole.rindex(b"{") + 20]


FILES: list[tuple[str, Callable[[bytes], bytes], str]] = [
    ("empty", lambda whole: b"", "not a game record: the first line is not a header"),
    (
        "text",
        lambda whole: b"hello\nworld\n",
        "not a game record: the first line is not a header",
    ),
    (
        "binary",
        lambda whole: b"\x7fELF\x00\xff" * 99,
        "not a game record: the first line is not a header",
    ),
    ("large", lambda whole: b"\x00" * (8 * 1024 * 1024 + 1), "larger than"),
    ("newer", lambda whole: whole.replace(b'"nim_tui":3', b'"nim_tui":4'), "format 4"),
    (
        "other game",
        lambda whole: whole.replace(b"bataille", b"chess"),
        "a game record of 'chess', which is not installed",
    ),
    ("odd name", lambda whole: whole.replace(b"Ana", rb"\u001b[2J"), r"\x1b[2J"),
    ("seats", lambda whole: whole.replace(b',{"name":"Ben"}', b""), "is for 2 players, not 1"),
    ("option", lambda whole: whole.replace(b"turn_limit", b"turn"), "has no option 'turn'"),
    ("no move", lambda whole: whole.replace(b"sub ", b"sup ", 1), "line 2 does not fit"),
    ("misfit", lambda whole: whole.replace(b"sub 1", b"mine 1", 1), "does not fit the game"),
    ("bad line", lambda whole: whole.replace(b'"move"', b'"mov"', 1), "line 2 is not a line"),
    ("cut", cut, "home screen"),
]


@pytest.mark.parametrize(("change", "said"), [row[1:] for row in FILES], ids=[r[0] for r in FILES])
@pytest.mark.parametrize("command", [["record", "check"], ["replay"]], ids=["check", "replay"])
def test_a_bad_record_is_answered_in_one_line_and_left_alone(
    command: list[str], kept: Path, change: Callable[[bytes], bytes], said: str
) -> None:
    bad = change(kept.read_bytes())
    kept.write_bytes(bad)
    assert_one_line(run(*command, str(kept)), said)
    assert kept.read_bytes() == bad


@pytest.mark.parametrize("command", [["record", "check"], ["replay"]], ids=["check", "replay"])
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("", "folder"), ("/", "folder"), ("/nowhere/x", "file not found"),
        ("/dev/null", "not a regular file, so not a game record"),
        ("a\x1b[2J\nb", r"a\x1b[2J\nb: "), ("x" * 5000, "File name too long"),
        ("a\x00b", r"a\x00b"),
    ],
)  # fmt: skip
def test_a_bad_path_is_answered_in_one_line(command: list[str], path: str, said: str) -> None:
    assert_one_line(run(*command, path), said)


def test_a_file_that_may_not_be_read_is_told(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *arguments: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    assert_one_line(run("record", "check", str(kept)), "Permission denied")


def test_a_full_disk_is_told_and_leaves_nothing(
    shown: list[Any], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def append(self: Journal, line: RecordHeader, waiting: object = ()) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Journal, "append", append)
    assert_one_line(run("play", "bataille"), "No space left on device")
    assert list((home / "tables").iterdir()) == []
    assert shown == []


def test_a_home_that_cannot_be_made_is_told(
    shown: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "file"))
    for arguments in ([], ["play", "bataille"]):
        assert_one_line(run(*arguments), "file: Not a directory")
    assert shown == []


@pytest.mark.parametrize("missing", ["stdin", "stdout"])
def test_a_screen_needs_a_terminal_both_ways(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout"):
        stream = SimpleNamespace(isatty=partial(ne, name, missing))
        monkeypatch.setattr(sys, name, stream)
    reason = why_no_screen(sys.stdin, sys.stdout, {"TERM": "xterm"})
    assert reason is not None
    assert f"standard {missing[3:]}put is not one; " in in_words(reason)


@pytest.mark.parametrize(
    ("terminal", "is_fit"),
    [
        ("xterm-256color", True),
        ("tmux-256color", True),
        ("xterm-ghostty", True),  # newer than this machine's terminfo may be
        ("vt220", True),
        ("wsvt25", True),  # known to terminfo alone
        ("dumb", False),
        ("", False),
        ("unknown", False),
        ("no-such-terminal", False),
    ],
)
def test_a_screen_needs_a_terminal_that_places_its_cursor(terminal: str, is_fit: bool) -> None:
    asked = (
        f"{SAYS_IT_IS_ONE}; print(why_no_screen(stream, stream, {{'TERM': {terminal!r}}}) or '')"
    )
    said = python("-c", asked).stdout.strip()
    assert (said == "") == is_fit
    assert is_fit or repr(terminal) in said
