"""Playing a move; taking cards from the row."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator
from typing import Final

from rules import messages as nouns
from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_
from rules.schwarm import acts, events, hazards
from rules.schwarm.acts import build
from rules.schwarm.board import GOLDEN
from rules.schwarm.cards import (
    CAPACITIES,
    CARD_NAMES,
    CARDS,
    DOUBLE,
    GOLDEN_TILE,
    RESEARCHER,
    SHIP,
    Action,
)
from rules.schwarm.cells import CELL_NAMES, NONE
from rules.schwarm.legal import may_decline, needs_card, starts, uses
from rules.schwarm.moves import (
    BOTH,
    IDLE,
    OVER,
    PLAY,
    RESEARCH,
    ROW,
    SAIL,
    START,
    SWIM,
    Kind,
    Move,
    Phase,
)
from rules.schwarm.state import SchwarmState
from rules.schwarm.turns import begin_round, finish, next_taker


def start(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Place a first station with a researcher (T); with free_start the last in order begins (T)."""
    if move.cell not in starts(state):
        raise IllegalMove(
            N_("no first station on {cell}"), cell=CELL_NAMES[move.cell], rule="setup"
        )
    build(state, seat, move.cell, 1)
    yield events.Started(seat, CELL_NAMES[move.cell])
    state.turn += -1 if state.options.free_start else 1
    if state.turn not in range(len(state.order)):
        yield from begin_round(state, chance)


def take(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Take a card of the row, for one point per card to its left (T)."""
    price = move.number
    if not needs_card(state, seat):
        raise IllegalMove(N_("you have all your action cards of this round"), rule="round")
    if price >= len(state.row):
        raise IllegalMove(N_("the row has {cards}"), cards=nouns.cards(len(state.row)), rule="row")
    _check_price(state, seat, price)
    state.points[seat] -= price
    card = state.row.pop(price)
    insort(state.cards[seat], card)
    yield events.Took(seat, CARD_NAMES[card], price)
    yield from next_taker(state)


def take_order(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Take a turn-order card and at once a capacity card (T)."""
    price = len(state.row)
    if state.order_cards[seat] != NONE:
        raise IllegalMove(N_("you already have a turn-order card"), rule="row")
    if move.number not in state.orders_left:
        raise IllegalMove(N_("turn-order card {number} is gone"), number=move.number, rule="row")
    if move.capacity not in state.capacities_left:
        name = CAPACITIES[move.capacity]
        raise IllegalMove(N_("capacity card “{card}” is taken"), card=name, rule="row")
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
            N_("that costs {price}; you have {points}"),
            price=nouns.points(price),
            points=state.points[seat],
            rule="row",
        )


def play(state: SchwarmState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Play a move in place and return its events. Raises IllegalMove, with the state unchanged."""
    return list(_checked(state, seat, move)(state, seat, move, chance))


def steps(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Play a move step by step; after each event the state includes that event."""
    yield from _checked(state, seat, move)(state, seat, move, chance)


def _checked(state: SchwarmState, seat: int, move: Move) -> _PlayKind:
    """Return the function that plays a move of this kind. Raises IllegalMove in another phase."""
    if state.phase == OVER:
        raise IllegalMove(N_("the game is over"), rule="end")
    if seat != state.order[state.turn]:
        raise IllegalMove(N_("it is not your turn"), rule="round")
    phases, play_kind = _PLAY[move.kind]
    if state.phase not in phases:
        raise IllegalMove(N_("“{move}” is not possible now"), move=move.word, rule="round")
    if move.kind in _CARDS:
        _check_card(state, seat, move)
    return play_kind


# Cards


def _check_card(state: SchwarmState, seat: int, move: Move) -> None:
    """Check that the player holds the card; of a double card, only the parts still to come."""
    if state.phase == BOTH:
        part = _PART_OF.get(move.card)
        if part is None or not state.parts & 1 << part:
            raise IllegalMove(N_("this card cannot do “{move}” now"), move=move.word, rule="cards")
    elif move.card not in state.cards[seat]:
        raise IllegalMove(N_("you have no card “{card}”"), card=CARD_NAMES[move.card], rule="cards")


_PART_OF: Final = {SHIP: Action.SHIP, RESEARCHER: Action.RESEARCHER}


def _double(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Play ship and researcher, in either order (T)."""
    state.cards[seat].remove(DOUBLE)
    state.playing = DOUBLE
    state.parts = 1 << Action.SHIP | 1 << Action.RESEARCHER
    state.phase = BOTH
    yield events.Played(seat, CARD_NAMES[DOUBLE], "double")


def _useless(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Play a card without effect: one with no legal use (T), or one that may be declined (R)."""
    if not may_decline(state, move.card) and uses(state, seat, move.card):
        raise IllegalMove(
            N_("“{card}” can be used: choose how"), card=CARD_NAMES[move.card], rule="special"
        )
    action = CARDS[move.card].action
    assert action is not None
    acts.spend(state, seat, move.card, action)
    state.phase = IDLE
    yield events.Wasted(seat, CARD_NAMES[move.card])


def _done(state: SchwarmState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    if state.phase == SWIM and len(state.visited) < 2:
        raise IllegalMove(N_("a whale moves at least one cell"), rule="whale")
    yield from finish(state, seat, chance)


_PlayKind = Callable[["SchwarmState", int, Move, Chance], Iterator[Event]]

_PLAY: Final[dict[Kind, tuple[tuple[Phase, ...], _PlayKind]]] = {
    Kind.START: ((START,), start),
    Kind.CARD: ((ROW,), take),
    Kind.ORDER: ((ROW,), take_order),
    Kind.STATION: ((PLAY,), acts.station),
    Kind.SHIP: ((PLAY, BOTH), acts.ship),
    Kind.CREW: ((PLAY, BOTH), acts.crew),
    Kind.RESEARCH: ((PLAY, BOTH), acts.research),
    Kind.WHALE: ((PLAY,), hazards.whale),
    Kind.WAVE: ((PLAY,), hazards.wave),
    Kind.NEW_CRAB: ((PLAY,), hazards.new_crab),
    Kind.CRAB: ((PLAY,), hazards.crab),
    Kind.DOUBLE: ((PLAY,), _double),
    Kind.USELESS: ((PLAY, BOTH), _useless),
    Kind.LAUNCH: ((SAIL,), acts.launch),
    Kind.SAIL: ((SAIL,), acts.sail),
    Kind.PLACE: ((RESEARCH,), acts.place),
    Kind.STEP: ((SWIM,), hazards.step),
    Kind.DONE: ((SAIL, RESEARCH, SWIM, IDLE), _done),
}
"""Per kind of move: its phases, and the function that plays it."""

_CARDS: Final = frozenset(range(Kind.STATION, Kind.LAUNCH))
"""The kinds that play a card."""
