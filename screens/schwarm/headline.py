"""What the headline says: the round, who goes when, and what is being played."""

from __future__ import annotations

from typing import Final

from rules.schwarm.board import ROUNDS
from rules.schwarm.moves import BOTH, IDLE, OVER, PLAY, RESEARCH, ROW, SAIL, START, SWIM
from rules.schwarm.view import SchwarmView
from screens.colours import BAR, BAR_SOFT, BAR_STRONG, Look, chip
from screens.player_styles import SIDE_SIGNS, SIDES
from screens.spans import Span, Spans
from screens.text import N_, _, ngettext

_KEY: Final = Look("key", "bar")
_PLAYED: Final = {
    START: N_("first stations"),
    ROW: N_("the row: take one card"),
    PLAY: N_("play a card"),
    BOTH: N_("double: ship and researcher"),
    IDLE: N_("a card of no use"),
    OVER: N_("the game is over"),
}


def headline(view: SchwarmView) -> Spans:
    """Round and progress, the order with the mover as a chip, the action and what is left of it."""
    spans: list[Span] = []
    if view.round:
        last = ROUNDS[len(view.players)]
        spans += [
            (_("round {number}/{last}").format(number=view.round, last=last) + " ", BAR),
            ("▰" * view.round + "▱" * (last - view.round) + "  ", _KEY),
        ]
    spans.append((_("order") + " ", BAR_SOFT))
    for seat in view.order:
        is_mover = seat == view.mover and view.phase != OVER
        look = chip(SIDES[seat]) if is_mover else Look(SIDES[seat], "bar", "bold")
        spans.append((f" {SIDE_SIGNS[seat]} ", look))
    return [*spans, (f"  {_played(view)} ", BAR_STRONG)]


def _played(view: SchwarmView) -> str:
    """The action, and what is left of it."""
    if view.phase == SAIL:
        return ngettext("ship: {count} step left", "ship: {count} steps left", view.left)
    if view.phase == RESEARCH:
        return ngettext(
            "researcher: {count} tile left", "researcher: {count} tiles left", view.left
        )
    if view.phase == SWIM:
        return ngettext("whale: {count} step left", "whale: {count} steps left", view.left)
    return _(_PLAYED.get(view.phase, ""))
