"""Tokens taken in random play: what is paid for them, and what that brings about."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Final

from rules.submarine.board import (
    CELLS_OF,
    COLOUR_OF,
    HAND,
    NONE,
    TREASURES,
    TYPE_OF,
    TYPES,
)
from rules.submarine.ending import end
from rules.submarine.legal import tributes
from rules.submarine.phases import GIVE
from rules.submarine.state import SubmarineState

_KINDS: Final = len(TYPES)
_SHELLS: Final = TREASURES.stop


def take(state: SubmarineState, seat: int, index: int, drawn: int, *, can_pay: bool) -> None:
    """The take of this number, of those that one cell allows."""
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
    """The token changes hands, and the game may be over."""
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
    """Whether a treasure lies in one of the cells: shells come last."""
    for cell in cells:
        if sea[cell] and sea[cell][0] < _SHELLS:
            return True
    return False


def refill(hand: list[int], pile: list[int]) -> None:
    """Draw cards until the hand is full, as long as there are any."""
    while len(hand) < HAND and pile:
        insort(hand, pile.pop())
