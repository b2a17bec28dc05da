"""What the screen asks, by phase and by the words chosen so far."""

from __future__ import annotations

from typing import Final

from rules.schwarm.phases import BOTH, IDLE, PLAY, RESEARCH, ROW, SAIL, START, SWIM
from rules.schwarm.view import SchwarmView
from screens.table.move_phrases import Words
from screens.text import N_, _, ngettext

COUNTED: Final = (SAIL, RESEARCH, SWIM)
"""Phases that count what is left of an action."""
_ASKED: Final = {
    START: N_("choose the land of your first station"),
    ROW: N_("take a card for as many points as lie before it"),
    PLAY: N_("which card do you play?"),
    BOTH: N_("ship and researcher: which part now?"),
    IDLE: N_("this card is of no use now"),
}
_OF_ACTIONS: Final = {
    "station": N_("on which land?"),
    "researcher": N_("onto which station?"),
    "crab": N_("from which land does the crab start?"),
    "whale": N_("which whale?"),
    "wave": N_("which wave?"),
}
_ASKS_STEPS: Final = 2
"""After a crab's start, or a wave, steps or a way are asked."""


def asking(view: SchwarmView, chosen: Words) -> str:
    """The question to the mover."""
    if view.phase == SAIL:
        return ngettext("{count} step for your ships", "{count} steps for your ships", view.left)
    if view.phase == RESEARCH:
        if len(chosen) > len(("place", "1", "e4")):
            return _("from which cell does its buoy come?")
        return ngettext("{count} tile may be placed", "{count} tiles may be placed", view.left)
    if view.phase == SWIM:
        return ngettext("the whale: {count} step left", "the whale: {count} steps left", view.left)
    if chosen[:1] == ("order",):
        return _("an order card for {price}: with which capacity?").format(price=len(view.row))
    words = chosen[1:] if chosen[:1] in (("blue",), ("joker",)) else chosen
    if words:
        return _of_action(view, words)
    return _(_ASKED.get(view.phase, ""))


def _of_action(view: SchwarmView, words: Words) -> str:
    if len(words) >= _ASKS_STEPS and words[0] == "wave":
        return _("which way, and how far?")
    if words[0] == "crab" and (len(words) >= _ASKS_STEPS or view.crab >= 0):
        return _("how many steps?")
    return _(_OF_ACTIONS.get(words[0], _ASKED.get(view.phase, "")))
