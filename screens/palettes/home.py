"""The colours of the pictures of the four games: the same in all themes but mono."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COLOURS: Final[Mapping[str, str]] = {
    "picture-day": "#7ba7d0",
    "picture-haze": "#b7c6da",
    "picture-snow": "#f4f7fa",
    "picture-peak": "#5b6d92",
    "picture-rock": "#44557a",
    "picture-meadow": "#5d8a50",
    "picture-field": "#d9bd84",
    "picture-skin": "#efc79a",
    "picture-dusk": "#e8a268",
    "picture-sand": "#c9a66b",
    "picture-sea": "#2a78b0",
    "picture-deep": "#17497a",
    "picture-abyss": "#0c2748",
    "picture-hull": "#3c2430",
    "picture-violet": "#4c5878",
    "picture-teal": "#1d6e7c",
    "picture-whale": "#17293a",
    "picture-wood": "#8a5a2b",
    "picture-roof": "#c94f3a",
    "picture-lamp": "#f7cf5a",
    "picture-mint": "#6fd9c8",
    "picture-mauve": "#8a6a8c",
    "picture-coral": "#ea6450",
    "picture-beam": "#3f86a8",
}
