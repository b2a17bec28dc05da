"""Where the parts of Bataille's screen lie, for any size of the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from textual.geometry import Region, Size

from rules.bataille.board import COLUMNS, LEVELS, ROWS
from screens.bataille.plan import Plan

_PANEL: Final = 30
"""The least width of the panels beside the surface."""
_BESIDE: Final = 150
"""From so many columns on the camps lie beside the surface, above each other."""
_LARGEST: Final = 9
_LEAST_SQUARE: Final = 5
_FLEETS: Final = 4
_SPINNER: Final = 8


@dataclass(frozen=True, slots=True)
class Layout:
    """The cells of both kinds of board, and the region of each part."""

    square: tuple[int, int]
    cell: tuple[int, int]
    surface: Region
    search: Region
    own: Region
    fleets: Region
    log: Region
    spinner: Region | None


def layout_for(room: Size) -> Layout:
    """The largest that fits the lines between headline and question."""
    beside = _beside(room) if room.width >= _BESIDE else ()
    return next(chain(beside, _stacked(room)))


def camp_size(width: int, height: int) -> tuple[int, int]:
    """A camp whose cells have so many columns and lines, with its title and its depths."""
    return len(LEVELS) * (COLUMNS * width + 1) - 1, 2 + ROWS * height


def _squares() -> Iterator[Plan]:
    for height in range(_LARGEST, 0, -1):
        for width in dict.fromkeys((3 * height, 2 * height + 3, 2 * height + 1, 2 * height - 1, 5)):
            if width >= _LEAST_SQUARE:
                yield Plan(width, height)


def _stacked(room: Size) -> Iterator[Layout]:
    """The surface above, both camps below it, panels at its right."""
    for plan in _squares():
        for cell in ((5, 2), (4, 2), (3, 2), (4, 1), (3, 1), (2, 1)):
            width, height = plan.size
            across, down = camp_size(*cell)
            gaps = room.height - height - down
            if gaps < 0 or width + 1 + _PANEL > room.width or 2 * across + 3 > room.width:
                continue
            top, between = gaps // 3, (gaps + 1) // 2 if gaps < 3 else gaps // 3
            y, right = top + height + between, width + 2
            beside = Region(right, top, room.width - right, height + between - 1)
            inset = min((room.width - 2 * across) // 3, 6)
            yield Layout(
                (plan.width, plan.height),
                cell,
                Region(0, top, width, height),
                Region(inset, y, across, down),
                Region(room.width - across - inset, y, across, down),
                *_panels(beside),
            )


def _beside(room: Size) -> Iterator[Layout]:
    """The surface at the left, as large as it gets; camps above each other at its right."""
    for plan in _squares():
        for cell in ((5, 2), (4, 2), (3, 2), (3, 1)):
            width, height = plan.size
            across, down = camp_size(*cell)
            left = 2 * down + 1 + _FLEETS + 6
            if height > room.height or width + 3 + across > room.width or left > room.height:
                continue
            x, top = width + 3, (room.height - height) // 2
            rest = Region(x, 2 * down + 2, room.width - x, room.height - 2 * down - 2)
            yield Layout(
                (plan.width, plan.height),
                cell,
                Region(0, top, width, height),
                Region(x, 0, across, down),
                Region(x, down + 1, across, down),
                *_panels(rest),
            )


def _panels(room: Region) -> tuple[Region, Region, Region | None]:
    """Fleets above, log below them, the spinner at the foot where there are lines for it."""
    fleets = _FLEETS if room.height >= _FLEETS + 5 else 2
    has_spinner = room.height >= fleets + _SPINNER + 5
    log = room.height - fleets - (_SPINNER if has_spinner else 0)
    y = room.y
    return (
        Region(room.x, y, room.width, fleets),
        Region(room.x, y + fleets, room.width, log),
        Region(room.x, y + fleets + log, room.width, _SPINNER) if has_spinner else None,
    )
