"""The legal moves of a seat, all public except its own sealed program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.himalaya.board import NONE, VILLAGES
from rules.himalaya.moves import (
    BARTER,
    CAMP,
    CAMPS,
    DONE,
    EVENT,
    FILL,
    MARKETS,
    OFFER,
    PASS,
    PROGRAM,
    PROGRAMS,
    TAKE,
    TAKES,
    Kind,
    Move,
    envoy,
    snow,
    yeti,
)
from rules.himalaya.state import HimalayaState
from rules.himalaya.view import HimalayaView

BIT: Final = {kind: 1 << int(kind) for kind in Kind}
"""BIT[kind]: a bit for sets of actions done with an order, and of event tokens left."""
EVENT_TOKENS: Final = BIT[Kind.MARKET] | BIT[Kind.YETI] | BIT[Kind.SNOW]
ACTIONS_OF_AN_ORDER: Final = 2


def legal(state: HimalayaState, seat: int) -> Sequence[Move]:
    """Return the legal moves of a seat; none unless it must move now."""
    if state.phase == PROGRAM:
        return () if state.programs[seat] else PROGRAMS
    if seat != state.mover:
        return []
    if state.phase == FILL:
        return _uses(state, seat)
    if state.phase == TAKE:
        goods = state.goods[state.caravans[seat]]
        return [TAKES[cube] for cube, count in enumerate(goods) if count]
    if state.phase == CAMP:
        return [CAMPS[village] for village in VILLAGES if village not in state.caravans]
    if state.phase == EVENT:
        return _event_tokens(state, seat)
    return []


def hides_choice(_view: HimalayaView) -> bool:
    """Return False: all facts behind legal moves are public, and a program is always a choice."""
    return False


def _event_tokens(state: HimalayaState, seat: int) -> list[Move]:
    left = state.event_tokens[seat]
    moves: list[Move] = []
    if left & BIT[Kind.MARKET]:
        moves += MARKETS[1:]
    routes = sorted((village, other) for _way, village, other in state.board.routes)
    if left & BIT[Kind.YETI]:
        moves += [yeti(*route) for route in routes]
    if left & BIT[Kind.SNOW]:
        moves += [snow(*route) for route in routes]
    return [*moves, PASS]


def _uses(state: HimalayaState, seat: int) -> list[Move]:
    """Return the moves that are still possible with the order just filled (T, Resolve)."""
    moves: list[Move] = []
    if may_begin(state, Kind.BARTER):
        moves.append(BARTER)
    if may_begin(state, Kind.OFFER) and can_offer(state, seat):
        moves.append(OFFER)
    moves += envoys(state, seat)
    moves.append(DONE)
    return moves


def may_begin(state: HimalayaState, kind: Kind) -> bool:
    """Whether this reward is not yet used and at most one other is (T: up to 2 of the 3)."""
    return not state.did & BIT[kind] and state.did.bit_count() < ACTIONS_OF_AN_ORDER


def can_offer(state: HimalayaState, seat: int) -> bool:
    """Check that the village has no stupa and the player has one left (T)."""
    return state.stupas[state.caravans[seat]] == NONE and state.stupas_left(seat) > 0


def envoys_possible(state: HimalayaState, seat: int) -> int:
    """Return the number of delegations that this order still allows, in any region."""
    goes_on = state.options.split_delegations and state.did & BIT[Kind.ENVOY]
    if not goes_on and not may_begin(state, Kind.ENVOY):
        return 0
    level = state.board.villages[state.caravans[seat]].level
    return min(level - state.envoys, state.delegations_left(seat))


def envoys(state: HimalayaState, seat: int) -> list[Move]:
    """Return the moves of 1 delegation up to the village's level, into a region beside it."""
    most = envoys_possible(state, seat)
    regions = state.board.regions_of[state.caravans[seat]]
    return [
        envoy(state.board.regions[region].letter, count)
        for region in regions
        for count in range(1, most + 1)
    ]
