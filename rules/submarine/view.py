"""The view of one seat."""

from __future__ import annotations

from dataclasses import dataclass

from rules.submarine.board import NONE
from rules.submarine.knowledge import (
    NO_DOUBT,
    Knowledge,
    Worlds,
    colour_of,
    hand_of,
    pile_place,
    place_of,
)
from rules.submarine.moves import Phase
from rules.submarine.state import SubmarineState


@dataclass(frozen=True, slots=True)
class Player:
    """The facts about one player that a seat sees."""

    bathyscaphes: tuple[int, ...]
    """The number of bathyscaphes in each cell."""
    boat: int
    """A column, LEFT or RIGHT."""
    board: tuple[int, ...]
    """The treasure of each type, or NONE."""
    jokers: tuple[int, ...]
    """Shells and surplus treasures."""
    hand_size: int
    hand: tuple[int, ...]
    """The colours known to be in the hand.

    The viewer's own hand in full; of another's, the cards that the viewer followed into it and
    that have certainly not left.
    """
    pile: tuple[int, ...]
    """The pile from the bottom: the colour of each card that the viewer is sure of, else NONE."""
    exchanges: int
    """The number of cards swapped outside right."""

    @property
    def types(self) -> int:
        """The number of the twelve types that the player has."""
        return len(self.board) - self.board.count(NONE)

    @property
    def cards(self) -> int:
        """The number of cards, in hand and pile."""
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
    worlds: Worlds
    """The possible places of cards that the viewer has lost sight of (knowledge.py)."""
    discards: tuple[int, ...]
    left_over: int
    """The number of cards left over from the deal."""
    ready: tuple[int, ...]
    collecting: tuple[int, ...]
    laid: tuple[int, ...]
    owed: tuple[int, ...]
    taking: int
    taking_from: int
    reason: str


def _player(state: SubmarineState, seat: int, known: Knowledge | None) -> Player:
    hand: list[int] = []
    pile = [NONE] * len(state.piles[seat])
    for told in known.sure if known is not None else ():
        at = pile_place(place_of(told))
        if at is None and place_of(told) == hand_of(seat):
            hand.append(colour_of(told))
        elif at is not None and at[0] == seat:
            pile[at[1]] = colour_of(told)
    if known is not None and known.looker == seat:
        hand = state.hands[seat]
    return Player(
        tuple(state.bathyscaphes[seat]),
        state.boats[seat],
        tuple(state.boards[seat]),
        tuple(state.jokers[seat]),
        len(state.hands[seat]),
        tuple(sorted(hand)),
        tuple(pile),
        state.exchanges[seat],
    )


def view_of(state: SubmarineState, seat: int | None) -> SubmarineView:
    """Return the view of a seat, or of a spectator."""
    known = None
    if seat is not None:
        known = state.known[seat] = state.known[seat].after(state.acts)
    return SubmarineView(
        seat,
        state.waiting(),
        Phase(state.phase),
        state.turn,
        state.mover,
        state.crossing,
        state.round_limit,
        tuple(state.sea),
        tuple(_player(state, other, known) for other in range(len(state.boats))),
        NO_DOUBT if known is None else known.worlds,
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
