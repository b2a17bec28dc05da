"""Taking a token: what is paid for it, to whom, and the token changing hands."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator

from rules.contract import Event, IllegalMove
from rules.messages import N_
from rules.submarine.board import (
    CELL_NAMES,
    COLOUR_OF,
    COLOURS,
    HAND,
    NONE,
    TOKEN_NAMES,
    TYPE_OF,
    TYPES,
    cell_at,
)
from rules.submarine.cards import discard, fill_hand, give_from_hand, give_from_pile
from rules.submarine.ending import end_after_take, types_of
from rules.submarine.events import Discarded, Gave, Paid, Took
from rules.submarine.legal import can_collect, can_pay_tribute, tributes
from rules.submarine.moves import Move
from rules.submarine.phases import ACT, GIVE
from rules.submarine.state import SubmarineState


def take(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    """A token for a joker, or for cards: the one of its colour, then what others are due."""
    cell = cell_at(state.boats[seat], move.level)
    _check_take(state, seat, move, cell)
    if move.level not in state.collecting:
        state.ready[move.level - 1] -= 1
        state.collecting.append(move.level)
    state.taking = move.token
    state.taking_from = cell
    if move.joker != NONE:
        yield from _finish_take(state, seat, move.joker)
        return
    state.owed = tributes(state, seat, cell)
    discard(state, seat, COLOUR_OF[move.token])
    yield Discarded(seat, COLOURS[COLOUR_OF[move.token]])
    yield from _pay_from_pile(state, seat)
    if state.owed:
        state.phase = GIVE
    else:
        yield from _finish_take(state, seat, NONE)


def _check_take(state: SubmarineState, seat: int, move: Move, cell: int) -> None:
    token = TOKEN_NAMES[move.token]
    if not can_collect(state, move.level):
        raise IllegalMove(
            N_("no bathyscaphe of yours in {cell} may still act"), cell=CELL_NAMES[cell]
        )
    if move.token not in state.sea[cell]:
        raise IllegalMove(N_("{token} does not lie in {cell}"), token=token, cell=CELL_NAMES[cell])
    if move.token in state.laid:
        raise IllegalMove(N_("{token} was put down this turn"), token=token)
    if move.joker != NONE:
        if move.joker not in state.jokers[seat]:
            raise IllegalMove(N_("you have no joker {token}"), token=TOKEN_NAMES[move.joker])
        return
    colour = COLOUR_OF[move.token]
    if colour not in state.hands[seat]:
        raise IllegalMove(N_("you hold no {colour} card for it"), colour=COLOURS[colour])
    if not can_pay_tribute(state, seat, cell):
        raise IllegalMove(
            N_("you have too few cards to give {count} for it"),
            count=len(tributes(state, seat, cell)),
        )


def _pay_from_pile(state: SubmarineState, seat: int) -> Iterator[Event]:
    """Pay what is due from the pile as far as it goes; then hand cards are asked for (R).

    Told together is what goes to one receiver up to the next card drawn there.
    """
    while state.owed and state.piles[seat]:
        to, count = state.owed[0], 0
        while state.owed and state.owed[0] == to and state.piles[seat]:
            give_from_pile(state, seat, state.owed.pop(0))
            count += 1
            if len(state.hands[to]) < HAND:
                break
        yield Paid(seat, to, count)
        yield from fill_hand(state, to)


def give(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    """A hand card that was due; with the last of them the token is paid for."""
    if move.colour not in state.hands[seat]:
        raise IllegalMove(N_("you hold no {colour} card"), colour=COLOURS[move.colour])
    to = state.owed.pop(0)
    give_from_hand(state, seat, to, move.colour)
    if not state.owed:
        state.phase = ACT
    yield Gave(seat, to, COLOURS[move.colour])
    yield from fill_hand(state, to)
    if not state.owed:
        yield from _finish_take(state, seat, NONE)


def _finish_take(state: SubmarineState, seat: int, joker: int) -> Iterator[Event]:
    """The token changes hands, all being paid; a game may end here (T, End)."""
    cell, token = state.taking_from, state.taking
    left = [other for other in state.sea[cell] if other != token]
    if joker != NONE:
        state.jokers[seat].remove(joker)
        state.laid.append(joker)
        insort(left, joker)
    state.sea[cell] = tuple(left)
    _keep(state, seat, token)
    state.taking = state.taking_from = NONE
    laid = "" if joker == NONE else TOKEN_NAMES[joker]
    types = types_of(state, seat)
    yield Took(seat, TOKEN_NAMES[token], laid, CELL_NAMES[cell], types, state.turn)
    yield from end_after_take(state, seat)


def _keep(state: SubmarineState, seat: int, token: int) -> None:
    """A new type goes to the board; a type the player has, or a shell, is a joker (T)."""
    kind, board = TYPE_OF[token], state.boards[seat]
    if kind < len(TYPES) and board[kind] == NONE:
        board[kind] = token
    else:
        insort(state.jokers[seat], token)
