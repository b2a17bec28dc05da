"""Playing the hazards: whale, wave and crab."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules import messages as nouns
from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_
from rules.schwarm import events
from rules.schwarm.acts import spend
from rules.schwarm.board import Board
from rules.schwarm.cards import CARD_NAMES, Action
from rules.schwarm.cells import CELL_NAMES, COMPASS, NONE
from rules.schwarm.hazard_reach import (
    Hit,
    cost,
    crab_path,
    hits_at,
    reach_of,
    wave_hits,
    wave_moves,
)
from rules.schwarm.legal import steps_of_whale
from rules.schwarm.moves import SWIM, Kind, Move
from rules.schwarm.state import SchwarmState
from rules.schwarm.turns import finish


def _begin(state: SchwarmState, seat: int, move: Move, action: Action) -> Event:
    spend(state, seat, move.card, action)
    swims = move.number + 1 if move.kind == Kind.WHALE and move.number != NONE else None
    return events.Played(seat, CARD_NAMES[move.card], action.name.lower(), swims)


def strike(state: SchwarmState, seat: int, hits: Sequence[Hit]) -> Iterator[Event]:
    """Move points from victim to player, hit by hit (T)."""
    for hit in hits:
        victim = hit.victim
        price = cost(state.board, state.points[victim], state.capacities[victim], hit.less)
        state.points[victim] -= price
        state.points[seat] += price
        piece: events.Piece = "ship" if hit.is_ship else "station"
        yield events.Hit(seat, victim, CELL_NAMES[hit.cell], piece, price)


# The whale


def whale(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Start a whale: a new one appears at the queen and hits there; one in play swims on (T)."""
    number = move.number
    if number == NONE and NONE not in state.whales:
        raise IllegalMove(N_("no whale is in reserve"), rule="whale")
    if number != NONE and state.whales[number] == NONE:
        raise IllegalMove(N_("whale {number} is not in play"), number=number + 1, rule="whale")
    yield _begin(state, seat, move, Action.WHALE)
    is_new = number == NONE
    if is_new:
        number = state.whales.index(NONE)
        state.whales[number] = state.board.queen
    state.moving = number
    state.visited = [state.whales[number]]
    state.left = reach_of(state.board, move.card)
    state.phase = SWIM
    if is_new:
        yield events.Surfaced(seat, CELL_NAMES[state.board.queen])
        yield from strike(state, seat, hits_at(state, seat, state.board.queen))


def step(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Move the whale one cell, never back to a cell of its path (T)."""
    if move.cell not in steps_of_whale(state):
        if move.cell in state.visited:
            raise IllegalMove(
                N_("the whale has already been on {cell}"), cell=CELL_NAMES[move.cell], rule="whale"
            )
        raise IllegalMove(
            N_("a whale moves to a water cell next to it (not diagonally)"), rule="whale"
        )
    start = state.whales[state.moving]
    state.whales[state.moving] = move.cell
    state.visited.append(move.cell)
    state.left -= 1
    yield events.Swam(seat, CELL_NAMES[start], CELL_NAMES[move.cell])
    yield from strike(state, seat, hits_at(state, seat, move.cell))
    if not steps_of_whale(state):
        yield from finish(state, seat, chance)


# The wave


def wave(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Roll a wave straight on, to land, off the map or, if it is new, any distance (T)."""
    _check_wave(state, seat, move)
    yield _begin(state, seat, move, Action.WAVE)
    number = move.number
    start = state.board.queen if number == NONE else state.waves[number]
    path = state.board.wave_path(start, move.end, move.count)
    hits = wave_hits(state, state.options.great_wave, seat, start, path, is_new=number == NONE)
    end = path[-1]
    ends = _ends(state.board, end)
    if number == NONE:
        number = state.waves.index(NONE)
    state.waves[number] = end if ends == "water" else NONE
    cell, direction = CELL_NAMES.get(end, ""), COMPASS[move.end]
    yield events.Rolled(seat, move.number + 1, direction, move.count, cell, ends)
    yield from strike(state, seat, hits)
    yield from finish(state, seat, chance)


def _ends(board: Board, end: int) -> events.Ends:
    if board.water >> end & 1:
        return "water"
    return "off" if board.place_of[end] == NONE else "land"


def _check_wave(state: SchwarmState, seat: int, move: Move) -> None:
    if move in wave_moves(state, move.card):
        return
    if move.number == NONE and NONE not in state.waves:
        raise IllegalMove(N_("no wave is in reserve"), rule="wave")
    if move.number != NONE and state.waves[move.number] == NONE:
        raise IllegalMove(N_("wave {number} is not in play"), number=move.number + 1, rule="wave")
    if move.count > reach_of(state.board, move.card):
        reach = reach_of(state.board, move.card)
        raise IllegalMove(N_("this card reaches {cells}"), cells=nouns.cells(reach), rule="wave")
    if move.number == NONE:
        raise IllegalMove(N_("a wave stops at the first land it meets"), rule="wave")
    raise IllegalMove(N_("a wave in play goes on to land or off the map"), rule="wave")


# The crab


def new_crab(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Put a new crab on any land cell without a station and walk it on (T)."""
    place = state.board.place_of[move.cell]
    if state.crab != NONE:
        raise IllegalMove(N_("the crab is already in play"), rule="crab")
    if place == NONE or state.owners[place] != NONE:
        raise IllegalMove(N_("{cell} is not free land"), cell=CELL_NAMES[move.cell], rule="crab")
    yield from _creep(state, seat, move, move.cell, chance)


def crab(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Walk the crab on along the coast (T)."""
    if state.crab == NONE:
        raise IllegalMove(N_("the crab is not in play: choose free land for it"), rule="crab")
    yield from _creep(state, seat, move, state.crab, chance)


def _creep(
    state: SchwarmState, seat: int, move: Move, start: int, chance: Chance
) -> Iterator[Event]:
    reach = reach_of(state.board, move.card)
    if move.count > reach:
        raise IllegalMove(N_("this card reaches {cells}"), cells=nouns.cells(reach), rule="cards")
    path = crab_path(state.board, state.owners, seat, start, move.count)
    yield _begin(state, seat, move, Action.CRAB)
    is_new = state.crab == NONE
    state.crab = path[-1]
    yield events.Crept(seat, CELL_NAMES[start], CELL_NAMES[state.crab], int(is_new))
    for cell in path:
        yield from strike(state, seat, hits_at(state, seat, cell))
    yield from finish(state, seat, chance)
