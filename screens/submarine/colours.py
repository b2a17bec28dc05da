"""The colours of Submarine, in the dark theme. Hue belongs to cards and tokens; seats have none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COLOURS: Final[Mapping[str, str]] = {
    "sky": "#263a52",
    "level-1": "#1d6088",
    "level-2": "#154b72",
    "level-3": "#0f375b",
    "level-4": "#0a2544",
    "steel": "#557089",
    "dim-red": "#5c2620",
    "dim-yellow": "#54450f",
    "dim-green": "#17472f",
    "dim-blue": "#1d3c68",
    "dim-purple": "#4c2756",
    "pale-red": "#f6b5aa",
    "pale-yellow": "#f4e19a",
    "pale-green": "#a5e6c2",
    "pale-blue": "#b3d2fb",
    "pale-purple": "#e8c0f1",
}
"""Sky and depths; tokens out of reach (`dim`, with `pale` text); the bright ones are PAINTS."""
