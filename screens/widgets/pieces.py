"""What the lines of a board are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

TITLE: Final = "title"
"""The name of the field in the frame that tells where the cursor is."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A stretch of a line that never changes: text and component class."""

    text: str
    look: str = "board--frame"


@dataclass(frozen=True, slots=True)
class Spot:
    """A stretch of a line that belongs to a place of the board; `part` counts its lines."""

    name: str
    width: int
    part: int = 0


@dataclass(frozen=True, slots=True)
class Field(Spot):
    """A stretch that is painted as a spot is, but where no cursor stands."""


Piece = Plain | Spot


def mark_lit(text: str) -> str:
    """Without colour: dots in the blank edges of the spot."""
    if text.startswith(" "):
        text = "·" + text[1:]
    if len(text) > 3 and text.endswith(" "):
        text = text[:-1] + "·"
    return text


def mark_cursor(text: str) -> str:
    """Without colour: brackets, or an arrow where there is room for one sign only."""
    before, behind = text[0] in " ·•", len(text) > 3 and text[-1] in " ·"
    if before and behind:
        return f"[{text[1:-1]}]"
    if before:
        return "›" + text[1:]
    return text[:-1] + "‹" if behind else text


def framed(
    title: str, width: int, rows: Sequence[Sequence[Piece]], field: int
) -> list[list[Piece]]:
    """Rows inside a frame of so many cells; the top line has the title and the cursor's name."""
    head = f"─ {title} "
    line = head[: width - 3 - field].ljust(width - 3 - field, "─")
    top: list[Piece] = [Plain(f"╭{line}"), Field(TITLE, field), Plain("─╮")]
    bottom: list[Piece] = [Plain("╰" + "─" * (width - 2) + "╯")]
    return [top, *([Plain("│"), *row, Plain("│")] for row in rows), bottom]
