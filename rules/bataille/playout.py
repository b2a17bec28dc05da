"""Random playouts for search, with the moves of `legal` and the effects of `play`.

Moves are counted and drawn without a list, and no events are made. The numbers of ships and the
lanes over submarines are kept up to date as bits.
"""

from __future__ import annotations

from typing import Final

from rules.bataille.board import (
    FULL_LOAD,
    LEVELS,
    NUMBERS,
    PORT,
    REACH,
    RED,
    SPINNERS,
    SQUARES,
    SUNK,
    THROUGH,
    YELLOW,
)
from rules.bataille.events import HIT
from rules.bataille.moves import MOVE, NOBODY
from rules.bataille.play import drop_charge
from rules.bataille.state import BatailleState
from rules.bataille.turns import end_if_lost, end_turn, has_fired_enough
from rules.chance import Chance
from rules.playouts import Fraction

_DEPTHS: Final = len(LEVELS)
_HARBOUR: Final = NUMBERS.stop
"""PORT, last in the order of places."""
# By seat and place; the last entry is for SUNK.
_ENDS: Final = tuple(
    (*(tuple(end or _HARBOUR for end in ends) for ends in of_seat), ()) for of_seat in REACH
)
"""The places where a ship may end its move, in the order of the moves."""
_MOST: Final = tuple(tuple(map(len, of_seat)) for of_seat in _ENDS)
_SEA: Final = tuple(
    tuple(sum(1 << end for end in ends if end != _HARBOUR) for ends in of_seat) for of_seat in _ENDS
)
"""Bits of the numbers where a ship may end its move."""
_OVER: Final = {
    name: (*(sum(1 << lane for lane in lanes) for lanes in through), 0)
    for name, through in THROUGH.items()
}
"""Per option `lanes` and per cell, number, PORT or SUNK: the bits of the lanes over it."""


class _Fleet:
    """The ships, charges and submarines of a seat, in the form for random play."""

    __slots__ = ("at_sea", "charges", "ends", "lanes", "most", "over", "places", "sea", "seat")

    def __init__(self, state: BatailleState, seat: int) -> None:
        self.seat = seat
        self.places, self.charges = state.places[seat], state.charges[seat]
        self.ends, self.most, self.sea = _ENDS[seat], _MOST[seat], _SEA[seat]
        self.over = _OVER[state.lanes]
        self.at_sea = sum([1 << place for place in self.places if place > PORT])
        """Bits of the numbers with a ship."""
        self.lanes = 0
        """Bits of the lanes over the submarines."""
        self.look(state.submarines[seat])

    def look(self, submarines: list[int]) -> None:
        """Update the lanes over the submarines."""
        lanes = 0
        for cell in submarines:
            lanes |= self.over[cell]
        self.lanes = lanes

    def end(self, place: int, taken: int, drawn: int) -> int:
        """Return the free end of a move from `place` with index `drawn`."""
        ends = self.ends[place]
        blocked = self.sea[place] & taken
        while blocked:
            lowest = blocked & -blocked
            if lowest >> ends[drawn] > 1:
                break
            drawn += 1
            blocked ^= lowest
        return ends[drawn]

    def sink(self, ship: int) -> None:
        """Remove a ship lost at sea."""
        self.at_sea ^= 1 << self.places[ship]
        self.places[ship] = SUNK


def play_on(state: BatailleState, chance: Chance, fraction: Fraction) -> None:
    """Play from the start of a turn to the end of the game; the option `blocking` must be off."""
    fleets = (_Fleet(state, RED), _Fleet(state, YELLOW))
    while state.phase == MOVE:
        own, enemy = fleets[state.mover], fleets[1 - state.mover]
        if _move(state, own, enemy, fraction) and _charge(state, own, enemy, fraction):
            _fire(state, own, enemy, chance, fraction)


def _move(state: BatailleState, own: _Fleet, enemy: _Fleet, fraction: Fraction) -> bool:
    """Move a random ship or none; return whether the turn continues."""
    taken = own.at_sea | enemy.at_sea
    most, sea, charges = own.most, own.sea, own.charges
    upto, total, loaded = [], 0, False
    for place, load in zip(own.places, charges):
        total += most[place] - (sea[place] & taken).bit_count()
        upto.append(total)
        if load and place > PORT:
            loaded = True
    drawn = int(fraction() * (total + (loaded or _can_fire(own, enemy))))
    if drawn == total:
        return True
    ship = before = 0
    while drawn >= upto[ship]:
        before = upto[ship]
        ship += 1
    start = own.places[ship]
    end = own.end(start, taken, drawn - before)
    state.moved, state.acted = ship, True
    if start:
        own.at_sea ^= 1 << start
    if end == _HARBOUR:
        own.places[ship] = PORT
        charges[ship] = FULL_LOAD[ship]
        return True
    own.places[ship] = end
    own.at_sea ^= 1 << end
    return state.mine_spent[enemy.seat] or _met_no_mine(state, own, enemy, ship)


def _met_no_mine(state: BatailleState, own: _Fleet, enemy: _Fleet, ship: int) -> bool:
    """Resolve a ship's arrival; return whether the turn continues, False if it hit a mine."""
    end = own.places[ship]
    if state.mines[enemy.seat] != end:
        state.tested[own.seat] |= 1 << end
        return True
    state.mine_spent[enemy.seat] = True
    own.sink(ship)
    return not end_if_lost(state, own.seat)


def _can_fire(own: _Fleet, enemy: _Fleet) -> bool:
    """Whether the first torpedo of a turn is possible."""
    over, lanes = own.over, own.lanes
    for place in enemy.places:
        if over[place] & lanes:
            return True
    return False


def _charge(state: BatailleState, own: _Fleet, enemy: _Fleet, fraction: Fraction) -> bool:
    """Drop a random charge or none; return whether the turn continues."""
    ship, places, charges = state.moved, own.places, own.charges
    if ship != NOBODY:
        if places[ship] <= PORT or not charges[ship]:
            return True
        level = int(fraction() * (_DEPTHS + 1))
        if level == _DEPTHS:
            return True
    else:
        ships = [ship for ship, place in enumerate(places) if place > PORT and charges[ship]]
        if not ships:
            return True
        drawn = int(fraction() * (len(ships) * _DEPTHS + _can_fire(own, enemy)))
        if drawn == len(ships) * _DEPTHS:
            return True
        ship, level = ships[drawn // _DEPTHS], drawn % _DEPTHS
    if drop_charge(state, own.seat, ship, level * SQUARES + places[ship]) == HIT:
        enemy.look(state.submarines[enemy.seat])
        if end_if_lost(state, enemy.seat):
            return False
    if has_fired_enough(state):
        end_turn(state)
        return False
    return True


def _fire(
    state: BatailleState, own: _Fleet, enemy: _Fleet, chance: Chance, fraction: Fraction
) -> None:
    """Fire random torpedoes until one is declined or none is possible, then end the turn."""
    seat, over, lanes = own.seat, own.over, own.lanes
    is_asked = enemy.at_sea != 0
    while is_asked:
        aims, total = [], 0
        for place in enemy.places:
            aim = over[place] & lanes
            aims.append(aim)
            total += aim.bit_count()
        drawn = int(fraction() * (total + state.acted))
        if drawn == total:
            break
        lane, ship = _shot(aims, drawn)
        state.acted, state.lane = True, lane
        state.shots += 1
        state.torpedoes[seat].append((state.turn, lane, len(state.lost[seat])))
        if not chance.below(SPINNERS[state.spinner]):
            enemy.sink(ship)
            if end_if_lost(state, enemy.seat):
                return
        lanes = 1 << lane if _along(over, state.submarines[seat], lane) > state.shots else 0
        unfired = len(state.submarines[seat]) > state.shots
        is_asked = unfired and _along(over, enemy.places, lane) > 0 and not has_fired_enough(state)
    end_turn(state)


def _shot(aims: list[int], drawn: int) -> tuple[int, int]:
    """Return the shot of an index, by lane, then ship; `aims` has bits of lanes for each ship."""
    left = 0
    for aim in aims:
        left |= aim
    while True:
        lane = left & -left
        for ship, aim in enumerate(aims):
            if aim & lane:
                if not drawn:
                    return lane.bit_length() - 1, ship
                drawn -= 1
        left ^= lane


def _along(over: tuple[int, ...], places: list[int], lane: int) -> int:
    """Return the number of `places` under a lane."""
    count = 0
    for place in places:
        count += over[place] >> lane & 1
    return count
