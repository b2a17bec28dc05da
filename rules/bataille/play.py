"""Playing a move, placing the camp, and doubt about outcomes.

Only public events decide doubt, never the camps, so that neither the answer nor its time leaks
hidden cells. Each public fact is used alone: conclusions from several are left in doubt, as search
plays too many moves to draw them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rules.bataille.board import (
    CELLS,
    FULL_LOAD,
    LANES,
    LEVELS,
    NEAR,
    NUMBERS,
    PORT,
    REACH,
    SHIPS,
    SPINNERS,
    SQUARES,
    SUBMARINES,
    SUNK,
    cell_name,
    number_of,
    stretch,
    water_column,
)
from rules.bataille.events import (
    HIT,
    MISS,
    Answer,
    Charge,
    Held,
    Mined,
    MineStruck,
    Moved,
    Placed,
    Rearmed,
    Stayed,
    Torpedo,
)
from rules.bataille.legal import can_drop, can_fire, numbers_of, torpedoes
from rules.bataille.moves import (
    CHARGE,
    MOVE,
    NOBODY,
    OVER,
    SETUP,
    THE_MOVED,
    TORPEDO,
    Kind,
    Move,
    Phase,
)
from rules.bataille.state import BatailleState
from rules.bataille.turns import ask_charge, ask_torpedo, end_or_ask_torpedo, end_turn
from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_


def _bits(places: frozenset[int]) -> int:
    return sum(1 << place for place in places)


_AREA: Final = tuple((0, *(_bits(near[cell] | {cell}) for cell in CELLS)) for near in NEAR)
"""`_AREA[blast][cell]`: bits of a cell and of the cells nearly missed by a charge there."""
_COLUMN: Final = (0, *(_bits(frozenset(water_column(number))) for number in NUMBERS))
"""Bits of the cells under a number."""


def mine_is_in_doubt(state: BatailleState, seat: int, number: int) -> bool:
    """Whether the enemy mine may lie under a number and may also lie elsewhere.

    It lies nowhere once it has exploded; else under no number where a ship of `seat` ended a move
    before, nor above a cell where a submarine was sunk.
    """
    if state.mine_spent[1 - seat]:
        return False
    without = state.tested[seat]
    for cell in state.lost[1 - seat]:
        without |= 1 << number_of(cell)
    return not without >> number & 1 and without.bit_count() < SQUARES - 1


def answer_is_in_doubt(state: BatailleState, seat: int, cell: int) -> bool:
    """Check whether a charge of `seat` in a cell has more than one possible answer.

    False if the same charge was answered before with a miss or near miss, or if misses, sunk
    submarines and the exploded mine leave every cell in and near it empty.
    """
    enemy = 1 - seat
    area = _AREA[state.blast]
    empty = _COLUMN[state.mines[enemy]] if state.mine_spent[enemy] else 0
    for before, answer in state.answers[seat]:
        if before == cell and answer != HIT:
            return False
        empty |= area[before] if answer == MISS else 1 << before
    return area[cell] & ~empty != 0


def place_submarine(state: BatailleState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Hide a submarine in a cell."""
    own = state.submarines[seat]
    if len(own) == SUBMARINES:
        raise IllegalMove(N_("all your submarines are placed: now place the mine"), rule="setup")
    if move.place in own:
        raise IllegalMove(N_("one of your submarines is there already"), rule="setup")
    own.append(move.place)
    yield Placed(seat, cell_name(move.place))


def lay_mine(state: BatailleState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Lay the mine; the second mine begins the first turn."""
    own = state.submarines[seat]
    if len(own) < SUBMARINES:
        raise IllegalMove(N_("place the submarines first, then the mine"), rule="setup")
    if move.place in numbers_of(own):
        raise IllegalMove(N_("the mine cannot be on or above one of your submarines"), rule="setup")
    state.mines[seat] = move.place
    yield Mined(seat, move.place)
    if state.mines[1 - seat]:
        state.phase, state.turn = MOVE, 1


def play(state: BatailleState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Play a move in place and return its events. Raises IllegalMove, with the state unchanged."""
    return [*_checked(state, seat, move)(state, seat, move, chance)]


def steps(state: BatailleState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Play a move step by step; after each event the state includes that event."""
    yield from _checked(state, seat, move)(state, seat, move, chance)


def _checked(state: BatailleState, seat: int, move: Move) -> _PlayKind:
    """Return the function that plays this kind of move. Raises IllegalMove in another phase."""
    if state.phase == SETUP:
        if state.mines[seat]:
            raise IllegalMove(N_("your camp is already placed"), rule="setup")
    elif state.phase == OVER:
        raise IllegalMove(N_("the game is over"), rule="end")
    elif seat != state.mover:
        raise IllegalMove(N_("it is not your turn"), rule="turn")
    phases, play_kind = _PLAY[move.kind]
    if state.phase not in phases:
        raise IllegalMove(N_("“{move}” is not possible now"), move=move.word, rule="turn")
    return play_kind


# The move


def _sail(state: BatailleState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    ship, end = move.ship, move.place
    places = state.places[seat]
    start = places[ship]
    _check_sail(state, seat, ship, end)
    in_doubt = end != PORT and mine_is_in_doubt(state, seat, end)
    places[ship] = end
    state.moved, state.acted = ship, True
    yield Moved(seat, SHIPS[ship], start, end, in_doubt)
    if end == PORT:
        state.charges[seat][ship] = FULL_LOAD[ship]
        yield Rearmed(seat, SHIPS[ship])
        yield from ask_torpedo(state)
    else:
        yield from _arrive(state, seat, ship, in_doubt)


def _check_sail(state: BatailleState, seat: int, ship: int, end: int) -> None:
    start = state.places[seat][ship]
    if start == SUNK:
        raise IllegalMove(N_("{ship} is sunk"), ship=SHIPS[ship], rule="mine")
    if end not in REACH[seat][start]:
        raise IllegalMove(
            N_("{ship} cannot get there with a move of 1 to 3 squares"),
            ship=SHIPS[ship],
            rule="move",
        )
    if end != PORT and (end in state.places[0] or end in state.places[1]):
        raise IllegalMove(N_("a ship cannot end its move on another ship"), rule="move")


def _arrive(state: BatailleState, seat: int, ship: int, in_doubt: bool) -> Iterator[Event]:
    """Resolve the end of a ship's move at sea, where the enemy mine may lie (T, mine 1)."""
    end = state.places[seat][ship]
    enemy = 1 - seat
    if state.mines[enemy] != end or state.mine_spent[enemy]:
        if not state.mine_spent[enemy]:
            state.tested[seat] |= 1 << end
        yield from ask_charge(state, seat)
        return
    state.mine_spent[enemy] = True
    state.places[seat][ship] = SUNK
    yield MineStruck(seat, SHIPS[ship], end, in_doubt)
    yield from end_or_ask_torpedo(state, seat)


def _stay(state: BatailleState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    charges = can_drop(state, seat)
    if not charges and not torpedoes(state, seat):
        raise IllegalMove(N_("you can neither drop a charge nor fire: move a ship"), rule="move")
    yield Stayed(seat)
    if charges:
        state.phase = CHARGE
    else:
        yield from ask_torpedo(state)


# The depth charge


def _drop(state: BatailleState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    ship = _dropping_ship(state, seat, move)
    number, enemy = state.places[seat][ship], 1 - seat
    cell = move.level * SQUARES + number
    in_doubt = answer_is_in_doubt(state, seat, cell)
    answer = drop_charge(state, seat, ship, cell)
    word: Answer = "hit" if answer == HIT else "near" if answer > MISS else "miss"
    count = answer if answer > MISS else None
    yield Charge(seat, SHIPS[ship], number, LEVELS[move.level], word, count, in_doubt)
    yield from end_or_ask_torpedo(state, enemy)


def drop_charge(state: BatailleState, seat: int, ship: int, cell: int) -> int:
    """Drop a charge in a cell; return the answer, as in `answers` of the state."""
    enemy = 1 - seat
    answer = _answer(state, enemy, cell)
    state.charges[seat][ship] -= 1
    state.acted = True
    state.answers[seat].append((cell, answer))
    if answer == HIT:
        state.submarines[enemy].remove(cell)
        state.lost[enemy].append(cell)
    return answer


def _dropping_ship(state: BatailleState, seat: int, move: Move) -> int:
    if state.moved != NOBODY:
        if move.ship != THE_MOVED:
            raise IllegalMove(N_("only the ship that moved can drop a charge"), rule="charge")
        return state.moved
    ship = move.ship
    if ship == THE_MOVED:
        raise IllegalMove(N_("no ship moved: name the ship that drops the charge"), rule="charge")
    if state.places[seat][ship] <= PORT:
        raise IllegalMove(N_("{ship} is not at sea"), ship=SHIPS[ship], rule="charge")
    if not state.charges[seat][ship]:
        raise IllegalMove(N_("{ship} has no charge left"), ship=SHIPS[ship], rule="charge")
    return ship


def _answer(state: BatailleState, enemy: int, cell: int) -> int:
    """Return HIT, or the number of living enemy submarines nearly missed (T, rule 6-7)."""
    living = state.submarines[enemy]
    if cell in living:
        return HIT
    near = NEAR[state.blast][cell]
    count = 0
    for submarine in living:
        if submarine in near:
            count += 1
    return count


# The torpedo


def _fire(state: BatailleState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    if not can_fire(state, seat, move.lane, move.ship):
        raise IllegalMove(
            N_("none of your submarines can fire at {ship} along {lane}"),
            ship=SHIPS[move.ship],
            lane=LANES[move.lane].name,
            rule="torpedo",
        )
    enemy = 1 - seat
    hit = chance.below(SPINNERS[state.spinner]) == 0
    state.acted = True
    state.lane = move.lane
    state.shots += 1
    state.torpedoes[seat].append((state.turn, move.lane, len(state.lost[seat])))
    if state.blocking:
        place = state.places[enemy][move.ship]
        state.stretches[seat].append(stretch(move.lane, place, state.places))
    if hit:
        state.places[enemy][move.ship] = SUNK
    yield Torpedo(seat, LANES[move.lane].name, SHIPS[move.ship], "hit" if hit else "miss")
    yield from end_or_ask_torpedo(state, enemy)


def _hold(state: BatailleState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    if state.phase == CHARGE:
        if state.moved == NOBODY and not torpedoes(state, seat):
            raise IllegalMove(N_("you cannot fire a torpedo: drop a charge"), rule="turn")
        yield Held(seat, "charge")
        yield from ask_torpedo(state)
        return
    if not state.acted:
        raise IllegalMove(
            N_("you moved no ship and dropped no charge: fire a torpedo"), rule="turn"
        )
    yield Held(seat, "torpedo", has_fired=state.shots > 0)
    yield from end_turn(state)


_PlayKind = Callable[["BatailleState", int, Move, Chance], Iterator[Event]]

_PLAY: Final[dict[Kind, tuple[tuple[Phase, ...], _PlayKind]]] = {
    Kind.SUB: ((SETUP,), place_submarine),
    Kind.MINE: ((SETUP,), lay_mine),
    Kind.SAIL: ((MOVE,), _sail),
    Kind.STAY: ((MOVE,), _stay),
    Kind.DROP: ((CHARGE,), _drop),
    Kind.FIRE: ((TORPEDO,), _fire),
    Kind.HOLD: ((CHARGE, TORPEDO), _hold),
}
"""Per kind of move: its phases, and the function that plays it."""
