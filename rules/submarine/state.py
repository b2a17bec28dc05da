"""The state of the table: the sea, the boats, the boards and every card.

A card is its colour. The last card of a pile is on top. Each move of a card is logged as an *act*;
acts suffice for everything a seat can infer about hidden cards (knowledge.py).
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field

from rules.submarine.board import COLOURS, DEPTH, HAND, NONE
from rules.submarine.events import Drew
from rules.submarine.knowledge import ActKind, Knowledge, act
from rules.submarine.moves import OVER, PLACE


@dataclass(slots=True)
class SubmarineState:
    """The whole position. Lists of players are indexed by seat."""

    sea: list[tuple[int, ...]]
    """The tokens of each cell, sorted."""
    bathyscaphes: list[list[int]]
    """Per player: the number of bathyscaphes in each cell."""
    boats: list[int]
    """A column, LEFT or RIGHT."""
    boards: list[list[int]]
    """Per player: the treasure of each type, or NONE."""
    jokers: list[list[int]]
    """Per player: shells and surplus treasures, sorted."""
    hands: list[list[int]]
    """Per player: the colours of the cards in hand, sorted."""
    piles: list[list[int]]
    """Per player: the colours of the cards face down, the top one last."""
    acts: list[int]
    """The moves of cards (see knowledge.py) since `known`."""
    known: list[Knowledge] = field(compare=False, repr=False)
    """The inferences of each seat at its last look, derived from `acts`."""
    discards: list[int]
    """The number of discarded cards by colour, without those set aside."""
    left_over: list[int]
    """The colours of the cards left over from the deal, unseen."""
    exchanges: list[int]
    """Per player: the number of cards swapped outside right."""
    round_limit: int | None = None
    mover: int = 0
    phase: int = PLACE
    turn: int = 0
    """The number of turns begun by all players together; 0 during placement."""
    crossing: int = 0
    """The number of crossings: times that all boats have gone from left to right."""
    ready: list[int] = field(default_factory=lambda: [0] * DEPTH)
    """By level: own bathyscaphes below the boat that may still act this turn."""
    collecting: list[int] = field(default_factory=list)
    """The levels where a bathyscaphe collects this turn."""
    laid: list[int] = field(default_factory=list)
    """Tokens laid down this turn, which may not be taken this turn."""
    owed: list[int] = field(default_factory=list)
    """The seats owed a card for the token being taken, in order."""
    taking: int = NONE
    taking_from: int = NONE
    """The token being paid for, and its cell."""
    reason: str = ""

    def waiting(self) -> tuple[int, ...]:
        """Return the seats that must move now."""
        return () if self.phase == OVER else (self.mover,)

    def copy(self) -> SubmarineState:
        """Return an independent copy."""
        return SubmarineState(
            self.sea[:],
            [own[:] for own in self.bathyscaphes],
            self.boats[:],
            [board[:] for board in self.boards],
            [jokers[:] for jokers in self.jokers],
            [hand[:] for hand in self.hands],
            [pile[:] for pile in self.piles],
            self.acts[:], self.known[:], self.discards[:], self.left_over[:], self.exchanges[:],
            self.round_limit, self.mover, self.phase, self.turn, self.crossing,
            self.ready[:], self.collecting[:], self.laid[:], self.owed[:],
            self.taking, self.taking_from, self.reason,
        )  # fmt: skip


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
