"""What a move does. Every check comes before the first change."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Final

from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_
from rules.submarine import cards, events
from rules.submarine.board import (
    CELL_NAMES,
    COLOUR_OF,
    COLOURS,
    DEPTH,
    NONE,
    RIGHT,
    SETUPS,
    TOKEN_NAMES,
    TYPE_OF,
    TYPES,
    cell_at,
)
from rules.submarine.ending import end_after_take, types_of
from rules.submarine.legal import (
    can_collect,
    can_pay_tribute,
    has_bathyscaphe_in,
    tributes,
)
from rules.submarine.moves import DIVES_FROM, Kind, Move
from rules.submarine.phases import ACT, BOAT, EXCHANGE, GIVE, OVER, PLACE, Phase
from rules.submarine.state import SubmarineState
from rules.submarine.turns import begin_turn, end_turn


def play(state: SubmarineState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Play in place and tell what happened; on IllegalMove nothing has changed."""
    if state.phase == OVER:
        raise IllegalMove(N_("the game is over"))
    if seat != state.mover:
        raise IllegalMove(N_("it is not your turn"))
    phases, play_kind = _PLAY[move.kind]
    if state.phase not in phases:
        raise IllegalMove(N_("“{move}” does not answer what is asked now"), move=move.word)
    return play_kind(state, seat, move)


def _place(state: SubmarineState, seat: int, move: Move) -> list[Event]:
    """A bathyscaphe on level 1; players take turns until all are placed (T)."""
    own = state.bathyscaphes
    own[seat][cell_at(move.column, 1)] += 1
    players = len(own)
    state.mover = (seat + 1) % players
    if sum(own[state.mover]) == SETUPS[players].bathyscaphes:
        state.turn = 1
        begin_turn(state)
    return [events.placed(seat, move.column)]


# The boat


def _boat(state: SubmarineState, seat: int, move: Move) -> list[Event]:
    column = move.column
    if column <= state.boats[seat]:
        raise IllegalMove(N_("a boat only goes right"))
    if column == RIGHT:
        state.boats[seat] = RIGHT
        return [events.left(seat), *begin_turn(state)]
    if not has_bathyscaphe_in(state, seat, column):
        raise IllegalMove(N_("no bathyscaphe of yours lies in column {column}"), column=column)
    state.boats[seat] = column
    first = (column - 1) * DEPTH
    state.ready = state.bathyscaphes[seat][first : first + DEPTH]
    state.phase = ACT
    return [events.sailed(seat, column)]


# In the sea


def _dive(state: SubmarineState, seat: int, move: Move) -> list[Event]:
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
    return [events.dived(seat, start, end)]


def _take(state: SubmarineState, seat: int, move: Move) -> list[Event]:
    cell = cell_at(state.boats[seat], move.level)
    _check_take(state, seat, move, cell)
    if move.level not in state.collecting:
        state.ready[move.level - 1] -= 1
        state.collecting.append(move.level)
    state.taking = move.token
    state.taking_from = cell
    if move.joker != NONE:
        return _finish_take(state, seat, move.joker)
    state.owed = tributes(state, seat, cell)
    cards.discard(state, seat, COLOUR_OF[move.token])
    return [events.discarded(seat, COLOUR_OF[move.token]), *_pay_from_pile(state, seat)]


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


def _pay_from_pile(state: SubmarineState, seat: int) -> list[Event]:
    """Pay what is due from the pile as far as it goes; then hand cards are asked for (R)."""
    told: list[Event] = []
    while state.owed and state.piles[seat]:
        to = state.owed[0]
        count, drawn = 0, []
        while state.owed and state.owed[0] == to and state.piles[seat]:
            cards.give_from_pile(state, seat, state.owed.pop(0))
            drawn += cards.refill(state, to)
            count += 1
        told.append(events.paid(seat, to, count))
        told += _drew(to, drawn)
    if state.owed:
        state.phase = GIVE
        return told
    return told + _finish_take(state, seat, NONE)


def _give(state: SubmarineState, seat: int, move: Move) -> list[Event]:
    if move.colour not in state.hands[seat]:
        raise IllegalMove(N_("you hold no {colour} card"), colour=COLOURS[move.colour])
    to = state.owed.pop(0)
    cards.give_from_hand(state, seat, to, move.colour)
    told = [events.gave(seat, to, move.colour), *_drew(to, cards.refill(state, to))]
    if state.owed:
        return told
    return told + _finish_take(state, seat, NONE)


def _drew(seat: int, drawn: list[int]) -> list[Event]:
    return [events.drew(seat, tuple(sorted(drawn)))] if drawn else []


def _finish_take(state: SubmarineState, seat: int, joker: int) -> list[Event]:
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
    state.phase = ACT
    types = types_of(state, seat)
    told = [events.took(seat, token, joker, cell, types=types, turn=state.turn)]
    return told + end_after_take(state, seat)


def _keep(state: SubmarineState, seat: int, token: int) -> None:
    """A new type goes to the board; a type the player has, or a shell, is a joker (T)."""
    kind, board = TYPE_OF[token], state.boards[seat]
    if kind < len(TYPES) and board[kind] == NONE:
        board[kind] = token
    else:
        insort(state.jokers[seat], token)


# The end of a turn


def _swap(state: SubmarineState, seat: int, move: Move) -> list[Event]:
    """One hand card under the pile, one drawn (T, Outside right)."""
    if move.colour not in state.hands[seat]:
        raise IllegalMove(N_("you hold no {colour} card"), colour=COLOURS[move.colour])
    cards.put_under(state, seat, move.colour)
    drawn = cards.refill(state, seat)
    state.exchanges[seat] += 1
    return [events.swapped(seat, move.colour), *_drew(seat, drawn), *end_turn(state)]


def _done(state: SubmarineState, seat: int, move: Move) -> list[Event]:
    """No more this turn; after actions the hand is filled up (T)."""
    drawn = cards.refill(state, seat) if state.phase == ACT else []
    return [events.passed(seat), *_drew(seat, drawn), *end_turn(state)]


_PlayKind = Callable[["SubmarineState", int, Move], list[Event]]

_PLAY: Final[dict[Kind, tuple[tuple[Phase, ...], _PlayKind]]] = {
    Kind.PLACE: ((PLACE,), _place),
    Kind.BOAT: ((BOAT,), _boat),
    Kind.DIVE: ((ACT,), _dive),
    Kind.TAKE: ((ACT,), _take),
    Kind.GIVE: ((GIVE,), _give),
    Kind.SWAP: ((EXCHANGE,), _swap),
    Kind.DONE: ((ACT, EXCHANGE), _done),
}
"""Of each kind of move: the phases it answers, and what it does."""
