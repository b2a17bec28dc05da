"""What is asked of whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bataille.board import SUBMARINES
from rules.bataille.moves import CHARGE, MOVE, SETUP, Move
from rules.bataille.view import BatailleView
from screens.bataille.notes import is_only_to_hold
from screens.text import _


def question(view: BatailleView, moves: Sequence[Move], *, is_chosen: bool = False) -> str:
    """The question of a phase, these being the moves; `is_chosen`: which ship is said already."""
    if view.phase == SETUP:
        camp = view.own_camp
        placed = len(camp.submarines) if camp else 0
        if placed == SUBMARINES:
            return _("lay your mine on level 100, not above a submarine")
        return _("hide submarine {number} of 3 in your camp").format(number=placed + 1)
    if view.phase == MOVE:
        return _("where to?") if is_chosen else _("move a ship 1 to 3 squares")
    if view.phase == CHARGE:
        return _("drop a depth charge, or hold")
    if is_only_to_hold(moves):
        return _("no torpedo")
    text = _("fire a torpedo, 1 chance in {odds}, or hold")
    if not view.acted:
        text = _("fire a torpedo, 1 chance in {odds}: this turn needs one")
    return text.format(odds=view.odds)
