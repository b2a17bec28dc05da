"""Colours by what a terminal can show, and no byte too many."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from nim_tui.server.terminal.colours import Colours, colours_of, translated
from tests.nim_tui.server.ssh.serving import serving, visiting
from tests.nim_tui.server.ssh.tiny import ORANGE

RED_ON_BLUE = "\x1b[1;38;2;200;10;10;48;2;0;0;95mred\x1b[0m"


@pytest.mark.parametrize(
    ("terminal", "wishes", "shows"),
    [
        ("xterm-256color", {}, Colours.MANY),
        ("xterm-256color", {"COLORTERM": "truecolor"}, Colours.TRUE),
        ("xterm-256color", {"COLORTERM": "24bit"}, Colours.TRUE),
        ("xterm-256color", {"COLORTERM": "yes"}, Colours.MANY),
        ("xterm-256color", {"COLORTERM": "truecolor", "NO_COLOR": "1"}, Colours.NONE),
        ("xterm-kitty", {}, Colours.TRUE),
        ("xterm-direct", {}, Colours.TRUE),
        ("tmux-256color", {}, Colours.MANY),
        ("xterm", {}, Colours.FEW),
        ("linux", {}, Colours.FEW),
        ("screen", {}, Colours.FEW),
        ("vt100", {}, Colours.NONE),
        ("vt220", {"COLORTERM": "truecolor"}, Colours.NONE),
        ("xterm-mono", {}, Colours.NONE),
        ("dumb", {}, Colours.NONE),
        ("", {}, Colours.NONE),
    ],
)
def test_what_a_terminal_shows(terminal: str, wishes: Mapping[str, str], shows: Colours) -> None:
    assert colours_of(terminal, wishes) is shows


@pytest.mark.parametrize(
    ("colours", "shown"),
    [
        (Colours.TRUE, RED_ON_BLUE),
        (Colours.MANY, "\x1b[1;38;5;160;48;5;17mred\x1b[0m"),
        (Colours.FEW, "\x1b[1;31;44mred\x1b[0m"),
        (Colours.NONE, "\x1b[1mred\x1b[0m"),
    ],
)
def test_translation(colours: Colours, shown: str) -> None:
    assert translated(RED_ON_BLUE, colours) == shown


@pytest.mark.parametrize(
    ("written", "colours", "shown"),
    [
        ("plain", Colours.TRUE, "plain"),
        ("\x1b[31ma\x1b[0m\x1b[31mb\x1b[0m", Colours.TRUE, "\x1b[31mab\x1b[0m"),
        ("\x1b[31;42ma\x1b[0m\x1b[33;42mb\x1b[0m", Colours.FEW, "\x1b[31;42ma\x1b[33mb\x1b[0m"),
        ("\x1b[31;42ma\x1b[0m\x1b[31mb\x1b[0m", Colours.FEW, "\x1b[31;42ma\x1b[49mb\x1b[0m"),
        ("\x1b[1;31ma\x1b[0m\x1b[31mb\x1b[0m", Colours.FEW, "\x1b[1;31ma\x1b[22mb\x1b[0m"),
        ("\x1b[1;31ma\x1b[0m\x1b[31;44mb", Colours.FEW, "\x1b[1;31ma\x1b[22;44mb\x1b[0m"),
        ("\x1b[1;93;44ma\x1b[0m\x1b[93;44mb", Colours.FEW, "\x1b[1;93;44ma\x1b[22mb\x1b[0m"),
        ("\x1b[93;44ma\x1b[0m\x1b[1;91;44mb", Colours.FEW, "\x1b[93;44ma\x1b[1;91mb\x1b[0m"),
        (
            "\x1b[1;2;93;44ma\x1b[0m\x1b[2;93;44mb",
            Colours.FEW,
            "\x1b[1;2;93;44ma\x1b[22;2mb\x1b[0m",
        ),
        ("\x1b[53;93;44ma\x1b[0m\x1b[93;44mb", Colours.FEW, "\x1b[53;93;44ma\x1b[0;93;44mb\x1b[0m"),
        ("\x1b[1;4ma\x1b[0m\x1b[4mb", Colours.NONE, "\x1b[1;4ma\x1b[0;4mb\x1b[0m"),
        ("\x1b[31ma\x1b[0m\x1b[2;3H\x1b[31mb\x1b[0m", Colours.FEW, "\x1b[31ma\x1b[2;3Hb\x1b[0m"),
        ("\x1b[31ma\x1b[0mb", Colours.FEW, "\x1b[31ma\x1b[0mb"),
        ("\x1b[31ma\x1b[0m\x1b[?25h", Colours.NONE, "a\x1b[?25h"),
        ("\x1b[38;5;160ma\x1b[0m", Colours.FEW, "\x1b[31ma\x1b[0m"),
        ("\x1b[97;100ma\x1b[0m", Colours.FEW, "\x1b[97;100ma\x1b[0m"),
        ("\x1b[97;100;4ma\x1b[0m", Colours.NONE, "\x1b[4ma\x1b[0m"),
        ("\x1b[39;49;7ma\x1b[0m", Colours.TRUE, "\x1b[7ma\x1b[0m"),
        ("\x1b[38;5ma\x1b[48ma\x1b[38;2;1ma", Colours.MANY, None),
    ],
)
def test_only_what_changes_is_said(written: str, colours: Colours, shown: str | None) -> None:
    assert shown is None or translated(written, colours) == shown
    assert translated(written, colours).count("a") >= 1


ANY_COLOUR = re.compile(rb"\x1b\[[\d;]*\b([349]\d|10\d)\b[\d;]*m")
TRUE_COLOUR = re.compile(rb"[34]8;2;")
MANY_COLOURS = re.compile(rb"[34]8;5;")


@pytest.mark.slow
async def test_each_client_has_its_own_colours() -> None:
    """Whoever came first: what one terminal can show is no matter to the next."""
    async with (
        serving() as served,
        visiting(served, terminal="xterm") as few,
        visiting(served, terminal="xterm-kitty") as true,
        visiting(served, terminal="xterm-256color") as many,
        visiting(served, terminal="vt100") as none,
        visiting(served, terminal="xterm-256color", environment={"NO_COLOR": "1"}) as wish,
    ):
        assert f"38;2;{';'.join(map(str, ORANGE))}".encode() in true.screen.got
        assert MANY_COLOURS.search(many.screen.got)
        assert not TRUE_COLOUR.search(many.screen.got)
        assert ANY_COLOUR.search(few.screen.got)
        assert not TRUE_COLOUR.search(few.screen.got)
        assert not MANY_COLOURS.search(few.screen.got)
        assert not ANY_COLOUR.search(none.screen.got)
        assert not ANY_COLOUR.search(wish.screen.got)
