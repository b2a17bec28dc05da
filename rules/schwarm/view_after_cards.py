"""What events change in the row, in hands, and in whose turn it is."""

from __future__ import annotations

from bisect import insort
from dataclasses import replace

from rules.contract import Event
from rules.schwarm.board import FAST_SHIP_STEPS, SHIP_STEPS
from rules.schwarm.cards import (
    BLUE_CARDS,
    CAPACITIES,
    CARD_NAMES,
    FAST,
    GOLDEN_TILE,
    JOKER,
    Action,
)
from rules.schwarm.cells import NONE
from rules.schwarm.dangers import reach_of
from rules.schwarm.legal import can_take
from rules.schwarm.phases import BOTH, IDLE, OVER, PLAY, RESEARCH, ROW, SAIL, SWIM
from rules.schwarm.sample import state_of
from rules.schwarm.tiles import GOLDEN
from rules.schwarm.turns import blue_to_draw, turns_to_come
from rules.schwarm.view import SchwarmView
from rules.schwarm.view_changes import (
    number_of,
    paid,
    player_of,
    put,
    seat_of,
    with_player,
    with_turn,
)

# The row


def row(view: SchwarmView, event: Event) -> SchwarmView:
    """A new row; cards and order cards are given back."""
    cards = [CARD_NAMES.index(name) for name in str(event.facts["cards"]).split(", ")]
    pile = blue_to_draw(view.board, view.blue_pile)
    blue = tuple(count - cards.count(card) for count, card in zip(pile, BLUE_CARDS))
    for seat in range(len(view.players)):
        view = with_player(view, seat, cards=(JOKER,), order_card=NONE, capacity=NONE)
    view = replace(
        view,
        phase=ROW,
        round=number_of(event, "round"),
        row=tuple(cards),
        blue_pile=blue,
        orders_left=tuple(range(1, len(view.players) + 1)),
        capacities_left=tuple(range(len(CAPACITIES))),
    )
    return with_turn(view, 0)


def took(view: SchwarmView, event: Event) -> SchwarmView:
    """A card leaves the row for a hand."""
    price, cards = number_of(event, "price"), [*player_of(view, event).cards]
    insort(cards, view.row[price])
    view = replace(view, row=(*view.row[:price], *view.row[price + 1 :]))
    view = with_player(paid(view, seat_of(event), -price), seat_of(event), cards=tuple(cards))
    return _taken(view)


def ordered(view: SchwarmView, event: Event) -> SchwarmView:
    """An order card and a capacity card, and what comes with it."""
    number, capacity = number_of(event, "number"), CAPACITIES.index(str(event.facts["capacity"]))
    view = paid(view, seat_of(event), -number_of(event, "price"))
    view = with_player(view, seat_of(event), order_card=number, capacity=capacity)
    view = replace(
        view,
        orders_left=tuple(one for one in view.orders_left if one != number),
        capacities_left=tuple(one for one in view.capacities_left if one != capacity),
    )
    if capacity == GOLDEN_TILE and view.golden_left:
        tiles = player_of(view, event).tiles
        view = with_player(view, seat_of(event), tiles=put(tiles, GOLDEN, tiles[GOLDEN] + 1))
        view = replace(view, golden_left=view.golden_left - 1)
    return _taken(view)


def _taken(view: SchwarmView) -> SchwarmView:
    """On to the next who may take a card; if nobody may, `opened` follows."""
    state = state_of(view)
    turns = (turn for turn in turns_to_come(state) if can_take(state, state.order[turn]))
    return with_turn(view, next(turns, view.turn))


def opened(view: SchwarmView, event: Event) -> SchwarmView:
    """The order cards tell who plays first."""
    seats = range(len(view.players))
    order = tuple(sorted(seats, key=lambda seat: view.players[seat].order_card))
    return with_turn(replace(view, phase=PLAY, order=order), 0)


# Cards


def played(view: SchwarmView, event: Event) -> SchwarmView:
    """A card leaves the hand, or a part of the double card is begun."""
    action = str(event.facts["action"])
    if action == "double":
        view = _spent(view, event, Action.DOUBLE)
        return replace(view, phase=BOTH, parts=1 << Action.SHIP | 1 << Action.RESEARCHER)
    view = _spent(view, event, Action[action.upper()])
    match Action[action.upper()]:
        case Action.SHIP:
            is_fast = player_of(view, event).capacity == FAST
            left = FAST_SHIP_STEPS if is_fast else SHIP_STEPS
            return replace(view, phase=SAIL, left=left, may_launch=True)
        case Action.RESEARCHER:
            return replace(view, phase=RESEARCH, left=view.researchers(seat_of(event)))
        case Action.WHALE:
            number = int(event.facts.get("number", 0))
            view = replace(view, phase=SWIM, left=reach_of(view.board, view.playing))
            return swimming(view, number - 1) if number else view
    return view


def swimming(view: SchwarmView, number: int) -> SchwarmView:
    """Which whale swims, from where it is."""
    return replace(view, moving=number, visited=(view.whales[number],))


def wasted(view: SchwarmView, event: Event) -> SchwarmView:
    """A card of no use leaves the hand; a part of the double card leaves nothing there."""
    return replace(_spent(view, event, Action.RESEARCHER), phase=IDLE)


def _spent(view: SchwarmView, event: Event, part: Action) -> SchwarmView:
    if view.phase == BOTH:
        return replace(view, parts=view.parts & ~(1 << part))
    card = CARD_NAMES.index(str(event.facts["card"]))
    cards = [*player_of(view, event).cards]
    cards.remove(card)
    return with_player(replace(view, playing=card), seat_of(event), cards=tuple(cards))


# The end


def scored(view: SchwarmView, event: Event) -> SchwarmView:
    """The largest network counts."""
    return paid(view, seat_of(event), number_of(event, "points"))


def crowned(view: SchwarmView, event: Event) -> SchwarmView:
    """The points of the end."""
    points = number_of(event, "queen") + number_of(event, "shores")
    return paid(view, seat_of(event), points)


def ended(view: SchwarmView, event: Event) -> SchwarmView:
    """Nobody is asked any more."""
    return replace(view, phase=OVER, waiting=())
