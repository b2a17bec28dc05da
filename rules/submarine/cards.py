"""Research cards: piles that nobody may look into, hands, and who knows what of them.

A *card* in a pile is its colour and the seats that know it, in one number: the colour, plus
KNOWER[seat] for each. Piles grow at their end: the last card is on top. What one seat knows
of another's hand is a *bag*, in one number too: BAG[colour] for each card known to be there.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Final

from rules.submarine.board import COLOURS, HAND, SETUPS

if TYPE_CHECKING:
    from rules.submarine.state import SubmarineState

COLOUR_BITS: Final = 7
"""A card's colour: card & COLOUR_BITS."""
KNOWER: Final = tuple(8 << seat for seat in range(max(SETUPS)))
"""KNOWER[seat]: set in a card whose colour that seat knows."""
BAG: Final = tuple(1 << 4 * colour for colour in range(len(COLOURS)))
"""BAG[colour]: one card of a colour, in a bag of cards known to be in a hand."""
_ANY: Final = 15


def bag_of(colours: list[int]) -> int:
    """The bag that holds these colours."""
    return sum(BAG[colour] for colour in colours)


def in_bag(bag: int) -> list[int]:
    """The colours in a bag, sorted."""
    return [c for c in range(len(COLOURS)) for _ in range(bag >> 4 * c & _ANY)]


def card_count(state: SubmarineState, seat: int) -> int:
    """All cards a seat has, in hand and pile."""
    return len(state.hands[seat]) + len(state.piles[seat])


def refill(state: SubmarineState, seat: int) -> list[int]:
    """Draw up to three into the hand, as far as the pile goes (T); the colours, top first."""
    hand, pile = state.hands[seat], state.piles[seat]
    drawn: list[int] = []
    while len(hand) < HAND and pile:
        card = pile.pop()
        colour = card & COLOUR_BITS
        insort(hand, colour)
        drawn.append(colour)
        if card > COLOUR_BITS:
            _follow(state, seat, card)
    return drawn


def _follow(state: SubmarineState, seat: int, card: int) -> None:
    """Who knew a card in the pile knows it in the hand."""
    first = seat * len(state.hands)
    for looker in range(len(state.hands)):
        if looker != seat and card & KNOWER[looker]:
            state.traced[first + looker] += BAG[card & COLOUR_BITS]


def discard(state: SubmarineState, seat: int, colour: int) -> None:
    """Put a hand card out of the game, face up."""
    state.hands[seat].remove(colour)
    state.discards[colour] += 1
    first = seat * len(state.hands)
    for place in range(first, first + len(state.hands)):
        if state.traced[place] >> 4 * colour & _ANY:
            state.traced[place] -= BAG[colour]


def _leave_unseen(state: SubmarineState, seat: int, colour: int) -> int:
    """A hand card on its way into a pile: nobody else can tell any more what he has left."""
    state.hands[seat].remove(colour)
    players = len(state.hands)
    state.traced[seat * players : (seat + 1) * players] = [0] * players
    return colour | KNOWER[seat]


def give_from_hand(state: SubmarineState, seat: int, to: int, colour: int) -> None:
    """A hand card goes onto another's pile; only the giver knows which."""
    state.piles[to].append(_leave_unseen(state, seat, colour))


def give_from_pile(state: SubmarineState, seat: int, to: int) -> None:
    """The top card of a pile goes onto another's, unseen."""
    state.piles[to].append(state.piles[seat].pop())


def put_under(state: SubmarineState, seat: int, colour: int) -> None:
    """A hand card goes under the own pile; only its owner knows which."""
    state.piles[seat].insert(0, _leave_unseen(state, seat, colour))
