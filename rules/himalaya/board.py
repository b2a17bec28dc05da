"""A board: map, regions, cubes and order discs, indexed. `board_file.py` reads one from a text.

Villages are numbered as printed, from 1; lists of villages have an unused entry 0. A *kind* of
cube is 0-4, cheapest first; a *way* is a kind of route, 0-2; regions and discs count from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

CUBES: Final = ("salt", "barley", "tea", "jade", "gold")
"""The kinds of cubes, from least to most valuable (T)."""
WAYS: Final = ("soil", "ice", "stone")
"""The kinds of routes."""
LEVELS: Final = ("house", "temple", "monastery")
"""The levels of villages: 1, 2 and 3 points for a stupa, and as many delegations (T)."""

VILLAGES: Final = range(1, 21)
TURNS: Final = 12
ORDERS: Final = 6
"""Steps of a program."""
STUPAS: Final = 5
DELEGATIONS: Final = 15
TOKEN_YAKS: Final = 3
"""Yaks of an inventory token."""
INVENTORIES: Final = (4, 8, 12)
"""The turns that end with an inventory."""
MARKETS: Final = 5
"""The number of villages that offer cubes, and of villages that offer an order, after a refill."""
CUBES_AT_ONCE: Final = 5
"""Cubes drawn for one village."""

NONE: Final = -1
"""The value of a field for “no seat”, “no disc” or “no region”."""


@dataclass(frozen=True, slots=True)
class Village:
    """A village: its name, its level (1-3) and its position on a map of 76 x 20 cells."""

    name: str
    level: int
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Region:
    """A region: its letter and name, the villages around it, and the position of its label."""

    letter: str
    name: str
    villages: tuple[int, ...]
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Disc:
    """A kind of order disc: the cubes of each kind it demands, its yaks, and its number."""

    demand: tuple[int, ...]
    yaks: int
    copies: int

    def is_met_by(self, held: Sequence[int]) -> bool:
        """Whether these cubes meet the demand."""
        for count, number in zip(self.demand, held):
            if count > number:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Board:
    """A board, checked and indexed."""

    villages: tuple[Village, ...]
    """By number; entry 0 repeats the first and is unused."""
    neighbours: tuple[tuple[int, ...], ...]
    """`neighbours[way][village]`: the village at the other end of the route; 0 if there is none."""
    regions: tuple[Region, ...]
    regions_of: tuple[tuple[int, ...], ...]
    """Per village: the regions it borders."""
    cubes: tuple[int, ...]
    """The number of cubes of each kind."""
    discs: tuple[Disc, ...]

    @property
    def routes(self) -> list[tuple[int, int, int]]:
        """(way, village, village) of each route, the lower number first."""
        return [
            (way, village, other)
            for way, ends in enumerate(self.neighbours)
            for village, other in enumerate(ends)
            if village < other
        ]

    def way_between(self, village: int, other: int) -> int:
        """Return the kind of the route between two villages, or NONE."""
        for way, ends in enumerate(self.neighbours):
            if other and ends[village] == other:
                return way
        return NONE
