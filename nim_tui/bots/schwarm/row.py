"""The row: what each card is worth to a hand, what it costs now and what it may cost later."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from nim_tui.bots.schwarm.hand import FASTER, hand_of
from nim_tui.bots.schwarm.lanes import parts_of
from nim_tui.bots.schwarm.worth import Worth, outlook
from rules.schwarm.cards import BRILLIANT, FAST, GOLDEN_TILE, PROTECTION
from rules.schwarm.cells import NONE
from rules.schwarm.moves import Kind, Move
from rules.schwarm.state import SchwarmState

EARLY: Final = 0.6
"""To play, and to take cards, one place earlier."""
PROTECTED: Final = 2.0
"""What the protection saves in a round."""
BROWSED: Final = 0.75
"""How likely a rival takes a card left of another, so that this gets cheaper."""
CHEAP: Final = 4
"""A rival seldom takes a card that costs more than this."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A card or order card to take, with what it brings, costs, and would bring one turn later."""

    move: Move
    worth: float
    price: int
    later: float

    @property
    def gain(self) -> float:
        """What is left when it is paid for."""
        return self.worth - self.price


def choices(state: SchwarmState, worth: Worth, legal: list[Move]) -> list[Choice]:
    """Everything that may be taken now."""
    seat = worth.seat
    valued = _values(state, seat)
    return [
        _card(state, valued, move) if move.kind == Kind.CARD else _order(state, seat, move)
        for move in legal
    ]


def best_choice(state: SchwarmState, seat: int, options: list[Choice]) -> Choice:
    """What to take now, if the best of what is left then is taken one turn later."""
    is_last = len(state.cards[seat]) == state.quota

    def both(choice: Choice) -> float:
        kind = choice.move.kind
        rest = [
            other.later
            for other in options
            if other is not choice
            and (other.move.kind != kind or (kind == Kind.CARD and not is_last))
        ]
        return choice.gain + max(rest, default=0.0)

    return max(options, key=both)


# Cards


def _values(state: SchwarmState, seat: int) -> dict[int, float]:
    """Of each kind of card in the row: what it adds to the hand."""
    parts = parts_of(state, seat)
    held = state.cards[seat]
    missing = state.quota + 1 - len(held)
    is_brilliant = state.capacities[seat] == BRILLIANT

    def hope(cards: list[int], missing: int) -> float:
        hand = hand_of(state, seat, cards).filled(missing)
        return max(outlook(parts, guess, is_brilliant) for guess in hand.guesses())

    before = hope(held, missing - 1)
    return {card: hope([*held, card], missing - 1) - before for card in dict.fromkeys(state.row)}


def _card(state: SchwarmState, valued: dict[int, float], move: Move) -> Choice:
    price = move.number
    card = state.row[price]
    rivals = len(state.points) - 1
    copies = state.row.count(card)
    first = state.row.index(card) == price
    worth = valued[card]
    cheaper = min(price, BROWSED * rivals)
    risk = min(1.0, rivals * (0.3 if price <= CHEAP else 0.1))
    gone = risk if copies == 1 or not first else risk / copies
    later = (1 - gone) * (worth - price + cheaper)
    return Choice(move, worth, price, later)


# Order cards


def _order(state: SchwarmState, seat: int, move: Move) -> Choice:
    price = len(state.row)
    players = len(state.points)
    place = (players - 1) / 2 + 1 - move.number
    worth = EARLY * place + capacity_worth(state, seat, move.capacity)
    wanted = sum(
        1 for other in range(players) if other != seat and state.order_cards[other] == NONE
    )
    gone = min(1.0, wanted * (0.3 if price <= CHEAP else 0.08))
    later = worth - price + min(price, players) if wanted else worth
    left = sorted((capacity_worth(state, seat, one) for one in state.capacities_left), reverse=True)
    lost = max(0.0, left[0] - left[-1])
    return Choice(move, worth, price, later - gone * lost)


def capacity_worth(state: SchwarmState, seat: int, capacity: int) -> float:
    """What a capacity card brings this round."""
    hand = hand_of(state, seat).filled(max(0, state.quota + 1 - len(state.cards[seat])))
    if capacity == BRILLIANT:
        return 0.85 * hand.crew
    if capacity == PROTECTION:
        return PROTECTED
    parts = parts_of(state, seat)
    before = max(outlook(parts, guess, False) for guess in hand.guesses())
    if capacity == GOLDEN_TILE and state.golden_left:
        hand = replace(hand, tiles=hand.tiles + 1)
    elif capacity == FAST:
        hand = replace(hand, find=hand.find * FASTER)
    return max(outlook(parts, guess, False) for guess in hand.guesses()) - before
