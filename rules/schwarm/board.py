"""The board: coast, tiles and their shapes, cards and reach.

`board_file.py` reads one from a text. Places along the coast count clockwise, as the crab walks.
The links of a tile are a number of four bits, one for each of cells.SIDES.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.schwarm.cells import (
    ALL_CELLS,
    COMPASS,
    COMPASS_STEPS,
    NONE,
    SIDE_STEPS,
    SIDES,
    bits_of,
)

SHORES: Final = ("north", "east", "south", "west")
STATIONS: Final = 6
SHIPS: Final = 3
RESEARCHERS: Final = 7
CREW: Final = 3
"""The most researchers on a station (T)."""
BUOYS: Final = 28
START_POINTS: Final = 20
WHALES: Final = 2
WAVES: Final = 2
SHIP_STEPS: Final = 3
FAST_SHIP_STEPS: Final = 4
BLUE_A_ROUND: Final = 2
ROUNDS: Final = {2: 4, 3: 3, 4: 3}
"""The number of rounds, by number of players (T)."""
QUOTAS: Final = {2: 5, 3: 5, 4: 4}
"""Action cards a player takes each round, by number of players (T)."""
START_DISTANCE: Final = 4
"""The least distance of first stations along the coast, in cells, under option free_start (T)."""
SHORE_POINTS: Final = (0, 0, 10, 30, 50)
"""Points by the number of shores joined (T)."""


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
    """The number of tiles of each of tiles.KINDS, the golden ones last."""
    light: Mapping[int, tuple[int, ...]]
    """The number of cards in play of each of LIGHT_CARDS, by number of players."""
    blue: tuple[int, ...]
    """The number of cards of each of BLUE_CARDS."""
    reach: tuple[int, ...]
    """The reach of a hazard, in cells, by colour of the card."""
    bands: tuple[tuple[int, int], ...]
    """The cost of a hit as (from, points), lowest first: for players with `from` or more points."""

    queen_bit: int = field(init=False, repr=False)
    """The queen's cell as a bit."""
    sea: int = field(init=False, repr=False)
    """The water cells that take tiles: all but the queen's."""
    place_of: tuple[int, ...] = field(init=False, repr=False)
    """The place along the coast of every cell, or NONE."""
    facing: tuple[int, ...] = field(init=False, repr=False)
    """By side: the bits of the land cells with water on that side, where stations are open (R)."""
    waters: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """The water cells that share a side with each cell: north, east, south, west."""
    touching: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """By place along the coast: the places of adjacent land cells, also at corners."""
    wave_exits: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """By water cell and direction: the number of steps for a wave to leave the water."""

    def __post_init__(self) -> None:
        keep = object.__setattr__
        keep(self, "queen_bit", 1 << self.queen)
        keep(self, "sea", self.water & ~self.queen_bit)
        places = {cell: place for place, cell in enumerate(self.coast)}
        keep(self, "place_of", tuple(places.get(cell, NONE) for cell in range(ALL_CELLS)))
        keep(self, "facing", tuple(self._facing(step) for step in SIDE_STEPS))
        keep(self, "waters", tuple(self._waters(cell) for cell in range(ALL_CELLS)))
        keep(self, "touching", tuple(self._touching(cell) for cell in self.coast))
        keep(self, "wave_exits", tuple(self._wave_exits(cell) for cell in range(ALL_CELLS)))

    def _facing(self, step: int) -> int:
        return bits_of(cell for cell in self.coast if self.water >> (cell + step) & 1)

    def _waters(self, cell: int) -> tuple[int, ...]:
        if not self.water >> cell & 1 and self.place_of[cell] == NONE:
            return ()
        return tuple(cell + step for step in SIDE_STEPS if self.water >> (cell + step) & 1)

    def _touching(self, cell: int) -> tuple[int, ...]:
        around = (self.place_of[cell + step] for step in COMPASS_STEPS)
        return tuple(sorted(place for place in around if place != NONE))

    def _wave_exits(self, cell: int) -> tuple[int, ...]:
        if not self.water >> cell & 1:
            return ()
        directions = range(len(COMPASS))
        return tuple(len(self.wave_path(cell, each, ALL_CELLS)) for each in directions)

    def wave_path(self, start: int, direction: int, steps: int) -> tuple[int, ...]:
        """Return the cells a wave enters: up to land, or to the first cell off the board."""
        path = []
        cell = start
        for _step in range(steps):
            cell += COMPASS_STEPS[direction]
            path.append(cell)
            if not self.water >> cell & 1:
                break
        return tuple(path)

    def damage(self, points: int) -> int:
        """Return the points that a hit costs a player who has `points`."""
        cost = 0
        for least, price in self.bands:
            if points >= least:
                cost = price
        return cost

    def row_length(self, players: int) -> int:
        """Return the number of action cards laid out each round: light, blue and the green one."""
        return sum(self.light[players]) + BLUE_A_ROUND + 1


KINDS: Final = ("cross", "tee", "curve", "straight", "golden")
"""The kinds of tiles, in the order of their stacks before a player."""
GOLDEN: Final = 4
SEA_KINDS: Final = range(GOLDEN)
"""The kinds that lie face down on the water."""

CROSS_LINKS: Final = 15
_UNTURNED: Final = (CROSS_LINKS, 0b1011, 0b0011, 0b0101, CROSS_LINKS)
"""Links before a turn: a tee is closed to the south, a curve links north and east."""


def turned(links: int, quarters: int) -> int:
    """Return links after a number of quarter turns clockwise."""
    return (links << quarters | links >> len(SIDES) - quarters) & CROSS_LINKS


LINKS: Final = tuple(
    tuple(dict.fromkeys(turned(links, quarters) for quarters in range(len(SIDES))))
    for links in _UNTURNED
)
"""LINKS[kind][turn], without turns that change nothing."""
POINTS: Final = (0, 1, 2, 2, 0)
"""POINTS[kind]: 4 less the number of links; nothing for a golden tile (D)."""
FEWEST_LINKS: Final = 2
LESS: Final = tuple(
    tuple(
        other
        for other in range(links)
        if other & links == other and other.bit_count() >= FEWEST_LINKS
    )
    for links in range(CROSS_LINKS + 1)
)
"""LESS[links]: the links of tiles that a tile with these links may cover, keeping all (T)."""
