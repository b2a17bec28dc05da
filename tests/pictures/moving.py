"""What the moving picture shows, and whether what is kept is still that."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from rich.segment import Segment

from nim_tui.export.finished_game import FinishedGame, finished
from nim_tui.export.pictures import Drawn, Sitting, frames
from nim_tui.tables.record import read_record

RECORD: Final = Path(__file__).with_name("himalaya.jsonl")
"""Four medium bots, as its first line tells."""
ROOT: Final = Path(__file__).parents[2]
PICTURE: Final = ROOT / "docs" / "himalaya.gif"
KEPT: Final = Path(__file__).with_name("himalaya.sha256")
"""What was drawn, and the picture that was made of it: as `sha256sum` writes them."""

MOST_BYTES: Final = 1_500_000
"""What a page may load."""

SITTING: Final = Sitting(columns=100, rows=30)
LAST: Final = 40
"""The move it ends after: in the sixth turn."""
PACE: Final = 0.8
"""Seconds a move."""
REST: Final = 2.1
"""Seconds of the last, before it begins anew."""


def positions(game: FinishedGame) -> list[int]:
    """After how many moves it is looked at: not while others still lay their programs."""
    lays = [play.move.startswith("program ") for play in game.moves]
    return [n for n in range(LAST + 1) if n == 0 or not (lays[n - 1] and lays[n])]


async def shown() -> list[Drawn]:
    """The screen each time."""
    game = finished(read_record(RECORD))
    return [drawn async for drawn in frames(game, SITTING, positions(game))]


def seconds(count: int) -> list[float]:
    """How long each of so many stays."""
    return [PACE] * (count - 1) + [REST]


def fingerprint(drawn: list[Drawn]) -> str:
    """Of all letters and their colours."""
    told = [
        [[_facts(segment) for segment in Segment.simplify(line)] for line in each] for each in drawn
    ]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


def _facts(segment: Segment) -> tuple[str, str]:
    return segment.text, str(segment.style or "")


def sums(drawn: list[Drawn]) -> str:
    """What KEPT holds where picture and game agree."""
    picture = hashlib.sha256(PICTURE.read_bytes()).hexdigest()
    return f"{fingerprint(drawn)}  frames\n{picture}  {PICTURE.name}\n"
