"""The colours of *Der Schwarm*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COLOURS: Final[Mapping[str, str]] = {
    "face-down-a": "#07203a",
    "face-down-b": "#092644",
    "water": "#0e3957",
    "tile": "#134563",
    "target": "#1f7288",
    "land-a": "#3f5a36",
    "land-b": "#4a6640",
    "coast": "#cdb98a",
    "queen": "#ff86d8",
    "queen-ground": "#8a1a66",
    "whale": "#ffb14a",
    "wave": "#9fe0ff",
    "crab": "#ff6f61",
    "notch": "#0b2236",
    "amber": "#a8742a",
    "card-light": "#e9dcbb",
    "card-blue": "#6cb8ff",
    "card-green": "#86d98f",
    "card-order": "#cfd8e3",
    "card-joker": "#f0b7e6",
}
"""The sea by what lies in it, land, pieces and hazards, the cards of the row."""
