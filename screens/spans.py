"""Text in several looks: what a screen draws, and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from screens.colours import Look

Span = tuple[str, Look]
"""A stretch of text, and how it is drawn."""

Spans = Sequence[Span]


def text_of(spans: Iterable[Span]) -> str:
    """The words alone."""
    return "".join(text for text, _look in spans)
