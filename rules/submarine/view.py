"""What one seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.submarine.board import NONE
from rules.submarine.cards import COLOUR_BITS, KNOWER, in_bag
from rules.submarine.phases import Phase

if TYPE_CHECKING:
    from rules.submarine.state import SubmarineState


@dataclass(frozen=True, slots=True)
class Player:
    """What a seat sees of one player."""

    bathyscaphes: tuple[int, ...]
    """How many lie in each cell."""
    boat: int
    """A column, LEFT or RIGHT."""
    board: tuple[int, ...]
    """The treasure of each type, or NONE."""
    jokers: tuple[int, ...]
    """Shells and surplus treasures."""
    hand_size: int
    hand: tuple[int, ...]
    """The colours known to be in his hand: all for the own one, else those given to him."""
    pile: tuple[int, ...]
    """His pile from the bottom: NONE, or a colour, of a card the seat put there itself."""
    exchanges: int
    """How often he has swapped a card outside right."""

    @property
    def types(self) -> int:
        """How many of the twelve types he has."""
        return len(self.board) - self.board.count(NONE)

    @property
    def cards(self) -> int:
        """All his cards, in hand and pile."""
        return self.hand_size + len(self.pile)


@dataclass(frozen=True, slots=True)
class SubmarineView:
    """The table as `seat` sees it (None: a spectator); for the fields see SubmarineState."""

    seat: int | None
    waiting: tuple[int, ...]
    phase: Phase
    turn: int
    mover: int
    crossing: int
    round_limit: int | None
    sea: tuple[tuple[int, ...], ...]
    players: tuple[Player, ...]
    discards: tuple[int, ...]
    left_over: int
    """How many cards nobody was dealt."""
    ready: tuple[int, ...]
    collecting: tuple[int, ...]
    laid: tuple[int, ...]
    owed: tuple[int, ...]
    taking: int
    taking_from: int
    reason: str


def _player(state: SubmarineState, seat: int, looker: int | None) -> Player:
    hand = state.hands[seat]
    known: list[int] = []
    knower = 0
    if looker is not None:
        knower = KNOWER[looker]
        known = hand if seat == looker else in_bag(state.traced[seat * len(state.hands) + looker])
    return Player(
        tuple(state.bathyscaphes[seat]),
        state.boats[seat],
        tuple(state.boards[seat]),
        tuple(state.jokers[seat]),
        len(hand),
        tuple(known),
        tuple(card & COLOUR_BITS if card & knower else NONE for card in state.piles[seat]),
        state.exchanges[seat],
    )


def view_of(state: SubmarineState, seat: int | None) -> SubmarineView:
    """The view of a seat, or of a spectator."""
    return SubmarineView(
        seat,
        state.waiting(),
        Phase(state.phase),
        state.turn,
        state.mover,
        state.crossing,
        state.round_limit,
        tuple(state.sea),
        tuple(_player(state, other, seat) for other in range(len(state.boats))),
        tuple(state.discards),
        len(state.left_over),
        tuple(state.ready),
        tuple(state.collecting),
        tuple(state.laid),
        tuple(state.owed),
        state.taking,
        state.taking_from,
        state.reason,
    )
