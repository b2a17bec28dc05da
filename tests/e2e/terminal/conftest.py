"""A terminal of a test's own, and a home for what is played in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.window import Terminal


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home where programs answer at once."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "settings.json").write_text('{"pace": "instant", "forced": "asked"}')
    return folder


@pytest.fixture
def terminal(home: Path) -> Iterator[Terminal]:
    """A terminal of 80 x 24."""
    assert shutil.which("tmux"), "these tests need tmux: install it (apt-get install tmux)"
    terminal = Terminal(f"nim-tui-{os.getpid()}-{home.parent.name}", home)
    try:
        yield terminal
    finally:
        terminal.close()
