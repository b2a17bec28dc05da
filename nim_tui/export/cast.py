"""A game as an asciicast, version 2: what a terminal shows, move after move."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from rich.color import ColorSystem
from rich.segment import Segment

from nim_tui.export.frames import Drawn


class Cast:
    """Writes what is drawn after each move; of lines, those that changed."""

    def __init__(self, title: str, columns: int, rows: int, pace: float) -> None:
        """`pace`: seconds between two moves."""
        self._header = {"version": 2, "width": columns, "height": rows, "title": title}
        self._pace = pace
        self._count = 0
        self._before: list[str] = []

    def header(self) -> str:
        """The first line."""
        return json.dumps(self._header, ensure_ascii=False) + "\n"

    def line(self, drawn: Drawn) -> str:
        """The line that shows the next move."""
        now = [_painted(line) for line in drawn]
        begin = "\x1b[?25l\x1b[2J" if not self._before else ""
        text = begin + "".join(self._changed(now))
        at, self._before = self._count * self._pace, now
        self._count += 1
        return json.dumps([round(at, 3), "o", text], ensure_ascii=False) + "\n"

    def _changed(self, now: list[str]) -> Iterator[str]:
        for row, line in enumerate(now):
            if row >= len(self._before) or self._before[row] != line:
                yield f"\x1b[{row + 1};1H{line}"


def _painted(line: Sequence[Segment]) -> str:
    """A line with the codes of its colours."""
    pieces = Segment.simplify(line)
    return "".join(
        segment.style.render(segment.text, color_system=ColorSystem.TRUECOLOR)
        if segment.style is not None
        else segment.text
        for segment in pieces
    )
