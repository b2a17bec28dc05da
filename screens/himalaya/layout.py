"""Where the parts of Himalaya's screen lie, for any size of the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from textual.geometry import Region, Size

_BESIDE: Final = (108, 24)
"""From so many columns and lines on the tribes stand beside the map."""
_PANEL: Final = (32, 54)
"""The least and the greatest width of what stands beside the map."""
_ORDERS: Final = 7
_LOG: Final = 5
"""Lines of the panel with the orders, and the least of the log."""
_TALL: Final = 46
"""From so many lines on the programs of the last turn stay in view."""
_AIRY: Final = 28
"""From so many lines on slots have four lines, and a strip a frame."""


class Mode(Enum):
    """What the lines below the map are for."""

    LAYING = 0
    """A program is laid."""
    CARRYING_OUT = 1
    """The opened programs are carried out."""
    RESTING = 2
    """Neither."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The region of each part; None for what is not shown."""

    chart: Region
    standings: Region | None = None
    slots: Region | None = None
    strip: Region | None = None
    tribes: Region | None = None
    tribe_lines: int = 0
    """Lines of a tribe in their panel."""
    orders: Region | None = None
    log: Region | None = None


def layout_for(room: Size, players: int, mode: Mode, *, spare: int = 0) -> Layout:
    """The map takes what the lines below it and the panels beside it leave.

    While programs are carried out their strip takes the lines to `spare` that a list would.
    """
    is_beside = room.width >= _BESIDE[0] and room.height >= _BESIDE[1]
    panel = min(max(room.width // 4, _PANEL[0]), _PANEL[1]) if is_beside else 0
    width = room.width - panel - (1 if panel else 0)
    slots, strip = _below(room.height, players, mode, spare)
    standings = 0 if is_beside else 1
    gap = 1 if slots and room.height >= _AIRY else 0
    chart = room.height - slots - strip - standings - gap
    y = chart + standings + gap
    return Layout(
        Region(0, 0, width, chart),
        None if is_beside else Region(0, chart, width, 1),
        Region(0, y, width, slots) if slots else None,
        Region(0, y + slots, width, strip) if strip else None,
        *(_beside(Region(width + 1, 0, panel, room.height), players) if is_beside else ()),
    )


def _below(height: int, players: int, mode: Mode, spare: int) -> tuple[int, int]:
    """Lines of the slots, and of the strip of opened programs."""
    framed = players + 3
    height -= spare
    slots = 0
    if mode == Mode.LAYING:
        slots = 2 if height < _AIRY - 4 else 4 if height < _TALL else 5
    if mode == Mode.CARRYING_OUT:
        return 0, spare + (framed + 1 if height >= _AIRY else -(-players // 2))
    return slots, framed if height >= _TALL else 0


def _beside(room: Region, players: int) -> tuple[Region, int, Region | None, Region | None]:
    """Tribes above, the orders below them, the log at the foot."""
    for lines in (5, 4, 3, 2):
        tribes = players * lines + 2
        if tribes + _ORDERS + _LOG <= room.height:
            break
    if room.width < 40 and lines == 5:
        lines, tribes = 4, players * 4 + 2
    rest = room.height - tribes
    orders = _ORDERS if rest >= _ORDERS else 0
    log = rest - orders
    y = room.y + tribes
    return (
        Region(room.x, room.y, room.width, tribes),
        lines,
        Region(room.x, y, room.width, orders) if orders else None,
        Region(room.x, y + orders, room.width, log) if log >= 3 else None,
    )
