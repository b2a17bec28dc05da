"""The end of the game and its winner."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Event, Result
from rules.submarine.board import CELLS_OF, NONE, TREASURES, TYPES
from rules.submarine.events import Ended
from rules.submarine.moves import OVER
from rules.submarine.state import SubmarineState, card_count


def types_of(state: SubmarineState, seat: int) -> int:
    """Return the number of the twelve types on a player's board."""
    return len(TYPES) - state.boards[seat].count(NONE)


def end_after_take(state: SubmarineState, seat: int) -> Iterator[Event]:
    """End the game after a complete `take` if the rules say so."""
    if types_of(state, seat) == len(TYPES):
        yield end(state, "types")
    elif not _has_treasure(state, state.boats[seat]):
        yield end(state, "column")
    elif not any(state.hands) and not any(state.piles):
        yield end(state, "cards")


def _has_treasure(state: SubmarineState, column: int) -> bool:
    """Whether a treasure lies in a column; a shell is no treasure (T)."""
    for cell in CELLS_OF[column]:
        for token in state.sea[cell]:
            if token in TREASURES:
                return True
    return False


def end(state: SubmarineState, reason: str) -> Ended:
    """End the game for a reason: "types", "column", "cards" or "round_limit"."""
    state.phase = OVER
    state.reason = reason
    winners = _ranking(state)[0]
    return Ended(winners[0] if len(winners) == 1 else None, reason)


def result(state: SubmarineState) -> Result | None:
    """Rank by types, then jokers, then cards, then shared (T); None before the end of the game."""
    if state.phase != OVER:
        return None
    seats = range(len(state.boats))
    figures = {
        "types": tuple(types_of(state, seat) for seat in seats),
        "jokers": tuple(len(jokers) for jokers in state.jokers),
        "cards": tuple(card_count(state, seat) for seat in seats),
    }
    return Result(_ranking(state), state.reason, figures)


def _standing(state: SubmarineState, seat: int) -> tuple[int, int, int]:
    return types_of(state, seat), len(state.jokers[seat]), card_count(state, seat)


def _ranking(state: SubmarineState) -> tuple[tuple[int, ...], ...]:
    by_standing: dict[tuple[int, int, int], list[int]] = {}
    for seat in range(len(state.boats)):
        by_standing.setdefault(_standing(state, seat), []).append(seat)
    return tuple(tuple(by_standing[standing]) for standing in sorted(by_standing, reverse=True))
