"""The panels of the result page: figures, ranking, and their regions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len
from textual.geometry import Region, Size

from rules.contract import Result
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans
from screens.people import SeatNames
from screens.table.speech import places
from screens.text import _, shortened

WIDTH: Final = 36
"""The most cells of the table of figures."""
_LABEL: Final = 17
_FEW: Final = 2
_BEFORE_NAME: Final = 5
"""The cells of a gap, a rank, a sign and a blank before a name."""
_NAME: Final = 6
MOST_LINES: Final = 2
_GAP: Final = "   "
_LEAST_CHART: Final = 3
_PANEL: Final = 44


def figure_lines(result: Result, names: Sequence[str], width: int = WIDTH) -> list[Spans]:
    """Return a column per player, best first, a line per figure; signs alone for many players."""
    ranked = places(result)
    labels = {name: _(name.replace("_", " ")) for name in result.figures}
    wide = _LABEL
    room = (min(width, WIDTH) - wide) // max(len(ranked), 1)
    if len(ranked) <= _FEW and max(map(len, names)) > room - _BEFORE_NAME:
        wide = min(max(map(cell_len, labels.values()), default=0) + 1, _LABEL)
        room = (min(width, WIDTH) - wide) // max(len(ranked), 1)
    head: list[Span] = [(" " * wide, Look())]
    for place, seat in ranked:
        text = f"{place}.{SIDE_SIGNS[seat]}"
        if len(ranked) <= _FEW:
            text += f" {shortened(names[seat], room - _BEFORE_NAME)}"
        head.append((text.rjust(room), Look(SIDES[seat], style="bold")))
    lines: list[Spans] = [head]
    for name, values in result.figures.items():
        label = shortened(labels[name], wide - 1).ljust(wide)
        numbers = "".join(str(values[seat]).rjust(room) for _place, seat in ranked)
        lines.append([(label, Look("soft")), (numbers, Look())])
    return lines


def named_lines(lines: Sequence[Spans], names: Sequence[str]) -> list[Spans]:
    """Return lines that begin with players' signs; those of many players with names added."""
    if len(names) <= _FEW:
        return [*lines]
    return [
        [line[0], (f"{shortened(name, _NAME)} ".ljust(_NAME + 1), Look("soft")), *line[1:]]
        for line, name in zip(lines, names)
    ]


def standing_lines(result: Result, people: SeatNames, width: int) -> list[Spans]:
    """Return the standings in one or two lines; without styles and levels if room is short."""
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


def _parts(result: Result, people: SeatNames, told: Callable[[int], str]) -> list[list[Span]]:
    """Return each player's rank, sign and name; no ranks if all share the first."""
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
    """Return lines with as many whole parts side by side as fit."""
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


def beside(room: Size, heights: Sequence[int]) -> list[Region | None]:
    """Return the regions of the chart, and of the panels in a column at its right."""
    found: list[Region | None] = [Region(2, 0, room.width - _PANEL - 3, room.height)]
    y = 0
    for height in heights:
        found.append(Region(room.width - _PANEL, y, _PANEL - 1, height) if height else None)
        y += height
    return found


def below(room: Size, heights: Sequence[int]) -> list[Region | None]:
    """Return the regions of the chart and the panels below it, or of the last turn instead."""
    turn, figures, aside = heights
    height = min(max(figures, aside or turn), room.height)
    y, half = room.height - height, room.width // 2 + 2
    left, right = Region(1, y, half - 2, height), Region(half, y, room.width - half - 1, height)
    chart = Region(2, 0, room.width - 4, y) if y > _LEAST_CHART else None
    return [chart, None if aside else right, left, right if aside else None]


def in_a_column(room: Size, heights: Sequence[int]) -> list[Region | None]:
    """Return the regions for a narrow screen: figures, further facts, and the chart if it fits."""
    _turn, figures, aside = heights
    wanted = {"figures": figures, "aside": aside, "chart": room.height - figures - aside}
    regions: dict[str, Region] = {}
    y = 0
    for name, height in wanted.items():
        if height and y + height <= room.height and (name != "chart" or height > _LEAST_CHART):
            regions[name] = Region(1, y, room.width - 2, height)
            y += height
    return [regions.get("chart"), None, regions.get("figures"), regions.get("aside")]
