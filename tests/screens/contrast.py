"""The contrast of texts on a running screen, as WCAG 2 defines it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.segment import Segment
from textual.app import App
from textual.color import Color

LEAST = 4.5


def segments(app: App[Any]) -> Iterator[Segment]:
    """Yield the segments of the screen, without a dimmed screen behind a box."""
    for strip in app.screen._compositor.render_strips():
        yield from strip


def is_text(text: str) -> bool:
    """Whether a text has words: lines, surfaces and waves are decoration."""
    return any(character.isalnum() for character in text)


def contrast(one: Color, other: Color) -> float:
    """Return the contrast as WCAG 2 defines it."""

    def luminance(colour: Color) -> float:
        parts = (value / 255 for value in colour.rgb)
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def unreadable(app: App[Any], least: float = LEAST) -> dict[str, float]:
    """Return the texts with too little contrast, and their contrast."""
    found = {}
    for segment in segments(app):
        style = segment.style
        if (
            style is None
            or style.color is None
            or style.bgcolor is None
            or not is_text(segment.text)
        ):
            continue
        front, back = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
        if style.reverse:
            front, back = back, front
        if (ratio := contrast(front, back)) < least:
            found[segment.text.strip()] = round(ratio, 2)
    return found
