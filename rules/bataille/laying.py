"""Laying a camp: three submarines, then the mine. Every check comes before the first change."""

from __future__ import annotations

from collections.abc import Iterator

from rules.bataille.board import SUBMARINES, cell_name
from rules.bataille.events import Mined, Placed
from rules.bataille.legal import numbers_of
from rules.bataille.moves import Move
from rules.bataille.phases import MOVE
from rules.bataille.state import BatailleState
from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_


def place_submarine(state: BatailleState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """A submarine is hidden in a cell."""
    own = state.submarines[seat]
    if len(own) == SUBMARINES:
        raise IllegalMove(N_("all your submarines are placed: the mine is due"))
    if move.place in own:
        raise IllegalMove(N_("a submarine of yours lies there already"))
    own.append(move.place)
    yield Placed(seat, cell_name(move.place))


def lay_mine(state: BatailleState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """The mine is laid; once both are, the game begins."""
    own = state.submarines[seat]
    if len(own) < SUBMARINES:
        raise IllegalMove(N_("the submarines come first, the mine after them"))
    if move.place in numbers_of(own):
        raise IllegalMove(N_("the mine may not lie on or above a submarine of yours"))
    state.mines[seat] = move.place
    yield Mined(seat, move.place)
    if state.mines[1 - seat]:
        state.phase, state.turn = MOVE, 1
