"""Explanations of the choices and places of *Himalaya*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules import messages as nouns
from rules.himalaya.board import CUBES, NONE
from rules.himalaya.view import HimalayaView
from rules.messages import Counted
from screens.colours import SIDE_SIGNS
from screens.himalaya.signs import offer_text, region_text
from screens.table.move_words import Words
from screens.text import N_, _, in_words, ngettext


def note(view: HimalayaView, words: Words) -> str:
    """Return the expected outcome of the first words of a move."""
    match words:
        case ("barter",):
            yaks = view.board.discs[view.filling].yaks
            return _so_many(nouns.yaks(yaks), view.yaks(view.mover) + yaks)
        case ("offer",):
            level = view.board.villages[view.players[view.mover].caravan].level
            return _so_many(nouns.points(level), _religion(view) + level)
        case ("envoy",):
            return _("fewer delegations")
        case ("envoy", letter):
            return region_text(view, _region(view, letter))
        case ("envoy", letter, count):
            return _sent(view, _region(view, letter), int(count))
        case ("done",):
            return _("no further reward")
        case ("take", cube):
            return _wanted(view, CUBES.index(cube))
        case ("camp" | "market", village):
            return offer_text(view, int(village))
        case _:
            return _of_tokens(words)


def short_note(view: HimalayaView, words: Words) -> str:
    """Return the expected outcome of the first words of a move, in half a line of a phone."""
    match words:
        case ("barter",):
            return in_words(nouns.yaks(view.board.discs[view.filling].yaks))
        case ("offer",):
            village = view.board.villages[view.players[view.mover].caravan]
            return in_words(nouns.points(village.level))
        case ("envoy",):
            return _("send fewer")
        case ("done",):
            return _("nothing more")
        case ("pass",):
            return _("keep your tokens")
        case ("market",):
            return _("every cube there")
        case ("yeti",):
            return _("closes a route")
        case ("snow",):
            return _("slows a route")
        case ("camp" | "market", number):
            name = view.board.villages[int(number)].name
            return f"{name} {offer_text(view, int(number))}".rstrip()
    return note(view, words)


def _so_many(gained: Counted, total: int) -> str:
    return _("{gained}, {total} in all").format(gained=in_words(gained), total=total)


def _of_tokens(words: Words) -> str:
    match words:
        case ("pass",):
            return _("keep your tokens")
        case ("market",):
            return _("every cube there may be taken this turn")
        case ("yeti",):
            return _("nobody can use that route this turn")
        case ("snow",):
            return _("that route takes two steps this turn")
    return ""


def _religion(view: HimalayaView) -> int:
    """Return the points of the stupas that the mover has placed."""
    villages = view.board.villages
    return sum(
        villages[village].level for village, owner in enumerate(view.stupas) if owner == view.mover
    )


def _region(view: HimalayaView, letter: str) -> int:
    return [region.letter for region in view.board.regions].index(letter)


def _sent(view: HimalayaView, region: int, count: int) -> str:
    """Return a region with the delegations sent, and its leader afterwards."""
    here = [*view.delegations[region]]
    here[view.mover] += count
    tribes = " ".join(f"{SIDE_SIGNS[seat]}{held}" for seat, held in enumerate(here) if held)
    leads = all(here[view.mover] > held for seat, held in enumerate(here) if seat != view.mover)
    return _("{tribes}: you lead").format(tribes=tribes) if leads else tribes


def _wanted(view: HimalayaView, cube: int) -> str:
    """Return the player's cubes of a kind, and the villages whose orders demand it."""
    held = view.players[view.mover].cubes[cube]
    discs = view.board.discs
    where = [
        str(village)
        for village, disc in enumerate(view.orders)
        if disc != NONE and discs[disc].demand[cube]
    ]
    if not where:
        return _("you hold {held}; no order demands it").format(held=held)
    return _("you hold {held}; demanded at {villages}").format(held=held, villages=", ".join(where))


MEANINGS: Final[Mapping[str, str]] = {
    "camp": N_("your caravan starts there"),
    "barter": N_("keep the order: its yaks count for economy"),
    "offer": N_("one of your stupas at the village: religion"),
    "envoy": N_("delegations go into a region beside the village: politics"),
    "done": N_("no further reward from this order"),
    "take": N_("you take a cube from the village"),
    "market": N_("any cube may be taken there this turn, not only the cheapest"),
    "yeti": N_("nobody can use that route this turn"),
    "snow": N_("that route takes two steps this turn"),
    "pass": N_("you keep your tokens"),
}


def explain_village(view: HimalayaView, village: int) -> str:
    """Return an explanation of a village: the effect of a trade, and the rewards of its order."""
    level = view.board.villages[village].level
    if view.goods[village]:
        return _("t takes the cheapest cube here; the order appears when all cubes are gone")
    if view.orders[village] == NONE:
        return ngettext(
            "nothing to trade; a stupa here is worth {count} point",
            "nothing to trade; a stupa here is worth {count} points",
            level,
        ).format(count=level)
    text = ngettext(
        "t fills the order if you hold its cubes; two rewards of: yaks, {count} point, "
        "{count} delegation",
        "t fills the order if you hold its cubes; two rewards of: yaks, {count} points, "
        "{count} delegations",
        level,
    )
    return text.format(count=level)
