"""What a move does. Every check comes before the first change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_
from rules.submarine.board import (
    CELL_NAMES,
    COLOURS,
    DEPTH,
    RIGHT,
    SETUPS,
    cell_at,
)
from rules.submarine.cards import fill_hand, put_under
from rules.submarine.events import Dived, Left, Passed, Placed, Sailed, Swapped
from rules.submarine.legal import has_bathyscaphe_in
from rules.submarine.moves import DIVES_FROM, Kind, Move
from rules.submarine.phases import ACT, BOAT, EXCHANGE, GIVE, OVER, PLACE, Phase
from rules.submarine.state import SubmarineState
from rules.submarine.taking import give, take
from rules.submarine.turns import ask_first, end_turn


def play(state: SubmarineState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Play in place and tell what happened; on IllegalMove nothing has changed."""
    return [*_checked(state, seat, move)(state, seat, move)]


def steps(state: SubmarineState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """As `play`, to be run to its end: after each event the state is as it stands then."""
    yield from _checked(state, seat, move)(state, seat, move)


def _checked(state: SubmarineState, seat: int, move: Move) -> _PlayKind:
    """What plays such a move, if one is asked for now."""
    if state.phase == OVER:
        raise IllegalMove(N_("the game is over"))
    if seat != state.mover:
        raise IllegalMove(N_("it is not your turn"))
    phases, play_kind = _PLAY[move.kind]
    if state.phase not in phases:
        raise IllegalMove(N_("“{move}” does not answer what is asked now"), move=move.word)
    return play_kind


def _place(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    """A bathyscaphe on level 1; players take turns until all are placed (T)."""
    own = state.bathyscaphes
    own[seat][cell_at(move.column, 1)] += 1
    yield Placed(seat, move.column)
    players = len(own)
    state.mover = (seat + 1) % players
    if sum(own[state.mover]) == SETUPS[players].bathyscaphes:
        state.turn = 1
        ask_first(state)


# The boat


def _boat(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    column = move.column
    if column <= state.boats[seat]:
        raise IllegalMove(N_("a boat only goes right"))
    if column == RIGHT:
        state.boats[seat] = RIGHT
        yield Left(seat)
        if not ask_first(state):
            yield from end_turn(state)
        return
    if not has_bathyscaphe_in(state, seat, column):
        raise IllegalMove(N_("no bathyscaphe of yours lies in column {column}"), column=column)
    state.boats[seat] = column
    first = (column - 1) * DEPTH
    state.ready = state.bathyscaphes[seat][first : first + DEPTH]
    state.phase = ACT
    yield Sailed(seat, column)


# In the sea


def _dive(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    start, end = cell_at(state.boats[seat], move.level), move.cell
    if not state.ready[move.level - 1]:
        raise IllegalMove(
            N_("no bathyscaphe of yours in {cell} may still act"), cell=CELL_NAMES[start]
        )
    if start == end:
        raise IllegalMove(N_("a bathyscaphe that moves goes to another cell"))
    if move not in DIVES_FROM[start]:
        raise IllegalMove(N_("a bathyscaphe goes one level up or down at most"))
    state.ready[move.level - 1] -= 1
    own = state.bathyscaphes[seat]
    own[start] -= 1
    own[end] += 1
    yield Dived(seat, CELL_NAMES[start], CELL_NAMES[end])


# The end of a turn


def _swap(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    """One hand card under the pile, one drawn (T, Outside right)."""
    if move.colour not in state.hands[seat]:
        raise IllegalMove(N_("you hold no {colour} card"), colour=COLOURS[move.colour])
    put_under(state, seat, move.colour)
    state.exchanges[seat] += 1
    yield Swapped(seat, COLOURS[move.colour])
    yield from fill_hand(state, seat)
    yield from end_turn(state)


def _done(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    """No more this turn; after actions the hand is filled up (T)."""
    yield Passed(seat)
    if state.phase == ACT:
        yield from fill_hand(state, seat)
    yield from end_turn(state)


_PlayKind = Callable[["SubmarineState", int, Move], Iterator[Event]]

_PLAY: Final[dict[Kind, tuple[tuple[Phase, ...], _PlayKind]]] = {
    Kind.PLACE: ((PLACE,), _place),
    Kind.BOAT: ((BOAT,), _boat),
    Kind.DIVE: ((ACT,), _dive),
    Kind.TAKE: ((ACT,), take),
    Kind.GIVE: ((GIVE,), give),
    Kind.SWAP: ((EXCHANGE,), _swap),
    Kind.DONE: ((ACT, EXCHANGE), _done),
}
"""Of each kind of move: the phases it answers, and what it does."""
