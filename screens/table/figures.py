"""The figures that a result rests on, as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Result
from screens.colours import Look
from screens.player_styles import SIDE_SIGNS, SIDES
from screens.text import _, shortened
from screens.widgets.text_line import Span, Spans

WIDTH: Final = 37
"""Cells of the table."""
_LABEL: Final = 17
_FEW: Final = 2


def figure_lines(result: Result, names: Sequence[str]) -> list[Spans]:
    """Two players side by side, a line a figure; more below each other, a column a figure."""
    ranking = enumerate(result.ranking, start=1)
    ranked = [(place, seat) for place, seats in ranking for seat in seats]
    if len(ranked) > _FEW:
        return _a_line_each(result, names, ranked)
    return _a_column_each(result, names, ranked)


def _a_column_each(
    result: Result, names: Sequence[str], ranked: Sequence[tuple[int, int]]
) -> list[Spans]:
    room = (WIDTH - _LABEL) // max(len(ranked), 1)
    head: list[Span] = [(" " * _LABEL, Look())]
    for place, seat in ranked:
        text = f"{place}. {SIDE_SIGNS[seat]} {shortened(names[seat], room - 6)}"
        head.append((text.rjust(room), Look(SIDES[seat], style="bold")))
    lines: list[Spans] = [head]
    for name, values in result.figures.items():
        numbers = "".join(str(values[seat]).rjust(room) for _place, seat in ranked)
        lines.append([(_named(name, _LABEL - 1).ljust(_LABEL), Look("soft")), (numbers, Look())])
    return lines


def _a_line_each(
    result: Result, names: Sequence[str], ranked: Sequence[tuple[int, int]]
) -> list[Spans]:
    room = (WIDTH - _LABEL) // max(len(result.figures), 1)
    heads = "".join(_named(name, room - 1).rjust(room) for name in result.figures)
    lines: list[Spans] = [[(" " * _LABEL + heads, Look("soft"))]]
    for place, seat in ranked:
        name = f"{place}. {shortened(names[seat], _LABEL - 6)}".ljust(_LABEL - 2)
        numbers = "".join(str(values[seat]).rjust(room) for values in result.figures.values())
        sign = (f"{SIDE_SIGNS[seat]} ", Look(SIDES[seat], style="bold"))
        lines.append([sign, (name, Look()), (numbers, Look())])
    return lines


def _named(figure: str, room: int) -> str:
    return shortened(_(figure.replace("_", " ")), room)
