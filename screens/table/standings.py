"""Who came in where: everybody in the order of the result, bots with their level and style."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len

from rules.contract import Result
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans
from screens.people import People
from screens.table.verdict import places

MOST_LINES: Final = 2
_GAP: Final = "   "


def standing_lines(result: Result, people: People, width: int) -> list[Spans]:
    """One line of so many cells, or two; styles and levels are left out where they do not fit."""
    found: list[Spans] = []
    for told, most in (
        (people.described, 1),
        (people.titled, 1),
        (people.described, MOST_LINES),
        (people.titled, MOST_LINES),
        (people.label, MOST_LINES),
    ):
        found = _in_lines(_parts(result, people, told), width)
        if len(found) <= most:
            break
    return found[:MOST_LINES]


def _parts(result: Result, people: People, told: Callable[[int], str]) -> list[list[Span]]:
    """Somebody each: place, sign and name; nobody has a place where all share it."""
    if result.is_draw or not result.ranking:
        order = [("", seat) for seat in range(len(people.names))]
    else:
        order = [(f"{place}. ", seat) for place, seat in places(result)]
    return [
        [
            (number, Look("soft")),
            (f"{SIDE_SIGNS[seat]} ", Look(SIDES[seat], style="bold")),
            (told(seat), Look()),
        ]
        for number, seat in order
    ]


def _in_lines(parts: Sequence[Sequence[Span]], width: int) -> list[Spans]:
    """The parts beside each other as long as they fit; none is broken."""
    lines: list[list[Span]] = [[(" ", Look())]]
    used = 1
    for part in parts:
        length = sum(cell_len(text) for text, _look in part)
        if used > 1 and used + len(_GAP) + length > width - 1:
            lines.append([(" ", Look())])
            used = 1
        if used > 1:
            lines[-1].append((_GAP, Look()))
            used += len(_GAP)
        lines[-1] += part
        used += length
    return [*lines]
