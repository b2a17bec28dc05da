"""Playing a move, taking a token, the sequence of turns."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator
from typing import Final

from rules.chance import Chance
from rules.contract import Event, IllegalMove
from rules.messages import N_
from rules.submarine.board import (
    CELL_NAMES,
    COLOUR_OF,
    COLOURS,
    DEPTH,
    HAND,
    LEFT,
    NONE,
    RIGHT,
    SETUPS,
    TOKEN_NAMES,
    TYPE_OF,
    TYPES,
    cell_at,
)
from rules.submarine.events import (
    Discarded,
    Dived,
    Gave,
    Left,
    Paid,
    Passed,
    Placed,
    Returned,
    Sailed,
    Swapped,
    Took,
)
from rules.submarine.legal import (
    can_collect,
    can_exchange,
    can_pay_tribute,
    has_bathyscaphe_in,
    tributes,
)
from rules.submarine.moves import (
    ACT,
    BOAT,
    DIVES_FROM,
    EXCHANGE,
    GIVE,
    OVER,
    PLACE,
    Kind,
    Move,
    Phase,
)
from rules.submarine.scoring import end, end_after_take, types_of
from rules.submarine.state import (
    SubmarineState,
    discard,
    fill_hand,
    give_from_hand,
    give_from_pile,
    put_under,
)


def take(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    """Take a token for a joker, or for the card of its colour and the tribute."""
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
            N_("none of your bathyscaphes in {cell} can act now"),
            cell=CELL_NAMES[cell],
            rule="boat",
        )
    if move.token not in state.sea[cell]:
        raise IllegalMove(
            N_("{token} is not in {cell}"), token=token, cell=CELL_NAMES[cell], rule="take"
        )
    if move.token in state.laid:
        raise IllegalMove(N_("{token} was put down this turn"), token=token, rule="take")
    if move.joker != NONE:
        if move.joker not in state.jokers[seat]:
            raise IllegalMove(
                N_("you have no joker {token}"), token=TOKEN_NAMES[move.joker], rule="take"
            )
        return
    colour = COLOUR_OF[move.token]
    if colour not in state.hands[seat]:
        raise IllegalMove(
            N_("you have no {colour} card to pay with"), colour=COLOURS[colour], rule="take"
        )
    if not can_pay_tribute(state, seat, cell):
        raise IllegalMove(
            N_("you have too few cards: {count} needed"),
            count=len(tributes(state, seat, cell)),
            rule="take",
        )


def _pay_from_pile(state: SubmarineState, seat: int) -> Iterator[Event]:
    """Pay the tribute from the pile while it lasts, then ask for hand cards (R).

    One event covers all cards to one receiver up to the next draw there.
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
    """Give a hand card that is owed; the last one completes the payment."""
    if move.colour not in state.hands[seat]:
        raise IllegalMove(N_("you have no {colour} card"), colour=COLOURS[move.colour], rule="give")
    to = state.owed.pop(0)
    give_from_hand(state, seat, to, move.colour)
    if not state.owed:
        state.phase = ACT
    yield Gave(seat, to, COLOURS[move.colour])
    yield from fill_hand(state, to)
    if not state.owed:
        yield from _finish_take(state, seat, NONE)


def _finish_take(state: SubmarineState, seat: int, joker: int) -> Iterator[Event]:
    """Hand over the token just paid for; the game may end (T, End)."""
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
    """Put a new type on the player's board; a type they have, or a shell, becomes a joker (T)."""
    kind, board = TYPE_OF[token], state.boards[seat]
    if kind < len(TYPES) and board[kind] == NONE:
        board[kind] = token
    else:
        insort(state.jokers[seat], token)


def ask_first(state: SubmarineState) -> bool:
    """Ask for the boat, or outside right for an exchange; return whether any choice exists."""
    seat = state.mover
    if state.boats[seat] != RIGHT:
        state.phase = BOAT
        return True
    if can_exchange(state, seat):
        state.phase = EXCHANGE
        return True
    return False


def end_turn(state: SubmarineState) -> Iterator[Event]:
    """Pass the turn on; once all boats are right, all go back to the left first (T)."""
    is_asked = False
    while not is_asked:
        if min(state.boats) == RIGHT:
            state.crossing += 1
            if state.crossing == state.round_limit:
                yield end(state, "round_limit")
                return
            state.boats = [LEFT] * len(state.boats)
            yield Returned(state.crossing)
        state.mover = (state.mover + 1) % len(state.boats)
        state.turn += 1
        state.ready = [0] * DEPTH
        state.collecting = []
        state.laid = []
        is_asked = ask_first(state)


def play(state: SubmarineState, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Play a move in place and return its events. Raises IllegalMove, with the state unchanged."""
    return [*_checked(state, seat, move)(state, seat, move)]


def steps(state: SubmarineState, seat: int, move: Move, chance: Chance) -> Iterator[Event]:
    """Play a move step by step; after each event the state includes that event."""
    yield from _checked(state, seat, move)(state, seat, move)


def _checked(state: SubmarineState, seat: int, move: Move) -> _PlayKind:
    """Return the function that plays this kind of move. Raises IllegalMove in another phase."""
    if state.phase == OVER:
        raise IllegalMove(N_("the game is over"), rule="end")
    if seat != state.mover:
        raise IllegalMove(N_("it is not your turn"), rule="turn")
    phases, play_kind = _PLAY[move.kind]
    if state.phase not in phases:
        raise IllegalMove(N_("“{move}” is not possible now"), move=move.word, rule="turn")
    return play_kind


def _place(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    """Place a bathyscaphe on level 1; players take turns until all are placed (T)."""
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
        raise IllegalMove(N_("a boat only moves right"), rule="boat")
    if column == RIGHT:
        state.boats[seat] = RIGHT
        yield Left(seat)
        if not ask_first(state):
            yield from end_turn(state)
        return
    if not has_bathyscaphe_in(state, seat, column):
        raise IllegalMove(
            N_("you have no bathyscaphe in column {column}"), column=column, rule="boat"
        )
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
            N_("none of your bathyscaphes in {cell} can act now"),
            cell=CELL_NAMES[start],
            rule="boat",
        )
    if start == end:
        raise IllegalMove(N_("a bathyscaphe must move to another cell"), rule="dive")
    if move not in DIVES_FROM[start]:
        raise IllegalMove(N_("a bathyscaphe moves at most one level up or down"), rule="dive")
    state.ready[move.level - 1] -= 1
    own = state.bathyscaphes[seat]
    own[start] -= 1
    own[end] += 1
    yield Dived(seat, CELL_NAMES[start], CELL_NAMES[end])


# The end of a turn


def _swap(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    """Put one hand card under the pile and draw one (T, Outside right)."""
    if move.colour not in state.hands[seat]:
        raise IllegalMove(
            N_("you have no {colour} card"), colour=COLOURS[move.colour], rule="exchange"
        )
    put_under(state, seat, move.colour)
    state.exchanges[seat] += 1
    yield Swapped(seat, COLOURS[move.colour])
    yield from fill_hand(state, seat)
    yield from end_turn(state)


def _done(state: SubmarineState, seat: int, move: Move) -> Iterator[Event]:
    """End the turn by choice; after actions fill up the hand (T)."""
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
"""Per kind of move: its phases, and the function that plays it."""
