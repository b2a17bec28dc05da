"""The colours of *Bataille sous les mers*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COLOURS: Final[Mapping[str, str]] = {
    "sea-a": "#164a6e",
    "sea-b": "#1a5278",
    "reach-a": "#206a98",
    "reach-b": "#236f9f",
    "lane": "#6448a8",
    "wreck": "#b3263a",
    "own-submarine": "#6fe0d2",
    "mine": "#e9a8d0",
    "hot": "#ffb84d",
    "depth-100": "#124366",
    "depth-200": "#0d2f52",
    "depth-300": "#0a1d3a",
    "bare-100": "#2f7397",
    "bare-200": "#235a80",
    "bare-300": "#1b4468",
    "dial": "#2e3f52",
    "dial-other": "#41546a",
}
"""A square of the sea and its neighbour, the same in reach; each depth, and where nothing lies."""
