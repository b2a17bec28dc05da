"""The effects of moves in random play, without events (see playout.py)."""

from __future__ import annotations

from itertools import compress, product
from typing import Final

from rules.chance import Chance
from rules.schwarm import turns
from rules.schwarm.acts import lay
from rules.schwarm.board import BUOYS, CREW, KINDS, LESS, LINKS, POINTS, RESEARCHERS, ROUNDS
from rules.schwarm.cards import BRILLIANT
from rules.schwarm.cells import NONE, WIDTH, bits_of, cells_in
from rules.schwarm.moves import BOTH, OVER, PLAY
from rules.schwarm.networks import Openings, Ways
from rules.schwarm.placing import buoys_to_use, can_place, joined_without
from rules.schwarm.scoring import last_points, most_points
from rules.schwarm.state import SchwarmState

Tiles = tuple[tuple[int, int], ...]
"""Kinds of tiles, each with all its turns, as links."""

_TILES: Final[dict[tuple[bool, ...], Tiles]] = {
    held: tuple(
        (kind, links) for kind in compress(range(len(KINDS)), held) for links in LINKS[kind]
    )
    for held in product((False, True), repeat=len(KINDS))
}
"""By the kinds in hand: the tiles a player can place, in the order of moves."""
_MORE: Final = tuple(
    tuple(more for more, less in enumerate(LESS) if links in less) for links in range(len(LESS))
)
"""By links of a tile: the larger links of tiles that may cover it."""


def _linked(joined: int, beside: Openings) -> tuple[int, ...]:
    """Return, by links of a tile, the cells where the tile would be linked, as bits."""
    north, east, south, west = beside
    n, s = joined | north, joined | south
    ne, es, sw, nw, ns, ew = n | east, s | east, s | west, n | west, n | s, joined | east | west
    nes, new, nsw, esw = ne | s, ne | west, ns | west, ew | south
    return 0, 0, 0, ne, 0, ns, es, nes, 0, nw, ew, new, sw, nsw, esw, nes | west


def nth_cell(cells: int, nth: int) -> int:
    """Return the cell of an index among cells as bits, row by row."""
    for _each in range(nth):
        cells &= cells - 1
    return (cells & -cells).bit_length() - 1


class Acts:
    """Changes of a state, and the sets of cells that count its moves.

    Joined cells are found again only where they are needed.
    """

    def __init__(self, state: SchwarmState, chance: Chance) -> None:
        self.state = state
        self._chance = chance
        board, seats = state.board, range(len(state.points))
        north, east, south, west = state.links
        self.vacant = state.owners.count(NONE)
        """The number of land cells without a station."""
        self.bare = board.sea & ~(state.face_down | north | east | south | west)
        """Water without a tile, as bits."""
        self._over = self._laid_over()
        """By links of a tile: the bits of the cells with a tile it may cover."""
        self.beside = [self._water_beside(state.stations[seat]) for seat in seats]
        """Per player: the water beside their stations, as bits."""
        self._roomy = [self._with_room(state.stations[seat]) for seat in seats]
        """Per player: their stations with room for a researcher, as bits."""
        self._ways: list[Ways] = [(0, 0, 0, 0) for _seat in seats]
        self._stale = (1 << len(seats)) - 1
        """The seats whose joined cells are out of date, as bits."""

    def _laid_over(self) -> list[int]:
        shapes, over = self.state.shapes, [0] * len(LESS)
        if any(shapes):
            for links, less in enumerate(LESS):
                for fewer in less:
                    over[links] |= shapes[fewer]
        return over

    def _water_beside(self, stations: int) -> int:
        beside = stations << WIDTH | stations >> WIDTH | stations << 1 | stations >> 1
        return beside & self.state.board.water

    def _with_room(self, stations: int) -> int:
        place_of, crew = self.state.board.place_of, self.state.crew
        return bits_of([cell for cell in cells_in(stations) if crew[place_of[cell]] < CREW])

    def _find_joined(self, seat: int) -> None:
        if self._stale >> seat & 1:
            self._stale &= ~(1 << seat)
            self._ways[seat] = self.state.find_joined(seat)

    def find_all_joined(self) -> None:
        """Find the joined cells of every player."""
        for seat in range(len(self.state.points)):
            self._find_joined(seat)

    def end_card(self) -> None:
        """End a card, and the round if it was the last card."""
        state = self.state
        state.left, state.may_launch, state.moving = 0, False, NONE
        if state.visited:
            state.visited = []
        if state.parts:
            state.phase = BOTH
            return
        state.playing, state.phase = NONE, PLAY
        turn = state.turn + 1
        state.turn = turn = turn if turn < len(state.order) else 0
        if not state.cards[state.order[turn]]:
            self._end_round()

    def _end_round(self) -> None:
        state = self.state
        is_last = state.round == ROUNDS[len(state.points)]
        for seat, capacity in enumerate(state.capacities):
            self._find_joined(seat)
            pieces, ways = state.pieces(seat), self._ways[seat]
            points = most_points(pieces, ways, is_brilliant=capacity == BRILLIANT)
            state.points[seat] += points + (last_points(pieces, ways) if is_last else 0)
        if is_last:
            state.phase = OVER
        else:
            turns.lay_out(state, self._chance)

    # Stations, researchers, ships

    def nth_vacant(self, nth: int) -> int:
        """Return the land cell of an index among those without a station."""
        state = self.state
        vacant = [cell for cell, owner in zip(state.board.coast, state.owners) if owner == NONE]
        return vacant[nth]

    def room_for_crew(self, seat: int) -> int:
        """Return own stations that a researcher of the reserve may join, as bits."""
        return self._roomy[seat] if self.state.researchers[seat] < RESEARCHERS else 0

    def build(self, seat: int, cell: int) -> None:
        """Build a station, with a researcher if the player has one."""
        state = self.state
        place, researchers = state.board.place_of[cell], 0
        if state.researchers[seat] < RESEARCHERS:
            researchers = 1
        state.owners[place], state.crew[place] = seat, researchers
        state.stations[seat] |= 1 << cell
        state.researchers[seat] += researchers
        self.vacant -= 1
        self.beside[seat] |= self._water_beside(1 << cell)
        self._roomy[seat] |= 1 << cell
        self._stale |= 1 << seat
        self.end_card()

    def man(self, seat: int, cell: int) -> None:
        """Put one more researcher on a station."""
        state = self.state
        place = state.board.place_of[cell]
        state.crew[place] += 1
        state.researchers[seat] += 1
        if state.crew[place] == CREW:
            self._roomy[seat] ^= 1 << cell
        self.end_card()

    def launch(self, seat: int, cell: int) -> None:
        """Launch a ship of the reserve."""
        self.state.may_launch = False
        self.state.ships[seat].append(cell)
        self._stale |= 1 << seat

    def sail(self, seat: int, cell: int, end: int) -> None:
        """Move a ship one cell; it takes the face-down tile that it leaves."""
        state, bit = self.state, 1 << cell
        ships = state.ships[seat]
        ships[ships.index(cell)] = end
        self._stale |= 1 << seat
        state.left -= 1
        if state.face_down & bit:
            state.face_down ^= bit
            self.bare |= bit
            state.tiles[seat][turns.draw(state.sea, self._chance)] += 1

    # Tiles

    def can_place(self, seat: int) -> bool:
        """Check whether the player can place a tile."""
        state, bare = self.state, self.bare
        if not any(state.tiles[seat]):
            return False
        if len(state.buoys[seat]) < BUOYS - 1:
            if bare & self.beside[seat]:
                return True
            for ship in state.ships[seat]:
                if bare >> ship & 1:
                    return True
        self._find_joined(seat)
        return can_place(state, seat)

    def placements(self, seat: int) -> tuple[list[int], Tiles, list[int]]:
        """Return the placements of a tile: cells, as bits, by buoy taken (or NONE) and by tile."""
        self._find_joined(seat)
        state, bare, over, cells = self.state, self.bare, self._over, []
        buoys, tiles = buoys_to_use(state, seat), _TILES[tuple(map(bool, state.tiles[seat]))]
        for buoy in buoys:
            linked = _linked(*joined_without(state, seat, buoy))
            cells += [linked[links] & (bare | over[links]) for _kind, links in tiles]
        return buoys, tiles, cells

    def place(self, seat: int, buoy: int, kind: int, links: int, cell: int) -> None:
        """Place a tile, with a buoy of the reserve (NONE) or of a cell."""
        state, bit = self.state, 1 << cell
        buoys = state.buoys[seat]
        if buoy != NONE:
            buoys.remove(buoy)
            if buoy not in buoys:
                state.buoyed[seat] &= ~(1 << buoy)
        state.tiles[seat][kind] -= 1
        state.laid[kind] += 1
        buoys.append(cell)
        state.buoyed[seat] |= bit
        state.points[seat] += POINTS[kind]
        state.left -= 1
        self._stale |= 1 << seat
        if self.bare & bit:
            self.bare ^= bit
        else:
            self._uncover(bit)
        lay(state, cell, links)
        for more in _MORE[links]:
            self._over[more] |= bit

    def _uncover(self, bit: int) -> None:
        """Update the sets of all players before a tile is covered."""
        for seat, buoyed in enumerate(self.state.buoyed):
            if buoyed & bit:
                self._stale |= 1 << seat
        for links, cells in enumerate(self._over):
            self._over[links] = cells & ~bit
