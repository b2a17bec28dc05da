"""Random playouts to the end of the game.

Moves are drawn without a list, and no events are made. The log of moved cards (`acts` in state.py)
is not kept, as nobody infers anything from it here.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import Final

from rules.playouts import Fraction
from rules.submarine.board import (
    CELLS_OF,
    COLOUR_OF,
    COLUMNS,
    DEPTH,
    HAND,
    LEFT,
    NONE,
    RIGHT,
    TREASURES,
    TYPE_OF,
    TYPES,
)
from rules.submarine.legal import tributes
from rules.submarine.moves import ACT, BOAT, DIVES_FROM, EXCHANGE, GIVE, OVER
from rules.submarine.scoring import end
from rules.submarine.state import SubmarineState

_KINDS: Final = len(TYPES)
_SHELLS: Final = TREASURES.stop


def take(state: SubmarineState, seat: int, index: int, drawn: int, *, can_pay: bool) -> None:
    """Take the token of an index among those possible in a cell."""
    cell, level = CELLS_OF[state.boats[seat]][index], index + 1
    hand, jokers = state.hands[seat], state.jokers[seat]
    for token in state.sea[cell]:
        if token in state.laid:
            continue
        payable = can_pay and COLOUR_OF[token] in hand
        ways = len(jokers) + payable
        if drawn < ways:
            break
        drawn -= ways
    if level not in state.collecting:
        state.ready[index] -= 1
        state.collecting.append(level)
    state.taking, state.taking_from = token, cell
    if not payable or drawn:
        finish(state, seat, jokers[drawn - payable])
        return
    state.owed = tributes(state, seat, cell)
    hand.remove(COLOUR_OF[token])
    state.discards[COLOUR_OF[token]] += 1
    _pay_from_pile(state, state.piles[seat])
    if state.owed:
        state.phase = GIVE
    else:
        finish(state, seat, NONE)


def _pay_from_pile(state: SubmarineState, pile: list[int]) -> None:
    owed = state.owed
    while owed and pile:
        to = owed.pop(0)
        state.piles[to].append(pile.pop())
        hand = state.hands[to]
        if len(hand) < HAND or not pile or not owed or owed[0] != to:
            refill(hand, state.piles[to])


def finish(state: SubmarineState, seat: int, joker: int) -> None:
    """Hand over the token, and end the game if the rules say so."""
    cell, token = state.taking_from, state.taking
    left = [other for other in state.sea[cell] if other != token]
    jokers, board, kind = state.jokers[seat], state.boards[seat], TYPE_OF[token]
    if joker != NONE:
        jokers.remove(joker)
        state.laid.append(joker)
        insort(left, joker)
    state.sea[cell] = tuple(left)
    if kind < _KINDS and board[kind] == NONE:
        board[kind] = token
    else:
        insort(jokers, token)
    state.taking = state.taking_from = NONE
    if NONE not in board:
        end(state, "types")
    elif not _has_treasure(state.sea, CELLS_OF[state.boats[seat]]):
        end(state, "column")
    elif not any(state.hands) and not any(state.piles):
        end(state, "cards")


def _has_treasure(sea: Sequence[tuple[int, ...]], cells: Sequence[int]) -> bool:
    """Whether a treasure lies in one of the cells, where shells are sorted last."""
    for cell in cells:
        if sea[cell] and sea[cell][0] < _SHELLS:
            return True
    return False


def refill(hand: list[int], pile: list[int]) -> None:
    """Draw cards until the hand is full or the pile empty."""
    while len(hand) < HAND and pile:
        insort(hand, pile.pop())


_ENDS: Final = tuple(tuple(move.cell for move in moves) for moves in DIVES_FROM)
"""By cell: the cells of arrival of a bathyscaphe, in the order of moves."""
_AHEAD: Final = tuple(
    tuple((column, *CELLS_OF[column]) for column in COLUMNS if column > boat)
    for boat in range(RIGHT + 1)
)
"""By position of a boat: the columns to its right, each with its cells."""
_MOST: Final = tuple(map(len, _ENDS))


def play_on(state: SubmarineState, fraction: Fraction) -> None:
    """Play to the end of the game, from any phase except the placement of bathyscaphes."""
    while (phase := state.phase) != OVER:
        _PLAYED[phase](state, state.mover, fraction)


def _sail(state: SubmarineState, seat: int, fraction: Fraction) -> None:
    own = state.bathyscaphes[seat]
    stops = [
        column
        for column, one, two, three, four in _AHEAD[state.boats[seat]]
        if own[one] or own[two] or own[three] or own[four]
    ]
    drawn = int(fraction() * (len(stops) + 1))
    if drawn == len(stops):
        state.boats[seat] = RIGHT
        if state.hands[seat] and state.piles[seat]:
            state.phase = EXCHANGE
        else:
            _end_turn(state)
        return
    column = state.boats[seat] = stops[drawn]
    first = DEPTH * column - DEPTH
    state.ready = own[first : first + DEPTH]
    state.phase = ACT


def _act(state: SubmarineState, seat: int, fraction: Fraction) -> None:
    """Act below the boat until the turn ends or hand cards are owed."""
    cells, ready, collecting = CELLS_OF[state.boats[seat]], state.ready, state.collecting
    while state.phase == ACT:
        total = dives = 0
        places: list[tuple[int, int, bool]] = []
        for index, cell in enumerate(cells):
            if ready[index]:
                dives += _MOST[cell]
            elif not collecting or index + 1 not in collecting:
                continue
            if state.sea[cell]:
                ways, can_pay = _ways(state, seat, cell)
                if ways:
                    places.append((ways, index, can_pay))
                    total += ways
        drawn = int(fraction() * (total + dives + 1))
        if drawn >= total + dives:
            refill(state.hands[seat], state.piles[seat])
            _end_turn(state)
            return
        if drawn >= total:
            _dive(state, seat, cells, drawn - total)
            continue
        for ways, index, can_pay in places:
            if drawn < ways:
                take(state, seat, index, drawn, can_pay=can_pay)
                break
            drawn -= ways


def _ways(state: SubmarineState, seat: int, cell: int) -> tuple[int, bool]:
    """Return the number of ways to take tokens of a cell, and whether the tribute can be paid."""
    hand, laid, tokens = state.hands[seat], state.laid, state.sea[cell]
    if laid:
        tokens = tuple([token for token in tokens if token not in laid])
    ways = len(state.jokers[seat]) * len(tokens)
    payable = 0
    for token in tokens:
        if COLOUR_OF[token] in hand:
            payable += 1
    if not payable:
        return ways, False
    left, first = len(hand) + len(state.piles[seat]), cell - cell % DEPTH
    for other, bathyscaphes in enumerate(state.bathyscaphes):
        if other != seat:
            left -= sum(bathyscaphes[first : cell + 1])
    return (ways + payable, True) if left > 0 else (ways, False)


def _dive(state: SubmarineState, seat: int, cells: Sequence[int], drawn: int) -> None:
    ready, own = state.ready, state.bathyscaphes[seat]
    for index, cell in enumerate(cells):
        if ready[index]:
            if drawn < _MOST[cell]:
                ready[index] -= 1
                own[cell] -= 1
                own[_ENDS[cell][drawn]] += 1
                return
            drawn -= _MOST[cell]


def _give(state: SubmarineState, seat: int, fraction: Fraction) -> None:
    hand = state.hands[seat]
    colours = list(dict.fromkeys(hand))
    colour, to = colours[int(fraction() * len(colours))], state.owed.pop(0)
    hand.remove(colour)
    state.piles[to].append(colour)
    refill(state.hands[to], state.piles[to])
    if not state.owed:
        state.phase = ACT
        finish(state, seat, NONE)


def _exchange(state: SubmarineState, seat: int, fraction: Fraction) -> None:
    hand, pile = state.hands[seat], state.piles[seat]
    colours = list(dict.fromkeys(hand))
    drawn = int(fraction() * (len(colours) + 1))
    if drawn < len(colours):
        hand.remove(colours[drawn])
        pile.insert(0, colours[drawn])
        state.exchanges[seat] += 1
        insort(hand, pile.pop())
        refill(hand, pile)
    _end_turn(state)


def _end_turn(state: SubmarineState) -> None:
    """Pass the turn to the next seat."""
    boats = state.boats
    seats, seat, turn = len(boats), state.mover, state.turn
    while True:
        if boats[seat] == RIGHT and min(boats) == RIGHT:
            state.crossing += 1
            if state.crossing == state.round_limit:
                state.mover, state.turn = seat, turn
                end(state, "round_limit")
                return
            boats = state.boats = [LEFT] * seats
        seat = (seat + 1) % seats
        turn += 1
        if boats[seat] != RIGHT:
            state.phase = BOAT
            break
        if state.hands[seat] and state.piles[seat]:
            state.phase = EXCHANGE
            break
    state.mover, state.turn = seat, turn
    state.ready = [0] * DEPTH
    if state.collecting:
        state.collecting = []
    if state.laid:
        state.laid = []


_PLAYED: Final[dict[int, Callable[[SubmarineState, int, Fraction], None]]] = {
    ACT: _act,
    BOAT: _sail,
    EXCHANGE: _exchange,
    GIVE: _give,
}
