"""Whale, wave and crab: what they do on their way."""

from __future__ import annotations

from collections.abc import Sequence

from rules import nouns
from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_
from rules.schwarm import events
from rules.schwarm.acts import spend
from rules.schwarm.cards import Action
from rules.schwarm.cells import CELL_NAMES, NONE
from rules.schwarm.dangers import Hit, cost, crab_path, hits_at, reach_of, wave_hits, wave_moves
from rules.schwarm.legal import steps_of_whale
from rules.schwarm.moves import Kind, Move
from rules.schwarm.phases import SWIM
from rules.schwarm.state import SchwarmState
from rules.schwarm.turns import finish


def _begin(state: SchwarmState, seat: int, move: Move, action: Action) -> list[Event]:
    spend(state, seat, move.card, action)
    swims = move.number + 1 if move.kind == Kind.WHALE else 0
    return [events.played(seat, move.card, action.name.lower(), swims)]


def strike(state: SchwarmState, seat: int, hits: Sequence[Hit]) -> list[Event]:
    """Hit by hit points go from the victim to the player (T)."""
    told = []
    for hit in hits:
        victim = hit.victim
        price = cost(state.board, state.points[victim], state.capacities[victim], hit.less)
        state.points[victim] -= price
        state.points[seat] += price
        piece = "ship" if hit.is_ship else "station"
        told.append(events.hit(seat, victim, hit.cell, piece, price))
    return told


# The whale


def whale(state: SchwarmState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """A new one appears at the queen and hits there; one in play only swims (T)."""
    number = move.number
    if number == NONE and NONE not in state.whales:
        raise IllegalMove(N_("no whale is in reserve"))
    if number != NONE and state.whales[number] == NONE:
        raise IllegalMove(N_("whale {number} is not in play"), number=number + 1)
    told = _begin(state, seat, move, Action.WHALE)
    if number == NONE:
        number = state.whales.index(NONE)
        state.whales[number] = state.board.queen
        told.append(events.surfaced(seat, state.board.queen))
        told += strike(state, seat, hits_at(state, seat, state.board.queen))
    state.moving = number
    state.visited = [state.whales[number]]
    state.left = reach_of(state.board, move.card)
    state.phase = SWIM
    return told


def step(state: SchwarmState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """One cell on, never back to a cell of its path (T)."""
    if move.cell not in steps_of_whale(state):
        if move.cell in state.visited:
            raise IllegalMove(N_("the whale was on {cell} already"), cell=CELL_NAMES[move.cell])
        raise IllegalMove(N_("a whale goes to water that shares a side with its cell"))
    start = state.whales[state.moving]
    state.whales[state.moving] = move.cell
    state.visited.append(move.cell)
    state.left -= 1
    told = [events.swam(seat, start, move.cell)]
    told += strike(state, seat, hits_at(state, seat, move.cell))
    if steps_of_whale(state):
        return told
    return told + finish(state, seat, chance)


# The wave


def wave(state: SchwarmState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Straight on to land, off the map, or, if it is new, any distance (T)."""
    _check_wave(state, seat, move)
    told = _begin(state, seat, move, Action.WAVE)
    number = move.number
    start = state.board.queen if number == NONE else state.waves[number]
    path = state.board.wave_path(start, move.end, move.count)
    hits = wave_hits(state, state.options.great_wave, seat, start, path, is_new=number == NONE)
    end = path[-1]
    stays = bool(state.board.water >> end & 1)
    if number == NONE:
        number = state.waves.index(NONE)
    state.waves[number] = end if stays else NONE
    why = "water" if stays else "off" if state.board.place_of[end] == NONE else "land"
    told.append(events.rolled(seat, move, end, why))
    return told + strike(state, seat, hits) + finish(state, seat, chance)


def _check_wave(state: SchwarmState, seat: int, move: Move) -> None:
    if move in wave_moves(state, move.card):
        return
    if move.number == NONE and NONE not in state.waves:
        raise IllegalMove(N_("no wave is in reserve"))
    if move.number != NONE and state.waves[move.number] == NONE:
        raise IllegalMove(N_("wave {number} is not in play"), number=move.number + 1)
    if move.count > reach_of(state.board, move.card):
        reach = reach_of(state.board, move.card)
        raise IllegalMove(N_("this card reaches {cells}"), cells=nouns.cells(reach))
    if move.number == NONE:
        raise IllegalMove(N_("a wave stops at the first land it meets"))
    raise IllegalMove(N_("a wave in play goes all the way to land or off the map"))


# The crab


def new_crab(state: SchwarmState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """On any land cell without a station, and on from there (T)."""
    place = state.board.place_of[move.cell]
    if state.crab != NONE:
        raise IllegalMove(N_("the crab is in play already"))
    if place == NONE or state.owners[place] != NONE:
        raise IllegalMove(N_("{cell} is not a free land cell"), cell=CELL_NAMES[move.cell])
    return _creep(state, seat, move, move.cell, chance)


def crab(state: SchwarmState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """On along the coast (T)."""
    if state.crab == NONE:
        raise IllegalMove(N_("the crab is not in play: name a free land cell for it"))
    return _creep(state, seat, move, state.crab, chance)


def _creep(state: SchwarmState, seat: int, move: Move, start: int, chance: Chance) -> list[Event]:
    reach = reach_of(state.board, move.card)
    if move.count > reach:
        raise IllegalMove(N_("this card reaches {cells}"), cells=nouns.cells(reach))
    is_new = state.crab == NONE
    path = crab_path(state.board, state.owners, seat, start, move.count)
    told = _begin(state, seat, move, Action.CRAB)
    told.append(events.crept(seat, start, path[-1], is_new))
    for cell in path:
        told += strike(state, seat, hits_at(state, seat, cell))
    state.crab = path[-1]
    return told + finish(state, seat, chance)
