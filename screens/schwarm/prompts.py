"""What the screen asks, by phase and by what is chosen so far."""

from __future__ import annotations

from typing import Final

from rules.schwarm.moves import BOTH, IDLE, PLAY, RESEARCH, ROW, SAIL, START, SWIM, Kind
from rules.schwarm.view import SchwarmView
from screens.schwarm.begun import Begun
from screens.text import N_, _, ngettext

COUNTED: Final = (SAIL, RESEARCH, SWIM)
"""Phases that count what is left of an action."""
_ASKED: Final = {
    START: N_("choose the land of your first station"),
    ROW: N_("take a card for as many points as lie before it"),
    PLAY: N_("which card do you play?"),
    BOTH: N_("ship and researcher: which part now?"),
    IDLE: N_("this card is played without effect"),
}
_OF_ACTIONS: Final = {
    Kind.STATION: N_("on which land?"),
    Kind.CREW: N_("onto which station?"),
    Kind.NEW_CRAB: N_("from which land does the crab start?"),
    Kind.WHALE: N_("which whale?"),
    Kind.WAVE: N_("which wave?"),
}


def pricing(view: SchwarmView, place: int) -> str:
    """What the card at a place of the row costs, counted from 0; the order cards are at its end."""
    points = view.players[view.mover].points
    if place > points:
        return _("it costs {price}, you have {points}").format(price=place, points=points)
    text = _("take it for {price}: {points} → {left}")
    return text.format(price=place, points=points, left=points - place)


def asking(view: SchwarmView, begun: Begun) -> str:
    """The question to the mover."""
    if view.phase == SAIL:
        return ngettext("{count} step for your ships", "{count} steps for your ships", view.left)
    if view.phase == RESEARCH:
        if "count" in begun.said:
            return _("from which cell does its buoy come?")
        return ngettext("{count} tile may be placed", "{count} tiles may be placed", view.left)
    if view.phase == SWIM:
        return ngettext("the whale: {count} step left", "the whale: {count} steps left", view.left)
    match begun.kind:
        case Kind.ORDER:
            text = _("an order card for {price}: with which capacity?")
            if "number" not in begun.said:
                text = _("an order card for {price}: when is your turn?")
            return text.format(price=len(view.row))
        case Kind.WAVE if begun.said:
            return _("which way, and how far?")
        case Kind.NEW_CRAB if begun.said:
            return _("how many steps?")
        case Kind.CRAB:
            return _("how many steps?")
        case Kind.STATION | Kind.CREW | Kind.NEW_CRAB | Kind.WHALE | Kind.WAVE as kind:
            return _(_OF_ACTIONS[kind])
    return _(_ASKED.get(view.phase, ""))
