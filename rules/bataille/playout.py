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
_COUNT: Final = 2
"""Bits for the submarines under a lane."""
_MASK: Final = (1 << _COUNT) - 1
_UNDER: Final = {
    name: (*(sum(1 << _COUNT * lane for lane in lanes) for lanes in through), 0)
    for name, through in THROUGH.items()
}
"""The same with a count of 1 for each lane, packed."""


class _Fleet:
    """The ships, charges and submarines of a seat, in the form for random play."""

    __slots__ = (
        "at_sea", "charges", "ends", "lanes", "mine", "most", "over", "passed", "places", "sea",
        "seat", "under", "watching",
    )  # fmt: skip

    def __init__(self, state: BatailleState, seat: int) -> None:
        self.seat = seat
        self.places, self.charges = state.places[seat], state.charges[seat]
        self.ends, self.most, self.sea = _ENDS[seat], _MOST[seat], _SEA[seat]
        self.over, self.under = _OVER[state.lanes], _UNDER[state.lanes]
        self.at_sea = sum([1 << place for place in self.places if place > PORT])
        """Bits of the numbers with a ship."""
        self.mine = SUNK if state.mine_spent[seat] else state.mines[seat]
        """The number of the mine; SUNK once it has exploded."""
        self.lanes = self.watching = 0
        """Bits of the lanes over the submarines, and the number under each lane, packed."""
        self.look(state.submarines[seat])
        self.passed = 0
        """Bits of the lanes over the ships."""
        self.sail()

    def look(self, submarines: list[int]) -> None:
        """Update the lanes over the submarines."""
        lanes = watching = 0
        for cell in submarines:
            lanes |= self.over[cell]
            watching += self.under[cell]
        self.lanes, self.watching = lanes, watching

    def sail(self) -> None:
        """Update the lanes over the ships."""
        over = self.over
        one, two, three = self.places
        self.passed = over[one] | over[two] | over[three]

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
        self.sail()


def play_on(state: BatailleState, chance: Chance, fraction: Fraction) -> None:
    """Play from the start of a turn to the end of the game; the option `blocking` must be off."""
    red, yellow = _Fleet(state, RED), _Fleet(state, YELLOW)
    sides = (red, yellow), (yellow, red)
    while state.phase == MOVE:
        own, enemy = sides[state.mover]
        if _move(state, own, enemy, fraction) and _charge(state, own, enemy, fraction):
            _fire(state, own, enemy, chance, fraction)


def _move(state: BatailleState, own: _Fleet, enemy: _Fleet, fraction: Fraction) -> bool:
    """Move a random ship or none; return whether the turn continues."""
    most, sea = own.most, own.sea
    taken = own.at_sea | enemy.at_sea
    one, two, three = own.places
    upto_one = most[one] - (sea[one] & taken).bit_count()
    upto_two = upto_one + most[two] - (sea[two] & taken).bit_count()
    total = upto_two + most[three] - (sea[three] & taken).bit_count()
    drawn = int(fraction() * (total + _can_stay(own, enemy)))
    if drawn == total:
        return True
    ship, start = 0, one
    if drawn >= upto_two:
        ship, start, drawn = 2, three, drawn - upto_two
    elif drawn >= upto_one:
        ship, start, drawn = 1, two, drawn - upto_one
    end = own.end(start, taken, drawn) if sea[start] & taken else own.ends[start][drawn]
    state.moved, state.acted = ship, True
    if start:
        own.at_sea ^= 1 << start
    own.places[ship] = end
    if end == _HARBOUR:
        own.places[ship] = PORT
        own.charges[ship] = FULL_LOAD[ship]
        own.sail()
        return True
    own.at_sea ^= 1 << end
    own.sail()
    if end == enemy.mine:
        return not _sinks_at_mine(state, own, enemy, ship)
    if enemy.mine != SUNK:
        state.tested[own.seat] |= 1 << end
    return True


def _sinks_at_mine(state: BatailleState, own: _Fleet, enemy: _Fleet, ship: int) -> bool:
    """Let a mine explode; return whether the game ends."""
    state.mine_spent[enemy.seat] = True
    enemy.mine = SUNK
    own.sink(ship)
    return bool(end_if_lost(state, own.seat))


def _can_stay(own: _Fleet, enemy: _Fleet) -> bool:
    """Whether a turn may begin without a move: by a charge or a torpedo."""
    if own.lanes & enemy.passed:
        return True
    one, two, three = own.places
    first, second, third = own.charges
    return bool((one > PORT and first) or (two > PORT and second) or (three > PORT and third))


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
        drawn = int(fraction() * (len(ships) * _DEPTHS + (own.lanes & enemy.passed != 0)))
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
    seat, over, lanes, odds = own.seat, own.over, own.lanes, SPINNERS[state.spinner]
    is_asked = enemy.at_sea != 0
    while is_asked:
        if not lanes & enemy.passed:
            fraction()
            break
        one, two, three = enemy.places
        aims = over[one] & lanes, over[two] & lanes, over[three] & lanes
        total = aims[0].bit_count() + aims[1].bit_count() + aims[2].bit_count()
        drawn = int(fraction() * (total + state.acted))
        if drawn == total:
            break
        lane, ship = _shot(aims, drawn)
        state.acted, state.lane = True, lane
        state.shots += 1
        state.torpedoes[seat].append((state.turn, lane, len(state.lost[seat])))
        if not chance.below(odds):
            enemy.sink(ship)
            if end_if_lost(state, enemy.seat):
                return
        watching = own.watching >> _COUNT * lane & _MASK
        lanes = 1 << lane if watching > state.shots else 0
        is_asked = (
            len(state.submarines[seat]) > state.shots
            and enemy.passed >> lane & 1 > 0
            and not has_fired_enough(state)
        )
    end_turn(state)


def _shot(aims: tuple[int, int, int], drawn: int) -> tuple[int, int]:
    """Return the shot of an index, by lane, then ship; `aims` has bits of lanes for each ship."""
    one, two, three = aims
    left = one | two | three
    while True:
        lane = left & -left
        if one & lane:
            if not drawn:
                return lane.bit_length() - 1, 0
            drawn -= 1
        if two & lane:
            if not drawn:
                return lane.bit_length() - 1, 1
            drawn -= 1
        if three & lane:
            if not drawn:
                return lane.bit_length() - 1, 2
            drawn -= 1
        left ^= lane
