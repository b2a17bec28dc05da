"""The first turns of Himalaya by the installed command on a real terminal."""

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
    seats = "You,bot:random,bot:random"
    asked = "Your turn: choose your starting village"
    terminal.start("play", "himalaya", "--seats", seats, "--seed", "4", shows=asked)
    terminal.keys("Enter")
    terminal.wait_for("turn 1/12", "Your turn: step 1 from ")
    terminal.type("tpi")
    terminal.wait_for("trade", "pause", "ice", "›4")
    terminal.keys("BSpace", "Enter")
    terminal.wait_for("empty slots are pauses; Enter again seals")
    terminal.keys("Enter")
    terminal.wait_for("turn 2/12", "Your turn: step 1 from ", "›1")
    terminal.type(":")
    terminal.wait_for("type a move")
    terminal.type("program pppppp")
    terminal.keys("Enter")
    terminal.wait_for("turn 3/12")
    _camp, *programs = moves_of(home, 0)
    assert programs == ["program tppppp", "program pppppp"]
    terminal.resize(120, 40)
    terminal.wait_for("Tribes", "Log", "turn 3: ")
