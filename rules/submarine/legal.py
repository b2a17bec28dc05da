"""The legal moves of a seat, by the sea, its hand and the number of its cards."""

from __future__ import annotations

from rules.submarine.board import (
    CELLS_OF,
    COLOUR_OF,
    DEPTH,
    LEVELS,
    NONE,
    RIGHT,
)
from rules.submarine.moves import (
    ACT,
    BOAT,
    BOATS,
    DIVES_FROM,
    DONE,
    EXCHANGE,
    GIVE,
    GIVES,
    PLACE,
    PLACES,
    SWAPS,
    Move,
    take,
)
from rules.submarine.state import SubmarineState, card_count
from rules.submarine.view import SubmarineView

_PLACES = list(PLACES[1:])


def legal(state: SubmarineState, seat: int) -> list[Move]:
    """Return the legal moves of a seat; none unless it must move now."""
    if seat != state.mover:
        return []
    phase = state.phase
    if phase == ACT:
        return _actions(state, seat)
    if phase == BOAT:
        return _stops(state, seat)
    if phase == PLACE:
        return _PLACES[:]
    if phase == GIVE:
        return [GIVES[colour] for colour in dict.fromkeys(state.hands[seat])]
    if phase == EXCHANGE:
        return [*(SWAPS[colour] for colour in dict.fromkeys(state.hands[seat])), DONE]
    return []


def has_bathyscaphe_in(state: SubmarineState, seat: int, column: int) -> bool:
    """Check whether the player has a bathyscaphe in a column, at any level."""
    first = (column - 1) * DEPTH
    return any(state.bathyscaphes[seat][first : first + DEPTH])


def _stops(state: SubmarineState, seat: int) -> list[Move]:
    """Return the stops above own bathyscaphes further right, or out of the sea (T, A turn 1)."""
    own, boat = state.bathyscaphes[seat], state.boats[seat]
    stops = [
        BOATS[column]
        for column in range(boat + 1, RIGHT)
        if any(own[(column - 1) * DEPTH : column * DEPTH])
    ]
    stops.append(BOATS[RIGHT])
    return stops


def _actions(state: SubmarineState, seat: int) -> list[Move]:
    cells = CELLS_OF[state.boats[seat]]
    moves: list[Move] = []
    for level, cell, ready in zip(LEVELS, cells, state.ready):
        if state.sea[cell] and (ready or level in state.collecting):
            moves += _takes(state, seat, level, cell)
    for cell, ready in zip(cells, state.ready):
        if ready:
            moves += DIVES_FROM[cell]
    moves.append(DONE)
    return moves


def hides_choice(view: SubmarineView) -> bool:
    """Check whether only the player's hidden hand decides if there is a choice of moves."""
    if view.phase == GIVE:
        return view.players[view.mover].hand_size > 1
    if view.phase != ACT:
        return False
    player = view.players[view.mover]
    cells = CELLS_OF[player.boat]
    if any(ready and DIVES_FROM[cell] for ready, cell in zip(view.ready, cells)):
        return False
    takable = (
        token not in view.laid
        for level, cell, ready in zip(LEVELS, cells, view.ready)
        if ready or level in view.collecting
        for token in view.sea[cell]
    )
    return any(takable) and not player.jokers


def can_collect(state: SubmarineState, level: int) -> bool:
    """Check that a bathyscaphe already collects at this level, or may start to."""
    return state.ready[level - 1] > 0 or level in state.collecting


def _takes(state: SubmarineState, seat: int, level: int, cell: int) -> list[Move]:
    jokers, hand = state.jokers[seat], state.hands[seat]
    can_pay = can_pay_tribute(state, seat, cell)
    moves = []
    for token in state.sea[cell]:
        if token not in state.laid:
            if can_pay and COLOUR_OF[token] in hand:
                moves.append(take(level, token, NONE))
            for joker in jokers:
                moves.append(take(level, token, joker))
    return moves


def tributes(state: SubmarineState, seat: int, cell: int) -> list[int]:
    """Return the seats owed a card for a token bought by card, in the order of payment.

    One card per enemy bathyscaphe in that column at the same level or above (T); in seat order
    from the payer, all of one owner's before the next (R).
    """
    first, last = cell - cell % DEPTH, cell + 1
    players = len(state.boats)
    due: list[int] = []
    for step in range(1, players):
        other = (seat + step) % players
        due += [other] * sum(state.bathyscaphes[other][first:last])
    return due


def can_pay_tribute(state: SubmarineState, seat: int, cell: int) -> bool:
    """Whether the cards left after the one of the token's colour cover the tribute (T)."""
    return card_count(state, seat) > len(tributes(state, seat, cell))


def can_exchange(state: SubmarineState, seat: int) -> bool:
    """Whether an exchange can change anything: it takes a card in hand and one to draw."""
    return bool(state.hands[seat] and state.piles[seat])
