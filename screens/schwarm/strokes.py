"""How one cell of the sea is drawn: the lines of its tile, and the pieces around them.

A cell has two or three lines of text. The arms of a tile go to the edges, so that tiles that
link show as one line; left of the southern arm stand buoys, right of it ships.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screens.player_styles import SIDE_SIGNS
from screens.schwarm.signs import HEAVY_LINES, HIDDEN, LIGHT_LINES, SHIP

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
MORE: Final = "+"


def across(links: int, width: int, *, heavy: bool, middle: str = "") -> str:
    """The line through the middle of a tile: "──┼──"; `middle` stands where the arms meet."""
    signs = HEAVY_LINES if heavy else LIGHT_LINES
    left = (width - 1) // 2
    line = signs[_EAST | _WEST]
    west = (line if links & _WEST else " ") * left
    east = (line if links & _EAST else " ") * (width - 1 - left)
    return west + (middle or signs[links]) + east


def upright(links: int, side: int, *, heavy: bool) -> str:
    """The arm above or below the middle, one sign wide."""
    signs = HEAVY_LINES if heavy else LIGHT_LINES
    return signs[_NORTH | _SOUTH] if links & side else " "


def above(links: int, width: int, *, heavy: bool) -> str:
    """The line over the middle, in cells of three lines."""
    return upright(links, _NORTH, heavy=heavy).center(width)


def below(links: int, width: int, left: str, right: str, *, heavy: bool) -> str:
    """The line under the middle: buoys, the southern arm, ships."""
    room = (width - 1) // 2
    arm = upright(links, _SOUTH, heavy=heavy)
    return left[:room].rjust(room) + arm + right[: width - 1 - room].ljust(width - 1 - room)


def hidden(width: int) -> str:
    """A face-down tile: waves."""
    return f" {HIDDEN * (width - 2)} "


def buoys_text(counts: Sequence[int], room: int) -> str:
    """The buoys on a cell by seat: "▲", "▲2", "▲▼", cut with a plus."""
    owners = [seat for seat, count in enumerate(counts) if count]
    if len(owners) == 1 and counts[owners[0]] > 1:
        return f"{SIDE_SIGNS[owners[0]]}{counts[owners[0]]}"
    return _signs(owners, room)


def ships_text(counts: Sequence[int]) -> str:
    """The ships on a cell by seat: "»▲", "2▲" of one nation, "»3" of several."""
    owners = [seat for seat, count in enumerate(counts) if count]
    if not owners:
        return ""
    total = sum(counts)
    if len(owners) > 1:
        return f"{SHIP}{total}"
    return f"{SHIP if total == 1 else total}{SIDE_SIGNS[owners[0]]}"


def _signs(owners: Sequence[int], room: int) -> str:
    signs = "".join(SIDE_SIGNS[seat] for seat in owners)
    return signs if len(signs) <= room else signs[: room - 1] + MORE
