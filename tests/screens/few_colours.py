"""Screens as shown by terminals of 256 and of 16 colours."""

from __future__ import annotations

from functools import cache
from typing import Final

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter

SYSTEMS: Final = {256: ColorSystem.EIGHT_BIT, 16: ColorSystem.STANDARD}

XTERM: Final = TerminalTheme(
    (0, 0, 0),
    (229, 229, 229),
    [
        *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0)),
        *((0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    ],
    [
        *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
        *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
    ],
)
"""The sixteen colours of xterm."""


class FewColours(LineFilter):
    """A filter that replaces each colour by the one that Rich sends to such a terminal."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._system = SYSTEMS[count]

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in the replaced colours."""
        return [
            Segment(text, style and self._quantised(style), control)
            for text, style, control in segments
        ]

    def _quantised(self, style: Style) -> Style:
        front = style.color and _as_shown(style.color, self._system)
        back = style.bgcolor and _as_shown(style.bgcolor, self._system)
        return style + Style(color=front, bgcolor=back)


@cache
def _as_shown(colour: RichColor, system: ColorSystem) -> RichColor:
    return RichColor.from_triplet(colour.downgrade(system).get_truecolor(XTERM))


def show_in(app: App[None], count: int) -> App[None]:
    """Return the app as shown by a terminal with `count` colours."""
    app._filters.append(FewColours(count))
    return app
