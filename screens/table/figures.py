"""The figures that a result rests on, as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Result
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans
from screens.table.verdict import places
from screens.text import _, shortened

WIDTH: Final = 36
"""Cells of the table."""
_LABEL: Final = 17
_FEW: Final = 2
_NAME: Final = 6


def figure_lines(result: Result, names: Sequence[str]) -> list[Spans]:
    """A column a player, best first, and a line a figure; of many players the signs alone."""
    ranked = places(result)
    room = (WIDTH - _LABEL) // max(len(ranked), 1)
    head: list[Span] = [(" " * _LABEL, Look())]
    for place, seat in ranked:
        text = f"{place}.{SIDE_SIGNS[seat]}"
        if len(ranked) <= _FEW:
            text += f" {shortened(names[seat], room - 5)}"
        head.append((text.rjust(room), Look(SIDES[seat], style="bold")))
    lines: list[Spans] = [head]
    for name, values in result.figures.items():
        label = shortened(_(name.replace("_", " ")), _LABEL - 1).ljust(_LABEL)
        numbers = "".join(str(values[seat]).rjust(room) for _place, seat in ranked)
        lines.append([(label, Look("soft")), (numbers, Look())])
    return lines


def named_lines(lines: Sequence[Spans], names: Sequence[str]) -> list[Spans]:
    """Lines of players, each begun by a sign, with names behind the signs of many."""
    if len(names) <= _FEW:
        return [*lines]
    return [
        [line[0], (f"{shortened(name, _NAME)} ".ljust(_NAME + 1), Look("soft")), *line[1:]]
        for line, name in zip(lines, names)
    ]
