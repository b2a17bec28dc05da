"""The cards and jokers a move takes from the hand and the pile, and their recipients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.submarine.board import CELLS_OF, COLOUR_OF, NONE
from rules.submarine.moves import ACT, Kind, Move
from rules.submarine.view import SubmarineView
from screens.submarine.signs import tribute


@dataclass(frozen=True, slots=True)
class Payment:
    """A hand card or a joker, and the tribute due with it."""

    colour: int = NONE
    """The colour of the hand card paid."""
    joker: int = NONE
    toll: Mapping[int, int] = field(default_factory=dict)
    """The number of cards each seat receives."""
    to: int = NONE
    """The seat the hand card goes to."""
    is_swap: bool = False
    """Whether the hand card goes under the player's own pile."""

    @property
    def cards(self) -> int:
        """The number of cards that go to other players."""
        return sum(self.toll.values())


NOTHING = Payment()


def payment_of(view: SubmarineView, move: Move) -> Payment:
    """Return the present cost of a move."""
    match move.kind:
        case Kind.TAKE if move.joker != NONE:
            return Payment(joker=move.joker)
        case Kind.TAKE if view.phase == ACT:
            cell = CELLS_OF[view.players[view.mover].boat][move.level - 1]
            return Payment(COLOUR_OF[move.token], toll=tribute(view, view.mover, cell))
        case Kind.GIVE:
            return Payment(move.colour, to=view.owed[0])
        case Kind.SWAP:
            return Payment(move.colour, is_swap=True)
    return NOTHING


def cheapest(view: SubmarineView, moves: Sequence[Move]) -> Payment:
    """Return the cheapest payment of moves about one token: a card rather than a joker.

    Moves about several tokens cost nothing here.
    """
    if not moves or len({(move.kind, move.token, move.colour) for move in moves}) > 1:
        return NOTHING
    return payment_of(view, min(moves, key=lambda move: move.joker))
