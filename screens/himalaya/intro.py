"""The colours of *Himalaya*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COLOURS: Final[Mapping[str, str]] = {
    "beyond": "#0e1829",
    "region-A": "#14303f",
    "region-B": "#25264a",
    "region-C": "#33291f",
    "region-D": "#16352f",
    "region-E": "#3a2136",
    "region-F": "#24341c",
    "region-G": "#3a3318",
    "region-H": "#1a2c52",
    "soil": "#e0a552",
    "ice": "#7fcbff",
    "stone": "#b4bcc8",
    "house": "#3c4a60",
    "temple": "#7a3a30",
    "monastery": "#604a14",
    "salt": "#eef2f6",
    "barley": "#e2b65c",
    "tea": "#74c268",
    "jade": "#4fcabd",
    "gold-cube": "#ffd23f",
    "price": "#ffe9c2",
    "price-ground": "#5d3622",
}
"""Land beyond the routes, tinted land by region, routes by what they are of, villages by level,
cubes, prices."""
