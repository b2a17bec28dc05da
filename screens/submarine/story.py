"""What others did since the own last turn, as the sea shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.contract import Event
from rules.submarine.board import CELL_NAMED, TOKEN_NAMED
from rules.submarine.events import Dived, Placed, Sailed, Took


@dataclass(frozen=True, slots=True)
class Doings:
    """Where bathyscaphes came to, which boats moved, what was taken."""

    dived: frozenset[tuple[int, int]] = frozenset()
    """Seats, and the cells their bathyscaphes came to."""
    sailed: frozenset[int] = frozenset()
    took: tuple[tuple[int, int, int], ...] = ()
    """Seats, the tokens they took, and from which cells, where no joker lies in its place."""


def doings(events: Sequence[Event]) -> Doings:
    """What of these events left a trace on the board."""
    dived: set[tuple[int, int]] = set()
    sailed: set[int] = set()
    took: list[tuple[int, int, int]] = []
    for event in events:
        match event:
            case Placed(seat=seat, column=column):
                dived.add((seat, CELL_NAMED[f"{column}.1"]))
            case Dived(seat=seat, cell=cell):
                dived.add((seat, CELL_NAMED[cell]))
            case Sailed(seat=seat):
                sailed.add(seat)
            case Took(seat=seat, token=token, joker="", cell=cell):
                took.append((seat, TOKEN_NAMED[token], CELL_NAMED[cell]))
    return Doings(frozenset(dived), frozenset(sailed), tuple(took))
