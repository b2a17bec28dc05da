"""What undoes the modes of a terminal, by what was written to it."""

from __future__ import annotations

import pytest

from nim_tui.terminal.restoring import Modes

ENTERED = "\x1b[?1049h\x1b[?1000h\x1b[?1003h\x1b[?25l\x1b[>25u\x1b[?7l\x1b[?2026hA\x1b[1mB"


def after(*written: str) -> Modes:
    modes = Modes()
    for text in written:
        modes.note(text)
    return modes


def test_what_undoes_them_leaves_none() -> None:
    modes = after(ENTERED)
    undone = modes.undone()
    assert undone.endswith("\x1b[?1000l\x1b[?1003l\x1b[?7h\x1b[?2026l\x1b[<1u\x1b[?1049l\x1b[?25h")
    assert not after(ENTERED, undone)
    assert after(ENTERED, undone).undone() == ""


@pytest.mark.parametrize(
    ("written", "undone"),
    [
        ("plain text \x1b[2J\x1b[31m\x1b[?2048$p\x1b[c", ""),
        ("\x1b[?1016h\x1b[?1016l\x1b[?25l\x1b[?25h\x1b[?7h", ""),
        ("\x1b[>1u\x1b[>8u\x1b[<u", "\x1b[<1u"),
        ("\x1b[>1u\x1b[<2u\x1b[>u\x1b[>u", "\x1b[<2u"),
        ("\x1b[?1000;1006h\x1b[?1000l", "\x1b[?1006l"),
    ],
)
def test_only_what_differs_is_undone(written: str, undone: str) -> None:
    assert after(written).undone().removeprefix("\x18\x1b[0m") == undone
