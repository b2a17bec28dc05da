"""A terminal that goes away takes the program along, whoever leads the session."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

COMMAND = Path(sys.executable).with_name("nim-tui")


def test_a_closed_window_ends_the_program_that_nobody_tells(home: Path) -> None:
    """The terminal controls no session: no signal comes when it is closed."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "NIM_TUI_HOME": str(home), "TERM": "xterm-256color"}
    program = subprocess.Popen(
        [COMMAND], env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    try:
        shown = b""
        while b"Bataille" not in shown:
            shown += os.read(ours, 10_000)
        assert program.poll() is None
        os.close(ours)
        assert program.wait(PATIENCE) == -signal.SIGTERM
    finally:
        program.kill()
        program.wait()
