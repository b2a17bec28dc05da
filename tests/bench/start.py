"""How soon the program answers: its version, and its first screen."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Final

from screens.home.screen import MOTTO
from tests.bench.cursor import table
from tests.bench.hello import HELLO
from tests.bench.pairs import Pairs, in_turns
from tests.bench.terminal import SMALL, NotShown, bare, nim_tui, opened

START_ROUNDS: Final = 21
PAINT_ROUNDS: Final = 11


def wall_seconds(command: Sequence[str]) -> float:
    """Seconds from the start of a command to its end. Raises NotShown if it fails."""
    start = perf_counter()
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    taken = perf_counter() - start
    if done.returncode:
        raise NotShown(f"{command[-1]} failed: {' '.join(done.stderr.split())[-60:]}")
    return taken


def first_paint_seconds(command: Sequence[str], text: str, size: tuple[int, int] = SMALL) -> float:
    """Seconds from the start of a command to a text of its first screen. Raises NotShown."""
    with opened(command, size) as terminal:
        return terminal.show(text)


def version() -> Pairs:
    """Seconds of `nim-tui --version` and of a Python that does nothing."""
    return in_turns(
        lambda: wall_seconds(nim_tui("--version")),
        lambda: wall_seconds([sys.executable, "-c", "pass"]),
        START_ROUNDS,
    )


def plain() -> Pairs:
    """Seconds of the plain mode whose input ends at once, and of a Python that does nothing."""
    return in_turns(
        lambda: wall_seconds(nim_tui("--plain")),
        lambda: wall_seconds([sys.executable, "-c", "pass"]),
        START_ROUNDS,
    )


def first_paint() -> Pairs:
    """Seconds to the home screen, and to the text of a bare Textual app."""
    return in_turns(
        lambda: first_paint_seconds(nim_tui(), MOTTO),
        lambda: first_paint_seconds(bare("hello"), HELLO),
        PAINT_ROUNDS,
    )


def table_paint(game: str, size: tuple[int, int] = SMALL) -> Pairs:
    """Seconds to a table that is opened by a command, and to a bare page of the same size.

    Its headline is waited for, since bots may have to move before anybody is asked.
    """
    return in_turns(
        lambda: first_paint_seconds(table(game), game.title(), size),
        lambda: first_paint_seconds(bare("page"), HELLO, size),
        PAINT_ROUNDS,
    )
