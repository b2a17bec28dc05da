"""Research cards: face-down piles, hands, and the log of moved cards.

A card is its colour. The last card of a pile is on top. Each move of a card is logged as an *act*;
acts suffice for everything a seat can infer about hidden cards (knowledge.py).
"""

from __future__ import annotations

from bisect import insort

from rules.submarine.board import COLOURS, HAND
from rules.submarine.events import Drew
from rules.submarine.knowledge import ActKind, act
from rules.submarine.state import SubmarineState


def card_count(state: SubmarineState, seat: int) -> int:
    """Return the number of cards of a seat, in hand and pile."""
    return len(state.hands[seat]) + len(state.piles[seat])


def refill(state: SubmarineState, seat: int) -> list[int]:
    """Draw up to three hand cards while the pile lasts (T); return the colours drawn."""
    hand, pile = state.hands[seat], state.piles[seat]
    drawn: list[int] = []
    while len(hand) < HAND and pile:
        colour = pile.pop()
        insort(hand, colour)
        drawn.append(colour)
        state.acts.append(act(ActKind.DRAW, seat, seat, colour))
    return drawn


def fill_hand(state: SubmarineState, seat: int) -> list[Drew]:
    """Fill the hand like `refill` and return the events."""
    drawn = refill(state, seat)
    if not drawn:
        return []
    return [Drew(seat, len(drawn), " ".join([COLOURS[colour] for colour in sorted(drawn)]))]


def discard(state: SubmarineState, seat: int, colour: int) -> None:
    """Discard a hand card face up, out of the game."""
    state.hands[seat].remove(colour)
    state.discards[colour] += 1
    state.acts.append(act(ActKind.DISCARD, seat, seat, colour))


def give_from_hand(state: SubmarineState, seat: int, to: int, colour: int) -> None:
    """Put a hand card on another player's pile; only the giver knows its colour."""
    state.hands[seat].remove(colour)
    state.piles[to].append(colour)
    state.acts.append(act(ActKind.GIVE, seat, to, colour))


def give_from_pile(state: SubmarineState, seat: int, to: int) -> None:
    """Put the top card of a pile on another player's, unseen."""
    state.piles[to].append(state.piles[seat].pop())
    state.acts.append(act(ActKind.PAY, seat, to))


def put_under(state: SubmarineState, seat: int, colour: int) -> None:
    """Put a hand card under its owner's pile; only the owner knows its colour."""
    state.hands[seat].remove(colour)
    state.piles[seat].insert(0, colour)
    state.acts.append(act(ActKind.SWAP, seat, seat, colour))
