"""Turns without chance, played plainly from the rules page: a second opinion on `play`.

It fills the same state, but follows the sentences of the rules one by one.
"""

from __future__ import annotations

from rules.bataille.state import BatailleState
from tests.rules.bataille import by_hand

FULL = (4, 3, 2)
TURN_MOVE, TURN_CHARGE, TURN_TORPEDO, THE_END = 1, 2, 3, 4


def count(state: BatailleState, length: int) -> int:
    """Return the number of sequences of `length` words; a torpedo ends its sequence."""
    if not length:
        return 1
    total = 0
    for word in () if state.phase == THE_END else by_hand.menu(state):
        total += 1 if word.startswith("fire") else count(after(state, word), length - 1)
    return total


def after(state: BatailleState, word: str) -> BatailleState:
    """Return the position after a word without chance."""
    new = state.copy()
    said = word.split()
    if said[0] == "drop":
        _charge(new, said)
    elif said == ["stay"]:
        armed = any(at > 0 and left for at, left in zip(new.places[new.mover], _charges(new)))
        new.phase = TURN_CHARGE if armed else TURN_TORPEDO
    elif said == ["hold"]:
        _torpedo_question(new) if new.phase == TURN_CHARGE else _next_turn(new)
    else:
        _move(new, by_hand.SHIPS.index(said[0]), said[1])
    return new


def _charges(state: BatailleState) -> list[int]:
    return state.charges[state.mover]


def _move(state: BatailleState, ship: int, end: str) -> None:
    me, foe = state.mover, 1 - state.mover
    state.moved, state.acted = ship, True
    state.places[me][ship] = 0 if end == "port" else int(end)
    if end == "port":
        state.charges[me][ship] = FULL[ship]
    elif int(end) == state.mines[foe] and not state.mine_spent[foe]:
        state.places[me][ship] = -1
        state.mine_spent[foe] = True
        if state.places[me] == [-1, -1, -1]:
            state.phase = THE_END
            return
    elif state.charges[me][ship]:
        state.phase = TURN_CHARGE
        return
    _torpedo_question(state)


def _charge(state: BatailleState, said: list[str]) -> None:
    me, foe = state.mover, 1 - state.mover
    ship = state.moved if len(said) == 2 else by_hand.SHIPS.index(said[1])
    cell = state.places[me][ship] + 36 * (int(said[-1]) // 100 - 1)
    state.charges[me][ship] -= 1
    state.acted = True
    if cell in state.submarines[foe]:
        state.submarines[foe].remove(cell)
        state.lost[foe].append(cell)
    if not state.submarines[foe]:
        state.phase = THE_END
    elif len(said) == 3 and state.without_move == "either":
        _next_turn(state)
    else:
        _torpedo_question(state)


def _torpedo_question(state: BatailleState) -> None:
    if any(at > 0 for at in state.places[1 - state.mover]):
        state.phase = TURN_TORPEDO
    else:
        _next_turn(state)


def _next_turn(state: BatailleState) -> None:
    if state.turn == state.turn_limit:
        state.phase = THE_END
        return
    state.turn += 1
    state.mover = 1 - state.mover
    state.phase, state.moved, state.acted, state.shots = TURN_MOVE, -1, False, 0
