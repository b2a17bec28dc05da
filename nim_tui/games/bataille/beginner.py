"""The habits of a beginner in *Bataille sous les mers*.

A beginner sails, drops a charge and fires whenever possible, and thinks little of what that
reveals. Its submarines lie under one number, in the column where enemy ships leave port, and after
sinking one it looks for the others in the same row. It does not search where the answers so far
rule a submarine out, as long as there is another move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.bataille.board import (
    ARROWS,
    COLUMN_OF_CELLS,
    PORT,
    column_of,
    number_of,
    row_of,
)
from rules.bataille.deduction import answer_requirements
from rules.bataille.moves import SETUP, THE_MOVED, Kind, Move
from rules.bataille.view import BatailleView

_ACTS: Final = (Kind.SAIL, Kind.DROP, Kind.FIRE)


def habits(view: Any, legal: Sequence[Move]) -> Sequence[Move]:
    """Return the moves that act towards the goal; if there are none, those that wait; else all."""
    if view.phase == SETUP:
        return _camp(view, legal) or legal
    acts = [move for move in legal if move.kind in _ACTS]
    barred = answer_requirements(view, 1 - view.mover)[0]
    useful = [move for move in acts if _is_useful(view, move, barred)]
    rows = {row_of(number_of(cell)) for cell in view.fleets[1 - view.mover].lost}
    waits = [move for move in legal if move.kind not in _ACTS]
    return [move for move in useful if _is_in(view, move, rows)] or useful or waits or legal


def _camp(view: BatailleView, legal: Sequence[Move]) -> Sequence[Move]:
    """Return the places at the enemy's port, or for a mine at its own; then below the first."""
    assert view.seat is not None
    own = {number_of(cell) for cell in (view.own_camp.submarines if view.own_camp else ())}
    if legal[0].kind == Kind.MINE:
        return [move for move in legal if _is_near(view.seat, move.place)]
    if own:
        return [move for move in legal if number_of(move.place) in own]
    return [move for move in legal if _is_near(1 - view.seat, number_of(move.place))]


def _is_near(seat: int, number: int) -> bool:
    """Whether a number lies in the column where a seat's ships leave port."""
    return column_of(number) == column_of(ARROWS[seat][0])


def _is_useful(view: BatailleView, move: Move, barred: set[int]) -> bool:
    """Whether a move fires, fetches charges, or searches where a submarine may be."""
    if move.kind == Kind.FIRE:
        return True
    fleet = view.fleets[view.mover]
    if move.kind == Kind.SAIL and not fleet.charges[move.ship]:
        return True
    number = _number(view, move)
    if number == PORT:
        return False
    cells = COLUMN_OF_CELLS[number]
    searched = (cells[move.level],) if move.kind == Kind.DROP else cells
    return any(cell not in barred for cell in searched)


def _is_in(view: BatailleView, move: Move, rows: set[int]) -> bool:
    """Whether a move that searches does so in one of these rows; true without any rows."""
    if not rows or move.kind == Kind.FIRE:
        return True
    if move.kind == Kind.SAIL and not view.fleets[view.mover].charges[move.ship]:
        return True
    return row_of(_number(view, move)) in rows


def _number(view: BatailleView, move: Move) -> int:
    """Return the number, or the port, where a ship ends its move or drops its charge."""
    if move.kind == Kind.SAIL:
        return move.place
    ship = view.moved if move.ship == THE_MOVED else move.ship
    return view.fleets[view.mover].places[ship]
