"""The legal moves of a seat, all public."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from rules.schwarm.board import QUOTAS, SHIPS, START_DISTANCE, Board
from rules.schwarm.cards import CARDS, DOUBLE, JOKER, RESEARCHER, SHIP, Action
from rules.schwarm.cells import CELL_NAMES, NONE, cells_in
from rules.schwarm.hazard_reach import crab_moves, wave_moves, whale_moves
from rules.schwarm.moves import (
    BOTH,
    DONE,
    DOUBLE_CARD,
    IDLE,
    PLAY,
    RESEARCH,
    ROW,
    SAIL,
    START,
    SWIM,
    Move,
    crew,
    launch,
    order,
    research,
    sail,
    ship,
    start,
    station,
    step,
    takes,
    useless,
)
from rules.schwarm.placing import Sites, placements, sites
from rules.schwarm.state import SchwarmState
from rules.schwarm.view import SchwarmView

DECLINABLE: Final = (Action.STATION, Action.RESEARCHER)
"""The actions that the text lets a player decline."""


def legal(state: SchwarmState, seat: int) -> list[Move]:
    """Return the legal moves of a seat; none unless it must move now."""
    offer = _OFFERS.get(state.phase)
    return [] if offer is None or seat != state.order[state.turn] else offer(state, seat)


def hides_choice(_view: SchwarmView) -> bool:
    """Return False: all legal moves are public."""
    return False


# The start and the row


def starts(state: SchwarmState) -> list[int]:
    """Return the cells for a first station (T; option free_start: T, variant 1)."""
    board = state.board
    if not state.options.free_start:
        return [cell for cell in board.starts if state.owners[board.place_of[cell]] == NONE]
    length = len(board.coast)
    taken = [place for place, owner in enumerate(state.owners) if owner != NONE]
    return [
        cell
        for place, cell in enumerate(board.coast)
        if all(
            START_DISTANCE <= (place - other) % length <= length - START_DISTANCE for other in taken
        )
    ]


def needs_card(state: SchwarmState, seat: int) -> bool:
    """Whether a player still lacks action cards of this round (T)."""
    return len(state.cards[seat]) <= QUOTAS[len(state.cards)]


def can_take(state: SchwarmState, seat: int) -> bool:
    """Whether a player needs anything that is left, and can pay for it (T)."""
    if needs_card(state, seat):
        return True
    return state.order_cards[seat] == NONE and len(state.row) <= state.points[seat]


def _start(state: SchwarmState, seat: int) -> list[Move]:
    return [start(cell) for cell in starts(state)]


def _row(state: SchwarmState, seat: int) -> list[Move]:
    """Return the moves that take a card of the row.

    A card costs one point per card to its left, a turn-order card as many as there are cards (T).
    """
    moves: list[Move] = []
    points, length = state.points[seat], len(state.row)
    if needs_card(state, seat):
        moves += takes(min(length, points + 1))
    if state.order_cards[seat] == NONE and length <= points:
        moves += [
            order(number, capacity)
            for number in state.orders_left
            for capacity in state.capacities_left
        ]
    return moves


# Cards


def _play(state: SchwarmState, seat: int) -> list[Move]:
    moves: list[Move] = []
    found = sites(state, seat)
    for card in dict.fromkeys(state.cards[seat]):
        if card == JOKER:
            for offer in _ACTIONS.values():
                moves += offer(state, card, found)
        elif card == DOUBLE:
            moves.append(DOUBLE_CARD)
        else:
            moves += _uses_or_none(state, card, _uses(state, card, found))
    return moves


def may_decline(state: SchwarmState, card: int) -> bool:
    """Whether a card with an effect may be played without it.

    Option `may_decline` (R): "le joueur peut" (T, station and researcher) read as may, not must.
    """
    return state.options.may_decline and CARDS[card].action in DECLINABLE


def _uses_or_none(state: SchwarmState, card: int, moves: list[Move]) -> list[Move]:
    """Return the uses of a card; also wasting it, if it has none or may be declined."""
    return [*moves, useless(card)] if not moves or may_decline(state, card) else moves


def uses(state: SchwarmState, seat: int, card: int) -> list[Move]:
    """Return the uses of a card other than a joker or the double card."""
    return _uses(state, card, sites(state, seat))


def _uses(state: SchwarmState, card: int, found: Sites) -> list[Move]:
    action = CARDS[card].action
    return [] if action is None else _ACTIONS[action](state, card, found)


def _stations(state: SchwarmState, card: int, found: Sites) -> list[Move]:
    """Return the moves of a station on free land, or, with none left, of a lone researcher (T)."""
    return list(map(_stations_of(card).__getitem__, found.stations))


@cache
def _stations_of(card: int) -> dict[int, Move]:
    """Return the moves of a station by cell: a lookup is faster than a call for each."""
    return {cell: station(card, cell) for cell in CELL_NAMES}


def _ship(state: SchwarmState, card: int, found: Sites) -> list[Move]:
    return [ship(card)]


def _researchers(state: SchwarmState, card: int, found: Sites) -> list[Move]:
    moves = [crew(card, cell) for cell in found.crews]
    if found.can_research:
        moves.append(research(card))
    return moves


def _whales(state: SchwarmState, card: int, found: Sites) -> list[Move]:
    return whale_moves(state, card)


def _waves(state: SchwarmState, card: int, found: Sites) -> list[Move]:
    return wave_moves(state, card)


def _crabs(state: SchwarmState, card: int, found: Sites) -> list[Move]:
    return crab_moves(state, card)


_ACTIONS: Final[dict[Action, Callable[[SchwarmState, int, Sites], list[Move]]]] = {
    Action.STATION: _stations,
    Action.SHIP: _ship,
    Action.RESEARCHER: _researchers,
    Action.WHALE: _whales,
    Action.WAVE: _waves,
    Action.CRAB: _crabs,
}


# While a card is being played


def launches(state: SchwarmState, seat: int) -> list[int]:
    """Return the cells to launch a ship from reserve: water beside an own station."""
    if not state.may_launch or len(state.ships[seat]) == SHIPS:
        return []
    waters = state.board.waters
    return sorted({water for land in cells_in(state.stations[seat]) for water in waters[land]})


def _sail(state: SchwarmState, seat: int) -> list[Move]:
    moves = [launch(cell) for cell in launches(state, seat)]
    if state.left:
        for cell in dict.fromkeys(state.ships[seat]):
            moves += _sails(state.board, cell)
    moves.append(DONE)
    return moves


@lru_cache(4096)
def _sails(board: Board, cell: int) -> tuple[Move, ...]:
    return tuple(sail(cell, end) for end in board.waters[cell])


def _research(state: SchwarmState, seat: int) -> list[Move]:
    return [*placements(state, seat), DONE]


def steps_of_whale(state: SchwarmState) -> list[int]:
    """Return the water beside the whale that is not on its path yet (T)."""
    waters = state.board.waters[state.whales[state.moving]]
    return [cell for cell in waters if cell not in state.visited] if state.left else []


def _swim(state: SchwarmState, seat: int) -> list[Move]:
    moves = [step(cell) for cell in steps_of_whale(state)]
    if len(state.visited) > 1:
        moves.append(DONE)
    return moves


def _both(state: SchwarmState, seat: int) -> list[Move]:
    """Return the moves of both parts of the double card, in either order (T)."""
    moves: list[Move] = []
    if state.parts & 1 << Action.SHIP:
        moves.append(ship(SHIP))
    if state.parts & 1 << Action.RESEARCHER:
        moves += _uses_or_none(state, RESEARCHER, uses(state, seat, RESEARCHER))
    return moves


def _idle(state: SchwarmState, seat: int) -> list[Move]:
    return [DONE]


_OFFERS: Final[dict[int, Callable[[SchwarmState, int], list[Move]]]] = {
    START: _start,
    ROW: _row,
    PLAY: _play,
    SAIL: _sail,
    RESEARCH: _research,
    SWIM: _swim,
    BOTH: _both,
    IDLE: _idle,
}
