"""How turns follow each other: event tokens, programs, and what ends a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.chance import Chance
from rules.contract import Event
from rules.himalaya import ending
from rules.himalaya.board import CUBES, INVENTORIES, NONE, TURNS
from rules.himalaya.events import Began, Ended, Inventory, held_words
from rules.himalaya.phases import EVENT, OVER, PROGRAM
from rules.himalaya.refill import refill
from rules.himalaya.state import HimalayaState


def begin_turn(state: HimalayaState) -> Event:
    """The marker advances; event tokens are asked for, if there are any, then programs."""
    players = len(state.caravans)
    state.turn += 1
    state.programs = [()] * players
    state.snowed = [False] * players
    state.opened = state.step = 0
    state.markets, state.yetis, state.snows, state.served = [], [], [], []
    _ask_for_token(state, 0)
    return Began(state.first, state.turn)


def next_event_player(state: HimalayaState) -> None:
    """On to the next who has a token, clockwise from the first player; then to the programs."""
    _ask_for_token(state, (state.mover - state.first) % len(state.caravans) + 1)


def _ask_for_token(state: HimalayaState, place: int) -> None:
    holder = token_holder(state.event_tokens, state.first, place)
    state.phase = PROGRAM if holder == NONE else EVENT
    state.mover = state.first if holder == NONE else holder


def token_holder(tokens: Sequence[int], first: int, place: int) -> int:
    """Who has an event token, from this place in the turn order on; NONE if nobody has."""
    players = len(tokens)
    for later in range(place, players):
        seat = (first + later) % players
        if tokens[seat]:
            return seat
    return NONE


def end_turn(state: HimalayaState, chance: Chance) -> Iterator[Event]:
    """Refill, inventory after turns 4, 8 and 12, and the next player goes first (T)."""
    yield from refill(state, chance)
    if state.turn in INVENTORIES:
        for cube, name in enumerate(CUBES):
            seat = give_token(state, cube)
            yield Inventory(seat, name, held_words([cubes[cube] for cubes in state.cubes]))
    if state.turn == TURNS:
        yield _end(state)
        return
    yield begin_next_turn(state)


def give_token(state: HimalayaState, cube: int) -> int | None:
    """Who alone holds most of a kind gets an inventory token; a tie gives nothing (T)."""
    held = [cubes[cube] for cubes in state.cubes]
    most = max(held)
    if not most or held.count(most) > 1:
        return None
    seat = held.index(most)
    state.tokens[seat] += 1
    return seat


def begin_next_turn(state: HimalayaState) -> Event:
    """The next player goes first (T)."""
    state.first = (state.first + 1) % len(state.caravans)
    return begin_turn(state)


def _end(state: HimalayaState) -> Event:
    state.phase = OVER
    winners = ending.count_of(state).ranking[0]
    return Ended(winners[0] if len(winners) == 1 else None)
