"""The first turns of Der Schwarm by the installed command on a real terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.tables.record import MoveEntry, read_record
from tests.e2e.window import Terminal

pytestmark = pytest.mark.slow


def moves_of(home: Path, seat: int) -> list[str]:
    """What a seat played in the only kept game."""
    (path,) = (home / "tables").iterdir()
    lines = read_record(path).lines
    return [line.move for line in lines if isinstance(line, MoveEntry) and line.seat == seat]


@pytest.mark.nightly
def test_the_first_turns(terminal: Terminal, home: Path) -> None:
    asked = "Your turn: place your first station"
    terminal.start("play", "schwarm", "--seats", "You,bot:random", "--seed", "4", shows=asked)
    terminal.keys("Enter")
    before = terminal.wait_for("round 1/4", "Your turn: take it for")
    terminal.keys("w")
    terminal.wait_for("▲ You, now", "points          20", "Next nation")
    terminal.keys("Escape")
    terminal.wait_for("Your turn: take it for")
    terminal.keys("Enter")
    terminal.wait_for_change(before)
    terminal.wait_for("Your turn: take it for", "1 of 5")
    terminal.type(":")
    terminal.wait_for("Tab Complete")
    terminal.type("card 1")
    terminal.keys("Enter")
    terminal.wait_for("Your turn: take it for", "2 of 5")
    first, *cards = moves_of(home, 0)
    assert first.startswith("start ")
    assert len(cards) == 2
    assert cards[-1] == "card 1"
    terminal.keys("o")
    terminal.wait_for("Nations", "28 buoys")
    terminal.keys("Escape")
    terminal.wait_for("Your turn: take it for")
    terminal.resize(120, 40)
    terminal.wait_for("Log", "take wave for free", "Your turn: take it for")
