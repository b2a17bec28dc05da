"""What is asked of whose turn it is; of programs the place where they are laid asks."""

from __future__ import annotations

from rules.himalaya.moves import CAMP, EVENT, TAKE
from rules.himalaya.view import HimalayaView
from screens.text import _


def question(view: HimalayaView) -> str:
    """The question of a phase."""
    if view.phase == CAMP:
        return _("choose the village your caravan starts from")
    if view.phase == EVENT:
        return _("play an event token for this turn, or pass")
    if view.phase == TAKE:
        return _("market day: which cube?")
    village = view.players[view.mover].caravan
    return _("order filled at {village}: up to two things").format(village=village)
