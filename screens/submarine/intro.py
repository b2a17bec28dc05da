"""The colours of *Submarine*."""

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
    "steel-hull": "#7690a8",
    "waterline": "#3f86b4",
    "dim-red": "#5c2620",
    "dim-yellow": "#54450f",
    "dim-green": "#17472f",
    "dim-blue": "#1d3c68",
    "dim-purple": "#4c2756",
    "pale-red": "#f1b6ac",
    "pale-yellow": "#eee0b3",
    "pale-green": "#afe3c6",
    "pale-blue": "#b3d2fb",
    "pale-purple": "#e3c2ea",
}
"""Sky and depths; the pieces of other seats; tokens out of reach (`dim`, with `pale` text).

The bright ones, within reach, are PAINTS.
"""
