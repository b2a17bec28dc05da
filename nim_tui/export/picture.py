"""How a game stood, as an SVG picture that loads nothing."""

from __future__ import annotations

import io
from typing import Final

from rich.console import Console
from rich.segment import Segment, Segments

from nim_tui.export.frames import Drawn, theme_of

_FORMAT: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
    font-family: "DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, monospace;
    font-size: {char_height}px;
    line-height: {line_height}px;
    font-variant-east-asian: full-width;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""As Rich draws it, without the fonts it would fetch."""


def picture(drawn: Drawn, title: str) -> str:
    """What is drawn, in a window with a title."""
    columns = max(sum(segment.cell_length for segment in line) for line in drawn)
    console = Console(
        width=columns,
        height=len(drawn),
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
        safe_box=False,
    )
    for line in (*drawn, ()):  # one more: the last would be cut
        console.print(Segments([*line, Segment.line()]), end="")
    theme = theme_of(drawn)
    return console.export_svg(title=title, theme=theme, code_format=_FORMAT, unique_id="nim")
