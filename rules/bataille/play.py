"""What a move does. Every check comes before the first change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.bataille import events
from rules.bataille.board import (
    FULL_LOAD,
    NEAR,
    PORT,
    REACH,
    SHIPS,
    SPINNERS,
    SQUARES,
    SUBMARINES,
    SUNK,
)
from rules.bataille.could_reveal import answer_is_in_doubt, mine_is_in_doubt
from rules.bataille.events import HIT
from rules.bataille.lanes import LANE_NUMBERS, LANES
from rules.bataille.legal import can_drop, can_fire, numbers_of, torpedoes
from rules.bataille.moves import THE_MOVED, Kind, Move
from rules.bataille.phases import CHARGE, MOVE, NOBODY, OVER, SETUP, TORPEDO, Phase
from rules.bataille.state import BatailleState
from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_


def play(state: BatailleState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Play in place and tell what happened; on IllegalMove nothing has changed."""
    if state.phase == SETUP:
        if state.mines[seat]:
            raise IllegalMove(N_("your camp is laid already"))
    elif state.phase == OVER:
        raise IllegalMove(N_("the game is over"))
    elif seat != state.mover:
        raise IllegalMove(N_("it is not your turn"))
    phases, play_kind = _PLAY[move.kind]
    if state.phase not in phases:
        raise IllegalMove(N_("“{move}” does not answer what is asked now"), move=move.word)
    return play_kind(state, seat, move, chance)


# Setup


def _place_submarine(state: BatailleState, seat: int, move: Move, chance: Chance) -> list[Event]:
    own = state.submarines[seat]
    if len(own) == SUBMARINES:
        raise IllegalMove(N_("all your submarines are placed: the mine is due"))
    if move.place in own:
        raise IllegalMove(N_("a submarine of yours lies there already"))
    own.append(move.place)
    return [events.placed(seat, move.place)]


def _lay_mine(state: BatailleState, seat: int, move: Move, chance: Chance) -> list[Event]:
    own = state.submarines[seat]
    if len(own) < SUBMARINES:
        raise IllegalMove(N_("the submarines come first, the mine after them"))
    if move.place in numbers_of(own):
        raise IllegalMove(N_("the mine may not lie on or above a submarine of yours"))
    state.mines[seat] = move.place
    if state.mines[1 - seat]:
        state.phase = MOVE
        state.turn = 1
    return [events.mined(seat, move.place)]


# The move


def _sail(state: BatailleState, seat: int, move: Move, chance: Chance) -> list[Event]:
    ship, end = move.ship, move.place
    places = state.places[seat]
    start = places[ship]
    _check_sail(state, seat, ship, end)
    places[ship] = end
    state.moved = ship
    state.acted = True
    if end == PORT:
        state.charges[seat][ship] = FULL_LOAD[ship]
        told = [events.moved(seat, ship, start, end, False), events.rearmed(seat, ship)]
        return told + _ask_torpedo(state)
    return _arrive(state, seat, ship, start)


def _check_sail(state: BatailleState, seat: int, ship: int, end: int) -> None:
    start = state.places[seat][ship]
    if start == SUNK:
        raise IllegalMove(N_("{ship} is sunk"), ship=SHIPS[ship])
    if end not in REACH[seat][start]:
        raise IllegalMove(N_("{ship} cannot get there in 1 to 3 steps"), ship=SHIPS[ship])
    if end != PORT and (end in state.places[0] or end in state.places[1]):
        raise IllegalMove(N_("a ship may not end its move on another"))


def _arrive(state: BatailleState, seat: int, ship: int, start: int) -> list[Event]:
    """A ship ends its move at sea: the enemy mine may lie there (T, mine 1)."""
    end = state.places[seat][ship]
    enemy = 1 - seat
    if state.mine_spent[enemy]:
        return [events.moved(seat, ship, start, end, False), *_ask_charge(state, seat)]
    reveals = mine_is_in_doubt(state, seat, end)
    told = [events.moved(seat, ship, start, end, reveals)]
    if state.mines[enemy] != end:
        state.tested[seat] |= 1 << end
        return told + _ask_charge(state, seat)
    state.mine_spent[enemy] = True
    state.places[seat][ship] = SUNK
    told.append(events.mine_struck(seat, ship, end, reveals))
    if _fleet_sunk(state, seat):
        return told + _win(state, enemy, "ships")
    return told + _ask_torpedo(state)


def _stay(state: BatailleState, seat: int, move: Move, chance: Chance) -> list[Event]:
    charges = can_drop(state, seat)
    if not charges and not torpedoes(state, seat):
        raise IllegalMove(N_("no charge and no torpedo is possible: a ship must move"))
    told = [events.stayed(seat)]
    if charges:
        state.phase = CHARGE
        return told
    return told + _ask_torpedo(state)


# The depth charge


def _drop(state: BatailleState, seat: int, move: Move, chance: Chance) -> list[Event]:
    ship = _dropping_ship(state, seat, move)
    enemy = 1 - seat
    cell = move.level * SQUARES + state.places[seat][ship]
    answer = _answer(state, enemy, cell)
    reveals = answer_is_in_doubt(state, seat, cell)
    state.charges[seat][ship] -= 1
    state.acted = True
    state.answers[seat].append((cell, answer))
    told = [events.charge(seat, ship, cell, answer, reveals)]
    if answer == HIT:
        state.submarines[enemy].remove(cell)
        state.lost[enemy].append(cell)
        if not state.submarines[enemy]:
            return told + _win(state, seat, "submarines")
    return told + _ask_torpedo(state)


def _dropping_ship(state: BatailleState, seat: int, move: Move) -> int:
    if state.moved != NOBODY:
        if move.ship != THE_MOVED:
            raise IllegalMove(N_("only the ship that moved may drop a charge"))
        return state.moved
    ship = move.ship
    if ship == THE_MOVED:
        raise IllegalMove(N_("no ship moved: say which one drops the charge"))
    if state.places[seat][ship] <= PORT:
        raise IllegalMove(N_("{ship} is not at sea"), ship=SHIPS[ship])
    if not state.charges[seat][ship]:
        raise IllegalMove(N_("{ship} has no charge left"), ship=SHIPS[ship])
    return ship


def _answer(state: BatailleState, enemy: int, cell: int) -> int:
    """HIT, or how many living submarines of the enemy are nearly missed (T, rule 6-7)."""
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


def _fire(state: BatailleState, seat: int, move: Move, chance: Chance) -> list[Event]:
    if not can_fire(state, seat, move.lane, move.ship):
        raise IllegalMove(
            N_("no submarine of yours can fire at {ship} along {lane}"),
            ship=SHIPS[move.ship],
            lane=LANES[move.lane].name,
        )
    enemy = 1 - seat
    hit = chance.below(SPINNERS[state.spinner]) == 0
    state.acted = True
    state.lane = move.lane
    state.shots += 1
    state.torpedoes[seat].append((state.turn, move.lane, len(state.lost[seat])))
    told = [events.torpedo(seat, move.lane, move.ship, hit)]
    if hit:
        state.places[enemy][move.ship] = SUNK
        if _fleet_sunk(state, enemy):
            return told + _win(state, seat, "ships")
    return told + _ask_torpedo(state)


def _hold(state: BatailleState, seat: int, move: Move, chance: Chance) -> list[Event]:
    if state.phase == CHARGE:
        if state.moved == NOBODY and not torpedoes(state, seat):
            raise IllegalMove(N_("no torpedo is possible: a charge is due"))
        return [events.held(seat, "charge"), *_ask_torpedo(state)]
    if not state.acted:
        raise IllegalMove(N_("after a turn without move and charge a torpedo is due"))
    return [events.held(seat, "torpedo"), *_end_turn(state)]


# What is asked next


def _ask_charge(state: BatailleState, seat: int) -> list[Event]:
    if state.charges[seat][state.moved]:
        state.phase = CHARGE
        return []
    return _ask_torpedo(state)


def _ask_torpedo(state: BatailleState) -> list[Event]:
    """Ask for a torpedo whenever one could exist for all the enemy knows (R).

    That depends on public things alone, so that a question never asked tells nothing.
    """
    seat, enemy = state.mover, state.places[1 - state.mover]
    if state.lane == NOBODY:
        asked = max(enemy) > PORT
    else:
        targets = LANE_NUMBERS[state.lane]
        unfired = len(state.submarines[seat]) > state.shots
        asked = unfired and not targets.isdisjoint(enemy)
    if asked:
        state.phase = TORPEDO
        return []
    return _end_turn(state)


def _end_turn(state: BatailleState) -> list[Event]:
    if state.turn == state.turn_limit:
        state.phase = OVER
        state.reason = "turn_limit"
        return [events.drawn()]
    state.mover = 1 - state.mover
    state.turn += 1
    state.phase = MOVE
    state.moved = state.lane = NOBODY
    state.acted = False
    state.shots = 0
    return []


def _fleet_sunk(state: BatailleState, seat: int) -> bool:
    return max(state.places[seat]) == SUNK


def _win(state: BatailleState, seat: int, reason: str) -> list[Event]:
    state.phase = OVER
    state.winner = seat
    state.reason = reason
    return [events.won(seat, reason)]


_PlayKind = Callable[["BatailleState", int, Move, Chance], list[Event]]

_PLAY: Final[dict[Kind, tuple[tuple[Phase, ...], _PlayKind]]] = {
    Kind.SUB: ((SETUP,), _place_submarine),
    Kind.MINE: ((SETUP,), _lay_mine),
    Kind.SAIL: ((MOVE,), _sail),
    Kind.STAY: ((MOVE,), _stay),
    Kind.DROP: ((CHARGE,), _drop),
    Kind.FIRE: ((TORPEDO,), _fire),
    Kind.HOLD: ((CHARGE, TORPEDO), _hold),
}
"""Of each kind of move: the phases it answers, and what it does."""
