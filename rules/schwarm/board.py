"""A board: coast, tiles, cards and reach as printed, and what follows from them.

`read.py` makes one from a text. Places along the coast count clockwise, as the crab walks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rules.schwarm.cells import (
    ALL_CELLS,
    COMPASS,
    COMPASS_STEPS,
    NONE,
    SIDE_STEPS,
    bits_of,
    cells_in,
)

SHORES: Final = ("north", "east", "south", "west")
STATIONS: Final = 6
SHIPS: Final = 3
RESEARCHERS: Final = 7
CREW: Final = 3
"""Researchers a station has room for (T)."""
BUOYS: Final = 28
START_POINTS: Final = 20
WHALES: Final = 2
WAVES: Final = 2
SHIP_STEPS: Final = 3
FAST_SHIP_STEPS: Final = 4
BLUE_A_ROUND: Final = 2
ROUNDS: Final = {2: 4, 3: 3, 4: 3}
"""By number of players (T)."""
QUOTAS: Final = {2: 5, 3: 5, 4: 4}
"""Action cards a player takes each round, by number of players (T)."""
START_DISTANCE: Final = 4
"""Steps along the coast between first stations, under the option free_start (T)."""
SHORE_POINTS: Final = (0, 0, 10, 30, 50)
"""By the number of shores joined (T)."""


@dataclass(frozen=True, eq=False)
class Board:
    """A board, checked; equal only to itself."""

    water: int
    """The water cells as bits, the queen's among them."""
    queen: int
    coast: tuple[int, ...]
    """The land cells, clockwise."""
    numbers: tuple[int, ...]
    """The number of each land cell, by place along the coast."""
    shores: tuple[int, ...]
    """The shore of each land cell, by place along the coast, as an index into SHORES."""
    starts: tuple[int, ...]
    """The land cells to start from."""
    tiles: tuple[int, ...]
    """How many there are of each of tiles.KINDS, the golden ones last."""
    light: Mapping[int, tuple[int, ...]]
    """By number of players: how many of each of LIGHT_CARDS are in play."""
    blue: tuple[int, ...]
    """How many of each of BLUE_CARDS there are."""
    reach: tuple[int, ...]
    """Steps of a hazard, by the colour of the card."""
    bands: tuple[tuple[int, int], ...]
    """(from, points), lowest first: what a hit costs who has at least so many points."""

    @cached_property
    def queen_bit(self) -> int:
        """The queen's cell as a bit."""
        return 1 << self.queen

    @cached_property
    def sea(self) -> int:
        """The water cells that take tiles: all but the queen's."""
        return self.water & ~self.queen_bit

    @cached_property
    def place_of(self) -> tuple[int, ...]:
        """Of every cell its place along the coast, or NONE."""
        places = {cell: place for place, cell in enumerate(self.coast)}
        return tuple(places.get(cell, NONE) for cell in range(ALL_CELLS))

    @cached_property
    def facing(self) -> tuple[int, ...]:
        """By side: the land cells that have water on it, as bits. Stations are open there (R)."""
        land = bits_of(self.coast)
        return tuple(
            bits_of(cell for cell in cells_in(land) if self.water >> (cell + step) & 1)
            for step in SIDE_STEPS
        )

    @cached_property
    def waters(self) -> tuple[tuple[int, ...], ...]:
        """Of every cell the water cells that share a side with it: north, east, south, west."""
        return tuple(
            tuple(cell + step for step in SIDE_STEPS if self.water >> (cell + step) & 1)
            if self.water >> cell & 1 or self.place_of[cell] != NONE
            else ()
            for cell in range(ALL_CELLS)
        )

    @cached_property
    def touching(self) -> tuple[tuple[int, ...], ...]:
        """By place along the coast: the places of the land cells that touch it, corners too."""
        return tuple(
            tuple(sorted(p for step in COMPASS_STEPS if (p := self.place_of[cell + step]) != NONE))
            for cell in self.coast
        )

    def wave_path(self, start: int, direction: int, steps: int) -> tuple[int, ...]:
        """The cells a wave enters: it stops on land, or with the first cell off the board."""
        path = []
        cell = start
        for _step in range(steps):
            cell += COMPASS_STEPS[direction]
            path.append(cell)
            if not self.water >> cell & 1:
                break
        return tuple(path)

    @cached_property
    def wave_exits(self) -> tuple[tuple[int, ...], ...]:
        """Of every water cell: by direction, the steps after which a wave has left the water."""
        return tuple(
            tuple(
                len(self.wave_path(cell, direction, ALL_CELLS)) for direction in range(len(COMPASS))
            )
            if self.water >> cell & 1
            else ()
            for cell in range(ALL_CELLS)
        )

    def damage(self, points: int) -> int:
        """What a hit costs a player with so many points."""
        cost = 0
        for least, price in self.bands:
            if points >= least:
                cost = price
        return cost

    def row_length(self, players: int) -> int:
        """Action cards laid out each round: light ones, blue ones and the green one."""
        return sum(self.light[players]) + BLUE_A_ROUND + 1
