"""What a choice would come to, in the words beside it in the menu."""

from __future__ import annotations

from rules import messages as nouns
from rules.himalaya.board import CUBES, NONE
from rules.himalaya.view import HimalayaView
from rules.messages import Counted
from screens.himalaya.signs import offer_text, region_text
from screens.player_styles import SIDE_SIGNS
from screens.table.move_phrases import Words
from screens.text import _, in_words


def note(view: HimalayaView, words: Words) -> str:
    """What the words of a move, as far as they go, would come to."""
    match words:
        case ("barter",):
            yaks = view.board.discs[view.filling].yaks
            return _so_many(nouns.yaks(yaks), view.yaks(view.mover) + yaks)
        case ("offer",):
            level = _level(view)
            return _so_many(nouns.points(level), _religion(view) + level)
        case ("envoy",):
            return _("delegations into a region")
        case ("envoy", letter):
            return region_text(view, _region(view, letter))
        case ("envoy", letter, count):
            return _sent(view, _region(view, letter), int(count))
        case ("done",):
            return _("no more")
        case ("take", cube):
            return _wanted(view, CUBES.index(cube))
        case ("camp" | "market", village):
            return offer_text(view, int(village))
        case _:
            return _of_tokens(words)


def _so_many(gained: Counted, total: int) -> str:
    return _("{gained}, {total} in all").format(gained=in_words(gained), total=total)


def _of_tokens(words: Words) -> str:
    match words:
        case ("pass",):
            return _("keep your tokens")
        case ("market",):
            return _("any cube may be taken there this turn")
        case ("yeti",):
            return _("nobody walks that route this turn")
        case ("snow",):
            return _("that route takes two steps this turn")
    return ""


def _level(view: HimalayaView) -> int:
    return view.board.villages[view.players[view.mover].caravan].level


def _religion(view: HimalayaView) -> int:
    """The points of the stupas that whoever moves has placed."""
    villages = view.board.villages
    return sum(
        villages[village].level for village, owner in enumerate(view.stupas) if owner == view.mover
    )


def _region(view: HimalayaView, letter: str) -> int:
    return [region.letter for region in view.board.regions].index(letter)


def _sent(view: HimalayaView, region: int, count: int) -> str:
    """A region with the delegations sent, and who leads it then."""
    here = [*view.delegations[region]]
    here[view.mover] += count
    tribes = " ".join(f"{SIDE_SIGNS[seat]}{held}" for seat, held in enumerate(here) if held)
    leads = all(here[view.mover] > held for seat, held in enumerate(here) if seat != view.mover)
    return _("{tribes}: you lead").format(tribes=tribes) if leads else tribes


def _wanted(view: HimalayaView, cube: int) -> str:
    """How many cubes of a kind one holds, and where orders on the map want it."""
    held = view.players[view.mover].cubes[cube]
    discs = view.board.discs
    where = [
        str(village)
        for village, disc in enumerate(view.orders)
        if disc != NONE and discs[disc].demand[cube]
    ]
    if not where:
        return _("you hold {held}; no order wants it").format(held=held)
    return _("you hold {held}; wanted at {villages}").format(held=held, villages=", ".join(where))
