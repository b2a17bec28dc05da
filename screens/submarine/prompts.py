"""Questions and headline of *Submarine*."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.submarine.board import SETUPS
from rules.submarine.moves import BOAT, EXCHANGE, GIVE, PLACE, Kind, Move
from rules.submarine.view import SubmarineView
from screens.submarine.signs import token_sign
from screens.text import _, ngettext


def question(view: SubmarineView, moves: Sequence[Move], name_of: Callable[[int], str]) -> str:
    """The question of a phase, while there is a choice among these moves."""
    if view.phase == PLACE:
        kit = SETUPS[len(view.players)].bathyscaphes
        left = kit - sum(view.players[view.mover].bathyscaphes)
        return ngettext(
            "place a bathyscaphe, {count} is left",
            "place a bathyscaphe, {count} are left",
            left,
        )
    if view.phase == BOAT:
        return _("move your boat right, above a bathyscaphe of yours or out")
    if view.phase == GIVE:
        other, token = name_of(view.owed[0]), token_sign(view.taking)
        return _("for {token} a card of your hand goes to {name}: which?").format(
            token=token, name=other
        )
    if view.phase == EXCHANGE:
        return _("put a card under your pile and draw one, or not")
    return _of_actions(view, moves)


def _of_actions(view: SubmarineView, moves: Sequence[Move]) -> str:
    kinds = {move.kind for move in moves}
    if kinds == {Kind.DIVE}:
        levels = {move.level for move in moves}
        return _("where to?") if len(levels) == 1 else _("from which level?")
    if kinds == {Kind.TAKE}:
        return _("which token, and how to pay?")
    if not any(view.ready):
        return _("collect more where you collect already, or done")
    return ngettext("{count} bathyscaphe may act", "{count} bathyscaphes may act", sum(view.ready))
