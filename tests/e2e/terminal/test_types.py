"""Terminals that print line after line are played at by lines: nothing is painted."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from nim_tui.tables.store import Store
from tests.screens.tables import LAID, keep

pytestmark = pytest.mark.slow

COMMAND = Path(sys.executable).with_name("nim-tui")


def said_at(terminal: str | None, home: Path, *arguments: str) -> tuple[int, str, bytes]:
    """Exit code, errors, and what the terminal was sent until somebody left at once."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "NIM_TUI_HOME": str(home), "TERM": terminal or ""}
    if terminal is None:
        del environment["TERM"]
    os.write(ours, b"quit\n" * 3)
    done = subprocess.run(
        [COMMAND, *arguments], env=environment, stdin=theirs, stdout=theirs,
        stderr=subprocess.PIPE, text=True, timeout=60, check=False,
    )  # fmt: skip
    sent = os.read(ours, 10_000) if select.select([ours], [], [], 0)[0] else b""
    os.close(ours)
    os.close(theirs)
    return done.returncode, done.stderr, sent


@pytest.mark.parametrize(
    "terminal",
    ["dumb", *(pytest.param(one, marks=pytest.mark.nightly) for one in ("no-such-terminal", None))],
)
@pytest.mark.parametrize(
    ("arguments", "question"),
    [((), b"Home."), (("play", "bataille"), b"Bataille"), (("replay",), b"Replay")],
)
def test_a_terminal_without_a_cursor_is_spoken_to_by_lines(
    terminal: str | None, arguments: tuple[str, ...], question: bytes, home: Path
) -> None:
    if arguments == ("replay",):
        (home / "tables").mkdir()
        keep(Store(home / "tables"), LAID)
        arguments = ("replay", str(next((home / "tables").iterdir())))
    code, said, sent = said_at(terminal, home, *arguments)
    assert (code, said) == (0, "")
    assert question in sent
    assert b"\x1b" not in sent
