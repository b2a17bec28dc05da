"""Research cards: piles that nobody may look into, hands, and the log of what moved.

A card is its colour. Piles grow at their end: the last card is on top. Each card that moves is
noted as an *act*; what a seat can tell of cards it does not see follows from the acts alone
(knowledge.py).
"""

from __future__ import annotations

from bisect import insort

from rules.submarine.board import COLOURS, HAND
from rules.submarine.events import Drew
from rules.submarine.knowledge import ActKind, act
from rules.submarine.state import SubmarineState


def card_count(state: SubmarineState, seat: int) -> int:
    """All cards a seat has, in hand and pile."""
    return len(state.hands[seat]) + len(state.piles[seat])


def refill(state: SubmarineState, seat: int) -> list[int]:
    """Draw up to three into the hand, as far as the pile goes (T); the colours, top first."""
    hand, pile = state.hands[seat], state.piles[seat]
    drawn: list[int] = []
    while len(hand) < HAND and pile:
        colour = pile.pop()
        insort(hand, colour)
        drawn.append(colour)
        state.acts.append(act(ActKind.DRAW, seat, seat, colour))
    return drawn


def fill_hand(state: SubmarineState, seat: int) -> list[Drew]:
    """As `refill`; what there is to tell of it."""
    drawn = refill(state, seat)
    if not drawn:
        return []
    return [Drew(seat, len(drawn), " ".join([COLOURS[colour] for colour in sorted(drawn)]))]


def discard(state: SubmarineState, seat: int, colour: int) -> None:
    """Put a hand card out of the game, face up."""
    state.hands[seat].remove(colour)
    state.discards[colour] += 1
    state.acts.append(act(ActKind.DISCARD, seat, seat, colour))


def give_from_hand(state: SubmarineState, seat: int, to: int, colour: int) -> None:
    """A hand card goes onto another's pile; only the giver knows which."""
    state.hands[seat].remove(colour)
    state.piles[to].append(colour)
    state.acts.append(act(ActKind.GIVE, seat, to, colour))


def give_from_pile(state: SubmarineState, seat: int, to: int) -> None:
    """The top card of a pile goes onto another's, unseen."""
    state.piles[to].append(state.piles[seat].pop())
    state.acts.append(act(ActKind.PAY, seat, to))


def put_under(state: SubmarineState, seat: int, colour: int) -> None:
    """A hand card goes under the own pile; only its owner knows which."""
    state.hands[seat].remove(colour)
    state.piles[seat].insert(0, colour)
    state.acts.append(act(ActKind.SWAP, seat, seat, colour))
