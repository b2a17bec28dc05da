"""Random playouts to the end of the game.

Moves are drawn without a list, and no events are made. The columns with bathyscaphes and the
colours of tokens are kept up to date as bits. The log of moved cards (`acts` in state.py) is not
kept, as nobody infers anything from it here.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final

from rules.playouts import Fraction
from rules.submarine.board import (
    CELLS_OF,
    COLOUR_OF,
    COLOURS,
    COLUMN_OF,
    COLUMNS,
    DEPTH,
    HAND,
    LEFT,
    NONE,
    RIGHT,
    TOKENS_PER_CELL,
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
_ROOM: Final = max(TOKENS_PER_CELL)
"""Bits per colour for the tokens of a cell."""
_HANDS: Final = tuple(
    hand
    for size in range(HAND + 1)
    for hand in combinations_with_replacement(range(len(COLOURS)), size)
)
_COLOURS: Final = {hand: tuple(dict.fromkeys(hand)) for hand in _HANDS}
"""By hand: its colours, in the order of moves."""
_PAYABLE: Final = {
    hand: sum(((1 << _ROOM) - 1) << _ROOM * colour for colour in set(hand)) for hand in _HANDS
}
"""By hand: the bits of tokens that it has a card for."""


@lru_cache(4096)
def _bits_of(tokens: tuple[int, ...]) -> int:
    """Return a bit for each token, among the bits of its colour."""
    bits = 0
    for place, token in enumerate(tokens):
        bits |= 1 << _ROOM * COLOUR_OF[token] + place
    return bits


_COUNT: Final = 4
"""Bits for the bathyscaphes of a player in a column."""


class _Sea:
    """The bathyscaphes and tokens, in the form for random play."""

    __slots__ = ("columns", "everyone", "tokens")

    def __init__(self, state: SubmarineState) -> None:
        self.columns = [
            sum([count << _COUNT * COLUMN_OF[cell] for cell, count in enumerate(own)])
            for own in state.bathyscaphes
        ]
        """Per player: the number of bathyscaphes in each column, packed."""
        self.everyone = [sum(counts) for counts in zip(*state.bathyscaphes)]
        """Per cell: the bathyscaphes of all players."""
        self.tokens = [_bits_of(tokens) for tokens in state.sea]
        """Per cell: its tokens by colour, as bits."""


_Place = tuple[int, int, bool]
"""The ways to take tokens below the boat: their number, the index of the cell, can it be paid."""


def _take(
    sea: _Sea, state: SubmarineState, places: list[_Place], drawn: int, fraction: Fraction
) -> None:
    """Take the token of an index among all that are possible, and pay for it."""
    seat, at = state.mover, 0
    while drawn >= places[at][0]:
        drawn -= places[at][0]
        at += 1
    _ways, index, can_pay = places[at]
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
        _finish(sea, state, seat, jokers[drawn - payable])
        return
    state.owed = tributes(state, seat, cell)
    hand.remove(COLOUR_OF[token])
    state.discards[COLOUR_OF[token]] += 1
    _pay_from_pile(state, state.piles[seat])
    _give(sea, state, seat, fraction)


def _pay_from_pile(state: SubmarineState, pile: list[int]) -> None:
    owed = state.owed
    while owed and pile:
        to = owed.pop(0)
        state.piles[to].append(pile.pop())
        hand = state.hands[to]
        if len(hand) < HAND or not pile or not owed or owed[0] != to:
            _refill(hand, state.piles[to])


def _finish(sea: _Sea, state: SubmarineState, seat: int, joker: int) -> None:
    """Hand over the token, and end the game if the rules say so."""
    cell, token = state.taking_from, state.taking
    left = [other for other in state.sea[cell] if other != token]
    jokers, board, kind = state.jokers[seat], state.boards[seat], TYPE_OF[token]
    if joker != NONE:
        jokers.remove(joker)
        state.laid.append(joker)
        insort(left, joker)
    tokens = state.sea[cell] = tuple(left)
    sea.tokens[cell] = _bits_of(tokens)
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


def _refill(hand: list[int], pile: list[int]) -> None:
    """Draw cards until the hand is full or the pile empty."""
    while len(hand) < HAND and pile:
        insort(hand, pile.pop())


_ENDS: Final = tuple(tuple(move.cell for move in moves) for moves in DIVES_FROM)
"""By cell: the cells of arrival of a bathyscaphe, in the order of moves."""
_AHEAD: Final = tuple(-1 << _COUNT * boat + _COUNT for boat in range(RIGHT + 1))
"""By position of a boat: the mask of the columns to its right, in packed numbers."""
_MOST: Final = tuple(map(len, _ENDS))


def play_on(state: SubmarineState, fraction: Fraction) -> None:
    """Play to the end of the game, from any phase except the placement of bathyscaphes."""
    sea, go_on = _Sea(state), _PLAYED[state.phase]
    go_on(sea, state, state.mover, fraction)
    while state.phase != OVER and _end_turn(sea, state, fraction):
        _sail(sea, state, state.mover, fraction)


@cache
def _stops(columns: int) -> tuple[int, ...]:
    """Return the columns with bathyscaphes, packed as in `_Sea`, in the order of moves."""
    one = (1 << _COUNT) - 1
    return tuple(column for column in COLUMNS if columns >> _COUNT * column & one)


def _sail(sea: _Sea, state: SubmarineState, seat: int, fraction: Fraction) -> None:
    """Sail to a stop and act there, or out of the sea and exchange a card."""
    boats = state.boats
    stops = _stops(sea.columns[seat] & _AHEAD[boats[seat]])
    drawn = int(fraction() * (len(stops) + 1))
    if drawn == len(stops):
        boats[seat] = RIGHT
        if state.hands[seat] and state.piles[seat]:
            _exchange(sea, state, seat, fraction)
        return
    column = boats[seat] = stops[drawn]
    first = DEPTH * column - DEPTH
    state.ready = state.bathyscaphes[seat][first : first + DEPTH]
    _act(sea, state, seat, fraction)


def _act(sea: _Sea, state: SubmarineState, seat: int, fraction: Fraction) -> None:
    """Act below the boat until the turn or the game ends."""
    cells, ready, collecting = CELLS_OF[state.boats[seat]], state.ready, state.collecting
    known: dict[int, tuple[int, bool]] = {}  # own dives change none of them
    while True:
        if not collecting and not any(ready):
            fraction()
            break
        total = dives = 0
        places: list[_Place] = []
        for index, count in enumerate(ready):
            if count:
                dives += _MOST[cells[index]]
            elif not collecting or index + 1 not in collecting:
                continue
            found = known.get(index)
            if found is None:
                found = known[index] = _ways(sea, state, seat, cells[index])
            ways, can_pay = found
            if ways:
                places.append((ways, index, can_pay))
                total += ways
        drawn = int(fraction() * (total + dives + 1))
        if drawn >= total + dives:
            break
        if drawn >= total:
            _dive(sea, state, seat, drawn - total)
            continue
        known.clear()
        _take(sea, state, places, drawn, fraction)
        if state.phase == OVER:
            return
    _refill(state.hands[seat], state.piles[seat])
    state.ready = [0] * DEPTH
    if collecting:
        state.collecting, state.laid = [], []


def _ways(sea: _Sea, state: SubmarineState, seat: int, cell: int) -> tuple[int, bool]:
    """Return the number of ways to take tokens of a cell, and whether the tribute can be paid."""
    hand, laid, bits = state.hands[seat], state.laid, sea.tokens[cell]
    if laid:
        bits = _bits_of(tuple([token for token in state.sea[cell] if token not in laid]))
    if not bits:
        return 0, False
    ways = len(state.jokers[seat]) * bits.bit_count()
    payable = (bits & _PAYABLE[tuple(hand)]).bit_count()
    if not payable:
        return ways, False
    first, last = cell - cell % DEPTH, cell + 1
    due = sum(sea.everyone[first:last]) - sum(state.bathyscaphes[seat][first:last])
    if len(hand) + len(state.piles[seat]) > due:
        return ways + payable, True
    return ways, False


def _dive(sea: _Sea, state: SubmarineState, seat: int, drawn: int) -> None:
    """Make the dive of an index from below the boat."""
    ready, own, column = state.ready, state.bathyscaphes[seat], state.boats[seat]
    start = DEPTH * column - DEPTH
    for index, count in enumerate(ready):
        if count:
            if drawn < _MOST[start]:
                ready[index] -= 1
                break
            drawn -= _MOST[start]
        start += 1
    end = _ENDS[start][drawn]
    own[start] -= 1
    own[end] += 1
    sea.everyone[start] -= 1
    sea.everyone[end] += 1
    if COLUMN_OF[end] != column:
        sea.columns[seat] += (1 << _COUNT * COLUMN_OF[end]) - (1 << _COUNT * column)


def _give(sea: _Sea, state: SubmarineState, seat: int, fraction: Fraction) -> None:
    """Pay the tribute owed from the hand, and hand over the token."""
    hand = state.hands[seat]
    while state.owed:
        colours = _COLOURS[tuple(hand)]
        colour, to = colours[int(fraction() * len(colours))], state.owed.pop(0)
        hand.remove(colour)
        state.piles[to].append(colour)
        _refill(state.hands[to], state.piles[to])
    _finish(sea, state, seat, NONE)


def _give_and_act(sea: _Sea, state: SubmarineState, seat: int, fraction: Fraction) -> None:
    _give(sea, state, seat, fraction)
    if state.phase != OVER:
        _act(sea, state, seat, fraction)


def _exchange(sea: _Sea, state: SubmarineState, seat: int, fraction: Fraction) -> None:
    """Exchange a card outside right, or none."""
    hand = state.hands[seat]
    colours = _COLOURS[tuple(hand)]
    drawn = int(fraction() * (len(colours) + 1))
    if drawn < len(colours):
        pile, colour = state.piles[seat], colours[drawn]
        hand.remove(colour)
        pile.insert(0, colour)
        state.exchanges[seat] += 1
        insort(hand, pile.pop())
        if len(hand) < HAND:
            _refill(hand, pile)


def _end_turn(sea: _Sea, state: SubmarineState, fraction: Fraction) -> bool:
    """Pass the turn to the next seat that can sail; those outside right exchange cards.

    Return False if the last boat allowed has left the sea.
    """
    boats, hands, piles = state.boats, state.hands, state.piles
    seats, seat, turn = len(boats), state.mover, state.turn
    while True:
        if boats[seat] == RIGHT and min(boats) == RIGHT:
            state.crossing += 1
            if state.crossing == state.round_limit:
                state.mover, state.turn = seat, turn
                end(state, "round_limit")
                return False
            boats = state.boats = [LEFT] * seats
        seat = seat + 1 if seat + 1 < seats else 0
        turn += 1
        if boats[seat] != RIGHT:
            state.mover, state.turn = seat, turn
            return True
        if hands[seat] and piles[seat]:
            _exchange(sea, state, seat, fraction)


_PLAYED: Final[dict[int, Callable[[_Sea, SubmarineState, int, Fraction], None]]] = {
    ACT: _act,
    BOAT: _sail,
    EXCHANGE: _exchange,
    GIVE: _give_and_act,
}
