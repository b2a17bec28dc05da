"""The start of the game, and what each takes from the row."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator

from rules import nouns
from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_
from rules.schwarm import events
from rules.schwarm.acts import build
from rules.schwarm.cards import CAPACITIES, CARD_NAMES, GOLDEN_TILE
from rules.schwarm.cells import CELL_NAMES, NONE
from rules.schwarm.legal import needs_card, starts
from rules.schwarm.moves import Move
from rules.schwarm.state import SchwarmState
from rules.schwarm.tiles import GOLDEN
from rules.schwarm.turns import begin_round, next_taker


def start(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """A first station with a researcher (T); under free_start the last in order begins (T)."""
    if move.cell not in starts(state):
        raise IllegalMove(N_("no first station may stand on {cell}"), cell=CELL_NAMES[move.cell])
    build(state, seat, move.cell, 1)
    yield events.Started(seat, CELL_NAMES[move.cell])
    state.turn += -1 if state.options.free_start else 1
    if state.turn not in range(len(state.order)):
        yield from begin_round(state, chance)


def take(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """A card of the row, for as many points as cards lie to its left (T)."""
    price = move.number
    if not needs_card(state, seat):
        raise IllegalMove(N_("you have all your action cards of this round"))
    if price >= len(state.row):
        raise IllegalMove(N_("the row has {cards}"), cards=nouns.cards(len(state.row)))
    _check_price(state, seat, price)
    state.points[seat] -= price
    card = state.row.pop(price)
    insort(state.cards[seat], card)
    yield events.Took(seat, CARD_NAMES[card], price)
    yield from next_taker(state)


def take_order(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """An order card, and at once a capacity card (T)."""
    price = len(state.row)
    if state.order_cards[seat] != NONE:
        raise IllegalMove(N_("you have an order card already"))
    if move.number not in state.orders_left:
        raise IllegalMove(N_("order card {number} is not there"), number=move.number)
    if move.capacity not in state.capacities_left:
        name = CAPACITIES[move.capacity]
        raise IllegalMove(N_("the capacity card “{card}” is taken"), card=name)
    _check_price(state, seat, price)
    state.points[seat] -= price
    state.orders_left.remove(move.number)
    state.capacities_left.remove(move.capacity)
    state.order_cards[seat], state.capacities[seat] = move.number, move.capacity
    if move.capacity == GOLDEN_TILE and state.golden_left:
        state.golden_left -= 1
        state.tiles[seat][GOLDEN] += 1
    yield events.Ordered(seat, move.number, CAPACITIES[move.capacity], price)
    yield from next_taker(state)


def _check_price(state: SchwarmState, seat: int, price: int) -> None:
    if price > state.points[seat]:
        raise IllegalMove(
            N_("that costs {price}, you have {points}"),
            price=nouns.points(price),
            points=state.points[seat],
        )
