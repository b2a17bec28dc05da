"""What a village is good for, and what the words of moves do, each in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.himalaya.board import NONE
from rules.himalaya.view import HimalayaView
from screens.text import N_, _, ngettext

MEANINGS: Final[Mapping[str, str]] = {
    "camp": N_("your caravan sets out from there"),
    "barter": N_("keep the order: its yaks count for economy"),
    "offer": N_("a stupa of yours stands on the village: religion"),
    "envoy": N_("delegations go into a region beside the village: politics"),
    "done": N_("nothing more of this order"),
    "take": N_("a cube of the village becomes yours"),
    "market": N_("any cube may be taken there this turn, not only the cheapest"),
    "yeti": N_("nobody walks that route this turn"),
    "snow": N_("that route takes two steps this turn"),
    "pass": N_("you keep your tokens"),
}


def explain_village(view: HimalayaView, village: int) -> str:
    """What a trade there does, and what an order filled there may bring."""
    level = view.board.villages[village].level
    if view.goods[village]:
        return _("t takes a cube here, the cheapest; orders come once the cubes are gone")
    if view.orders[village] == NONE:
        return ngettext(
            "nothing to trade; a stupa here is {count} point",
            "nothing to trade; a stupa here is {count} points",
            level,
        ).format(count=level)
    text = ngettext(
        "t fills the order if you hold it; two of: yaks, {count} point, {count} delegation",
        "t fills the order if you hold it; two of: yaks, {count} points, {count} delegations",
        level,
    )
    return text.format(count=level)
