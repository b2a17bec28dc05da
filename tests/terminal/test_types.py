"""Terminals that print line after line: one clear line, and nothing painted."""

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

COMMAND = Path(sys.executable).with_name("nim-tui")


def said_at(terminal: str | None, home: Path, *arguments: str) -> tuple[int, str, bytes]:
    """The exit code, what was said as an error, and what the terminal was sent."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "NIM_TUI_HOME": str(home), "TERM": terminal or ""}
    if terminal is None:
        del environment["TERM"]
    done = subprocess.run(
        [COMMAND, *arguments], env=environment, stdin=theirs, stdout=theirs,
        stderr=subprocess.PIPE, text=True, timeout=60, check=False,
    )  # fmt: skip
    sent = os.read(ours, 1000) if select.select([ours], [], [], 0)[0] else b""
    os.close(ours)
    os.close(theirs)
    return done.returncode, done.stderr, sent


@pytest.mark.parametrize("terminal", ["dumb", "no-such-terminal", None])
@pytest.mark.parametrize("arguments", [(), ("play", "bataille"), ("replay",)])
def test_a_terminal_without_a_cursor_gets_one_line(
    terminal: str | None, arguments: tuple[str, ...], home: Path
) -> None:
    if arguments == ("replay",):
        (home / "tables").mkdir()
        keep(Store(home / "tables"), LAID)
        arguments = ("replay", str(next((home / "tables").iterdir())))
    code, said, sent = said_at(terminal, home, *arguments)
    assert code == 2
    assert said.startswith("nim-tui: a screen needs a terminal that can place its cursor")
    assert said.count("\n") == 1
    assert repr(terminal or "") in said
    assert sent == b""
