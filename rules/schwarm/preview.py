"""The expected outcome of a move, for people and bots."""

from __future__ import annotations

from dataclasses import dataclass

from rules.chance import Chance
from rules.schwarm.cards import BRILLIANT
from rules.schwarm.cells import NONE
from rules.schwarm.events import Hit
from rules.schwarm.hazard_reach import crab_path
from rules.schwarm.moves import Kind, Move
from rules.schwarm.play import play
from rules.schwarm.scoring import Network, largest
from rules.schwarm.view import SchwarmView, state_of


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The outcome of a move, up to the next draw."""

    strikes: tuple[Hit, ...]
    """The hits of the move, in order."""
    before: Network
    """The mover's largest network before the move."""
    after: Network
    """The mover's largest network after the move."""


def network_of(view: SchwarmView, seat: int) -> Network:
    """Return the largest network of a player if the round ended now."""
    return largest(view.pieces(seat), is_brilliant=is_brilliant(view, seat))


def is_brilliant(view: SchwarmView, seat: int) -> bool:
    """Whether a player's researchers count twice this round."""
    return view.players[seat].capacity == BRILLIANT


def foresee(view: SchwarmView, move: Move) -> Foreseen:
    """Return the expected outcome of a legal move of the mover. Raises IllegalMove."""
    seat = view.mover
    state = state_of(view)
    told = play(state, seat, move, Chance(0))
    strikes = tuple(event for event in told if isinstance(event, Hit))
    brilliant = is_brilliant(view, seat)
    after = largest(state.pieces(seat), is_brilliant=brilliant)
    return Foreseen(strikes, network_of(view, seat), after)


def path_of(view: SchwarmView, move: Move) -> tuple[int, ...]:
    """Return the cells a hazard would enter, after those already on its path."""
    board = view.board
    match move.kind:
        case Kind.STEP:
            return (*view.visited, move.cell)
        case Kind.WAVE:
            start = board.queen if move.number == NONE else view.waves[move.number]
            return (start, *board.wave_path(start, move.end, move.count))
        case Kind.CRAB | Kind.NEW_CRAB:
            start = view.crab if move.kind == Kind.CRAB else move.cell
            return (start, *crab_path(board, view.owners, view.mover, start, move.count))
    return ()
