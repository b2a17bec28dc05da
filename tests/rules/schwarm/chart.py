"""The printed board read plainly from its file, and networks searched step by step.

Cells are names, sides the numbers 0 to 3 for north, east, south, west. Nothing of the game's own
geometry is used: this is a second opinion on it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

PRINTED: Final[Mapping[str, Any]] = tomllib.loads(
    (files("rules.schwarm") / "board.toml").read_text("utf-8")
)
COLUMNS: Final = "abcdefghijk"
MAP: Final = {
    f"{COLUMNS[x]}{y}": sign
    for y, line in enumerate(PRINTED["coast"].split())
    for x, sign in enumerate(line)
    if sign != "."
}
WATER: Final = {name for name, sign in MAP.items() if sign in "~Q"}
QUEEN: Final = next(name for name, sign in MAP.items() if sign == "Q")
NUMBERS: Final = {name: int(sign) for name, sign in MAP.items() if sign.isdigit()}
COAST: Final = [name for shore in PRINTED["shores"].values() for name in shore]
SHORE_OF: Final = {name: shore for shore, row in PRINTED["shores"].items() for name in row}
WINDS: Final = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
    "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip
SIDES: Final = ("n", "e", "s", "w")
UNTURNED: Final = {
    "cross": "nesw",
    "tee": "new",
    "curve": "ne",
    "straight": "ns",
    "golden": "nesw",
}


@cache
def beyond(name: str, wind: str) -> str:
    """Return the name of the next cell in a direction, on the board or not."""
    x, y = WINDS[wind]
    column = COLUMNS.index(name[0]) + x
    return f"{COLUMNS[column] if 0 <= column < len(COLUMNS) else '?'}{int(name[1:]) + y}"


def beside(name: str) -> list[str]:
    """Return the water cells that share a side with a cell."""
    return [other for wind in SIDES if (other := beyond(name, wind)) in WATER]


def touching(name: str) -> list[str]:
    """Return the land cells adjacent to a cell, corners included."""
    return [other for wind in WINDS if (other := beyond(name, wind)) in NUMBERS]


def turned(kind: str, quarters: int) -> frozenset[str]:
    """Return the open sides of a tile after a number of quarter turns clockwise."""
    return frozenset(SIDES[(SIDES.index(side) + quarters) % 4] for side in UNTURNED[kind])


def shapes(kind: str) -> dict[int, frozenset[str]]:
    """Return the distinct turns of a tile with their open sides."""
    found: dict[int, frozenset[str]] = {}
    for quarters in range(4):
        sides = turned(kind, quarters)
        if sides not in found.values():
            found[quarters] = sides
    return found


@dataclass
class Fleet:
    """The pieces of one player on the map."""

    stations: dict[str, int]
    """The researchers on each station, by cell."""
    buoys: list[str]
    ships: list[str]
    tiles: Mapping[str, frozenset[str]]
    """The open sides of every face-up tile on top, of any owner."""
    is_linked: bool = field(init=False, default=False)
    networks: list[set[str]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """Find networks without the queen's cell, then with it if a station links to her."""
        self.networks = [*self._search(queen=False)]
        self.is_linked = any(
            self.stations.keys() & network and self._touches_queen(network)
            for network in self.networks
        )
        if self.is_linked:
            self.networks = [*self._search(queen=True)]

    def _touches_queen(self, network: set[str]) -> bool:
        """Whether the network reaches the queen: an open side beside her, or a ship on her cell."""
        return QUEEN in network or any(
            beyond(name, side) == QUEEN for name in network for side in self._open(name)
        )

    def _open(self, name: str) -> set[str]:
        """Return the open sides of this player's pieces on a cell."""
        found: set[str] = set()
        if name in self.stations:
            found |= {side for side in SIDES if beyond(name, side) in WATER}
        if name in self.buoys:
            found |= self.tiles[name]
        if name in self.ships:
            found |= {*SIDES}
        return found

    def _search(self, *, queen: bool) -> Iterator[set[str]]:
        """Search breadth first over pairs of cell and side, from each cell not yet seen."""
        own = {*self.stations, *self.buoys, *self.ships, *([QUEEN] if queen else [])}
        opened = {name: self._open(name) for name in own}
        if queen:
            opened[QUEEN] = {*SIDES}
        seen: set[str] = set()
        for first in sorted(own):
            if first in seen:
                continue
            network, edge = {first}, [(first, side) for side in opened[first]]
            while edge:
                name, side = edge.pop(0)
                other = beyond(name, side)
                facing = SIDES[(SIDES.index(side) + 2) % 4]
                if other in own - network and facing in opened[other]:
                    network.add(other)
                    edge += [(other, way) for way in opened[other]]
            seen |= network
            yield network

    @property
    def joined(self) -> set[str]:
        """The cells joined to a station or ship."""
        anchors = {*self.stations, *self.ships}
        return {name for network in self.networks if network & anchors for name in network}

    def worth(self, network: set[str], *, brilliant: bool = False) -> int:
        """Return the points of one network."""
        researchers = sum(crew for name, crew in self.stations.items() if name in network)
        pieces = [*self.stations, *self.buoys, *self.ships]
        pieces += [QUEEN] if self.is_linked else []
        return sum(name in network for name in pieces) + researchers * (2 if brilliant else 1)

    def largest(self, *, brilliant: bool = False) -> int:
        """Return the points of the largest network, 0 without any."""
        return max((self.worth(one, brilliant=brilliant) for one in self.networks), default=0)

    def final(self) -> tuple[int, int, int]:
        """Return points for stations linked to the queen, shore points, and shores joined."""
        queen = sum(
            NUMBERS[name]
            for network in self.networks
            if self.is_linked and QUEEN in network
            for name in self.stations
            if name in network
        )
        shores = max(
            (len({SHORE_OF[name] for name in one & {*self.stations}}) for one in self.networks),
            default=0,
        )
        return queen, (0, 0, 10, 30, 50)[shores], shores
