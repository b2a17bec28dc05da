"""What moves do in random play to the end of the game (playout.py), with nothing told of it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.chance import Chance
from rules.schwarm import acts as told_acts
from rules.schwarm import placing, turns
from rules.schwarm.board import RESEARCHERS
from rules.schwarm.cards import CARDS, Action
from rules.schwarm.cells import NONE
from rules.schwarm.dangers import Hit, cost, crab_path, hits_at, wave_count, wave_hits, wave_moves
from rules.schwarm.phases import SWIM
from rules.schwarm.state import SchwarmState
from rules.schwarm.tiles import LINKS, POINTS

Placement = tuple[int, int, int, int]
"""The cell whose buoy is taken or NONE, the kind of tile, its links, and the cells as bits."""


class Acts:
    """Changes a state; what is joined is found anew only where it is asked for."""

    def __init__(self, state: SchwarmState, chance: Chance) -> None:
        self.state = state
        self._chance = chance
        self._stale = 0
        """The seats whose pieces have changed since, as bits."""

    def _find_joined(self, seat: int) -> None:
        if self._stale >> seat & 1:
            self._stale &= ~(1 << seat)
            self.state.find_joined(seat)

    def find_all_joined(self) -> None:
        """What is joined, for everybody."""
        for seat in range(len(self.state.points)):
            self._find_joined(seat)

    def end_card(self) -> None:
        """A card is played out, and maybe a round."""
        for _event in turns.end_card(self.state, self._chance):
            pass

    # Stations, researchers, ships

    def build(self, seat: int, cell: int) -> None:
        """A station with a researcher, if there is one."""
        state = self.state
        place, researchers = state.board.place_of[cell], 0
        if state.researchers[seat] < RESEARCHERS:
            researchers = 1
        state.owners[place], state.crew[place] = seat, researchers
        state.stations[seat] |= 1 << cell
        state.researchers[seat] += researchers
        self._stale |= 1 << seat
        self.end_card()

    def man(self, seat: int, cell: int) -> None:
        """One more researcher at a station."""
        self.state.crew[self.state.board.place_of[cell]] += 1
        self.state.researchers[seat] += 1
        self.end_card()

    def launch(self, seat: int, cell: int) -> None:
        """A ship of the reserve."""
        self.state.may_launch = False
        self.state.ships[seat].append(cell)
        self._stale |= 1 << seat

    def sail(self, seat: int, cell: int, end: int) -> None:
        """One step of a ship; leaving a face-down tile it takes it."""
        state = self.state
        ships = state.ships[seat]
        ships[ships.index(cell)] = end
        self._stale |= 1 << seat
        state.left -= 1
        state.may_launch = False
        if state.face_down >> cell & 1:
            state.face_down &= ~(1 << cell)
            state.tiles[seat][turns.draw(state.sea, self._chance)] += 1
        if not state.left:
            self.end_card()

    # Tiles

    def can_place(self, seat: int) -> bool:
        """Whether there is any way to place a tile."""
        self._find_joined(seat)
        return placing.can_place(self.state, seat)

    def placements(self, seat: int) -> list[Placement]:
        """All ways to place a tile."""
        self._find_joined(seat)
        state = self.state
        kinds = placing.stacks(state.tiles[seat])
        found = []
        for buoy in placing.buoys_to_use(state, seat) if kinds else ():
            by_links = placing.room_with(state, seat, buoy).cells_by_links()
            for kind in kinds:
                for links in LINKS[kind]:
                    if cells := by_links[links]:
                        found.append((buoy, kind, links, cells))
        return found

    def place(self, seat: int, way: Placement, nth: int) -> None:
        """A tile on the cell of this number."""
        state, (buoy, kind, links, cells) = self.state, way
        for _each in range(nth):
            cells &= cells - 1
        bit = cells & -cells
        cell = bit.bit_length() - 1
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
        told_acts.lay(state, cell, links)
        self._stale |= 1 << seat
        for other, buoyed in enumerate(state.buoyed):
            if buoyed & bit:
                self._stale |= 1 << other

    # Whales, waves and the crab

    def _strike(self, seat: int, hits: Iterable[Hit]) -> None:
        state = self.state
        for victim, _cell, _is_ship, less in hits:
            price = cost(state.board, state.points[victim], state.capacities[victim], less)
            state.points[victim] -= price
            state.points[seat] += price

    def swim(self, seat: int, card: int, number: int) -> None:
        """A whale begins to swim; a new one hits at the queen."""
        state = self.state
        is_new = number == NONE
        if is_new:
            number = state.whales.index(NONE)
            state.whales[number] = state.board.queen
        state.moving, state.visited = number, [state.whales[number]]
        state.left = state.board.reach[CARDS[card].colour]
        state.phase = SWIM
        if is_new:
            self._strike(seat, hits_at(state, seat, state.board.queen))

    def swim_to(self, seat: int, cell: int) -> None:
        """One cell on."""
        state = self.state
        state.whales[state.moving] = cell
        state.visited.append(cell)
        state.left -= 1
        self._strike(seat, hits_at(state, seat, cell))

    def hazards(self, action: int, card: int) -> int:
        """How many ways a wave may go by a card, or the crab; the double card has one way."""
        state = self.state
        if action == Action.WAVE:
            return wave_count(state, card)
        if action == Action.CRAB:
            free = 1 if state.crab != NONE else state.owners.count(NONE)
            return state.board.reach[CARDS[card].colour] * free
        return 1

    def roll(self, seat: int, card: int, nth: int) -> None:
        """A wave goes the way of this number."""
        state, move = self.state, wave_moves(self.state, card)[nth]
        board, number, is_new = state.board, move.number, move.number == NONE
        start = board.queen if is_new else state.waves[number]
        path = board.wave_path(start, move.end, move.count)
        hits = wave_hits(state, state.options.great_wave, seat, start, path, is_new=is_new)
        if is_new:
            number = state.waves.index(NONE)
        state.waves[number] = path[-1] if board.water >> path[-1] & 1 else NONE
        self._strike(seat, hits)
        self.end_card()

    def creep(self, seat: int, start: int, steps: int) -> None:
        """The crab goes so many cells along the coast."""
        state = self.state
        path = crab_path(state.board, state.owners, seat, start, steps)
        state.crab = path[-1]
        for cell in path:
            self._strike(seat, hits_at(state, seat, cell))
        self.end_card()
