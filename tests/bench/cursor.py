"""What one move of the cursor costs: processor time and bytes sent to the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle
from statistics import median
from typing import Final

from tests.bench.hello import HELLO
from tests.bench.pairs import Pairs, in_turns
from tests.bench.terminal import SMALL, NotShown, Terminal, bare, nim_tui, opened

KEYS: Final = 160
"""Keys pressed in each program."""
BATCH: Final = 20
"""Keys pressed in one program before it is the other's turn."""
QUIET: Final = 0.025
"""Seconds without output that end a frame."""
PATIENCE: Final = 0.5
"""Seconds to wait for the frame that answers a key; as long a quiet ends the start."""
SETTLED: Final = 5.0
"""Seconds to wait for the quiet after the start."""

SHOWN: Final = "Your turn"
"""A text of a table's first screen, which has a board with a cursor."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a key costs."""

    processor: Pairs
    """Seconds of processor time a key."""
    our_bytes: float
    peer_bytes: float


class Presser:
    """Presses the right and the left arrow in turns and keeps what each key cost."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._arrows = cycle((b"\x1b[C", b"\x1b[D"))
        self.sizes: list[int] = []
        """Bytes drawn for each key."""

    def seconds_a_key(self) -> float:
        """Processor time a key over one batch. Raises NotShown if keys change nothing."""
        before = self._terminal.processor_seconds()
        sizes = [self._terminal.press(next(self._arrows), QUIET, PATIENCE) for _ in range(BATCH)]
        if not median(sizes):
            raise NotShown("arrow keys change nothing on the screen")
        self.sizes += sizes
        return (self._terminal.processor_seconds() - before) / BATCH


def table(game: str) -> list[str]:
    """The command that opens a table of this game, where a person begins."""
    bots = "bot:random,bot:random" if game == "himalaya" else "bot:random"
    return nim_tui("play", game, "--seats", f"Ana,{bots}", "--seed", "7")


def cursor_move(game: str, size: tuple[int, int] = SMALL) -> Cost:
    """A key on the board and the same key in a bare app, both open at once, in turns."""
    with (
        opened(table(game), size) as our_terminal,
        opened(bare("mark"), size) as peer_terminal,
    ):
        our_terminal.show(SHOWN)
        peer_terminal.show(HELLO)
        for terminal in (our_terminal, peer_terminal):
            terminal.settle(PATIENCE, SETTLED)
        us, peer = Presser(our_terminal), Presser(peer_terminal)
        processor = in_turns(us.seconds_a_key, peer.seconds_a_key, KEYS // BATCH)
    return Cost(processor, median(us.sizes), median(peer.sizes))
