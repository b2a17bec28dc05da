"""A table kept plainly from the rules page: a second opinion on legal words and their effects.

It follows the sentences of the rules one by one, in names and plain lists. Draws (tiles lifted,
the row of a round) are given to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.schwarm.cards import CAPACITIES
from rules.schwarm.moves import Phase
from tests.rules.schwarm.chart import (
    COAST,
    MAP,
    PRINTED,
    QUEEN,
    UNTURNED,
    WATER,
    WINDS,
    Fleet,
    beside,
    beyond,
    shapes,
)

QUOTAS = {2: 5, 3: 5, 4: 4}
ACTIONS = ("station", "ship", "researcher", "whale", "wave", "crab")


@dataclass
class Page:
    """The pieces on the table, and the question to the mover; reserves are whatever is left."""

    flags: set[str]
    order: list[int]
    step: Phase
    turn: int
    round: int
    face_down: set[str]
    blue: list[str]
    tiles: dict[str, frozenset[str]]
    """The open sides of the top tile of each cell."""
    stations: list[dict[str, int]]
    ships: list[list[str]]
    buoys: list[list[str]]
    held: list[list[str]]
    cards: list[list[str]]
    points: list[int]
    taken: list[int]
    capacities: list[str]
    whales: list[str]
    waves: list[str]
    crab: str
    golden: int
    row: list[str] = field(default_factory=list)
    playing: str = ""
    parts: set[str] = field(default_factory=set)
    left: int = 0
    may_launch: bool = False
    moving: int = -1
    path: list[str] = field(default_factory=list)

    @property
    def me(self) -> int:
        """The mover."""
        return self.order[self.turn]

    @property
    def players(self) -> range:
        """All seats."""
        return range(len(self.points))

    def fleet(self, seat: int) -> Fleet:
        """Return the pieces of a player on the map, searched again."""
        return Fleet(self.stations[seat], self.buoys[seat], self.ships[seat], self.tiles)

    def reach(self, card: str) -> int:
        """Return the reach of a hazard in cells."""
        colour = card if card == "joker" else "blue" if card.startswith("blue") else "light"
        return int(PRINTED["reach"][colour])

    def built(self) -> set[str]:
        """Return the land cells with a station."""
        return {name for own in self.stations for name in own}

    # Legal words

    def menu(self) -> set[str]:
        """Return every legal word."""
        match self.step:
            case Phase.START:
                return self._starts()
            case Phase.ROW:
                return self._takings(self.me)
            case Phase.PLAY:
                return {word for card in {*self.cards[self.me]} for word in self._plays(card)}
            case Phase.SAIL:
                return {"done"} | self._sailings()
            case Phase.RESEARCH:
                return {"done"} | {*self._placings()}
            case Phase.SWIM:
                here = self.path[-1]
                steps = {f"step {name}" for name in beside(here) if name not in self.path}
                return steps | ({"done"} if len(self.path) > 1 else set())
            case Phase.BOTH:
                return {word for part in self.parts for word in self._parts(part)}
        return {"done"} if self.step == Phase.IDLE else set()

    def _parts(self, part: str) -> set[str]:
        return {"ship"} if part == "ship" else self._researches() or {"researcher"}

    def _starts(self) -> set[str]:
        taken = [COAST.index(name) for name in self.built()]
        if "free_start" not in self.flags:
            return {f"start {name}" for name in PRINTED["start"] if name not in self.built()}
        return {
            f"start {name}"
            for place, name in enumerate(COAST)
            if all(4 <= (place - other) % len(COAST) <= len(COAST) - 4 for other in taken)
        }

    def _takings(self, seat: int) -> set[str]:
        found: set[str] = set()
        if sum(card != "joker" for card in self.cards[seat]) < QUOTAS[len(self.points)]:
            found |= {f"card {n + 1}" for n in range(len(self.row)) if n <= self.points[seat]}
        if not self.taken[seat] and len(self.row) <= self.points[seat]:
            left = [n + 1 for n in self.players if n + 1 not in self.taken]
            free = [name for name in CAPACITIES if name not in self.capacities]
            found |= {f"order {number} {name}" for number in left for name in free}
        return found

    def _plays(self, card: str) -> set[str]:
        if card == "double":
            return {"double"}
        prefix = (
            f"{card.split(maxsplit=1)[0]} " if card == "joker" or card.startswith("blue") else ""
        )
        actions = ACTIONS if card == "joker" else (card.removeprefix(prefix),)
        found = {prefix + word for action in actions for word in self._uses(action, card)}
        return found or {card}

    def _uses(self, action: str, card: str) -> set[str]:
        if action == "station":
            return self._buildings()
        if action == "ship":
            return {"ship"}
        if action == "researcher":
            return self._researches()
        if action == "whale":
            return {f"whale {n}" for n in self._numbers(self.whales)}
        return self._rollings(card) if action == "wave" else self._walks(card)

    def _buildings(self) -> set[str]:
        own = self.stations[self.me]
        if len(own) < 6:
            return {f"station {name}" for name in COAST if name not in self.built()}
        if sum(own.values()) < 7:
            return {f"station {name}" for name, crew in own.items() if crew < 3}
        return set()

    def _researches(self) -> set[str]:
        own = self.stations[self.me]
        found: set[str] = set()
        if sum(own.values()) < 7:
            found |= {f"researcher {name}" for name, crew in own.items() if crew < 3}
        if sum(own.values()) and next(self._placings(), None):
            found.add("research")
        return found

    @staticmethod
    def _numbers(hazards: list[str]) -> list[str]:
        found = [str(n + 1) for n, where in enumerate(hazards) if where]
        return found + (["new"] if "" in hazards else [])

    def roll(self, start: str, wind: str, most: int) -> list[str]:
        """Return the cells a wave enters, up to land or off the board."""
        path: list[str] = []
        while len(path) < most and (not path or path[-1] in WATER):
            path.append(beyond(path[-1] if path else start, wind))
        return path

    def _rollings(self, card: str) -> set[str]:
        reach, found = self.reach(card), set()
        for wind in WINDS:
            if "" in self.waves:
                path = self.roll(QUEEN, wind, reach)
                found |= {f"wave new {wind} {n + 1}" for n in range(len(path))}
            for number, where in enumerate(self.waves):
                path = self.roll(where, wind, reach) if where else [QUEEN]
                if path[-1] not in WATER:
                    found.add(f"wave {number + 1} {wind} {len(path)}")
        return found

    def _walks(self, card: str) -> set[str]:
        steps = range(1, self.reach(card) + 1)
        if self.crab:
            return {f"crab {n}" for n in steps}
        return {f"crab {name} {n}" for name in COAST if name not in self.built() for n in steps}

    def _sailings(self) -> set[str]:
        own = self.ships[self.me]
        found: set[str] = set()
        if self.may_launch and len(own) < 3:
            found |= {f"launch {name}" for cell in self.stations[self.me] for name in beside(cell)}
        if self.left:
            found |= {f"sail {name} {other}" for name in own for other in beside(name)}
        return found

    def reserve(self, seat: int) -> int:
        """Return the buoys in reserve; one is on the queen once she is linked."""
        left = 28 - len(self.buoys[seat])
        return left - (left > 0 and self.fleet(seat).is_linked)

    def _placings(self) -> Iterator[str]:
        """Yield each tile, turn and cell, and each buoy that can be moved there."""
        own = self.buoys[self.me]
        moved = [""] if self.reserve(self.me) else sorted({*own})
        stacks = [kind for kind in UNTURNED if kind in self.held[self.me]]
        near = self._near()
        for stack, kind in enumerate(stacks, start=1):
            for turns, sides in shapes(kind).items():
                for name in near:
                    if name in self.tiles and not self.tiles[name] < sides:
                        continue
                    for buoy in moved:
                        if self._would_link(name, sides, buoy):
                            yield f"place {stack} {name} r{turns} {buoy}".strip()

    def _near(self) -> list[str]:
        """Return the cells that can take a tile and are beside, or under, a piece of the mover."""
        seat = self.me
        own = {*self.stations[seat], *self.buoys[seat], *self.ships[seat]}
        own |= {QUEEN} if self.fleet(seat).is_linked else set()
        return [
            name
            for name in MAP
            if name in WATER and name != QUEEN and name not in self.face_down
            if name in own or any(beyond(name, side) in own for side in "nesw")
        ]

    def _would_link(self, name: str, sides: frozenset[str], buoy: str) -> bool:
        buoys = [*self.buoys[self.me], name]
        if buoy:
            buoys.remove(buoy)
        tiles = {**self.tiles, name: sides}
        fleet = Fleet(self.stations[self.me], buoys, self.ships[self.me], tiles)
        return name in fleet.joined
