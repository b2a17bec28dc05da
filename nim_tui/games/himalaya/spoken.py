"""The board of *Himalaya* in words, for text mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.games.himalaya.spoken_places import (
    bags,
    cubes,
    order_told,
    region_told,
    regions_told,
    tribe_told,
    village_name,
    village_told,
    villages_told,
    way_told,
    ways_told,
)
from nim_tui.plain.moves import grouped
from nim_tui.plain.text import listed, means
from rules.contract import Move
from rules.himalaya.board import CUBES, INVENTORIES, LEVELS, NONE, TURNS, VILLAGES, WAYS
from rules.himalaya.moves import (
    CAMP,
    EVENT,
    FILL,
    LETTERS,
    PROGRAM,
    Kind,
)
from rules.himalaya.moves import (
    Move as HimalayaMove,
)
from rules.himalaya.preview import foresee
from rules.himalaya.view import HimalayaView
from screens.himalaya import sentences
from screens.himalaya.forecast import notes_of
from screens.himalaya.help_texts import MEANINGS, explain_village, note
from screens.himalaya.prompts import question as asked
from screens.himalaya.sentences import combine, hides
from screens.himalaya.signs import ORDER_NAMES, WORDS, cube_name
from screens.table.speech import SeatSight
from screens.table.vocabulary import folded
from screens.text import N_, _, labelled

speech = sentences
vocabulary = WORDS
meanings: Final = MEANINGS

_ORDERS, _STUPAS, _CARAVANS = N_("orders"), N_("stupas"), N_("caravans")
_REGIONS, _BAG = N_("regions"), N_("bags")
__all__ = ["around", "choices", "combine", "foreseen", "hides", "look", "meanings", "own",
           "question", "row", "score", "speech", "vocabulary", "where"]  # fmt: skip


def question(sight: SeatSight) -> str:
    """Return the question of the phase; for a program, with the caravan's place."""
    view: HimalayaView = sight.view
    if view.phase == FILL and view.did:
        return _("one more reward, or done")
    if view.phase != PROGRAM or view.seat is None:
        return asked(view)
    village = village_name(sight, view.players[view.seat].caravan)
    return _("set six steps, for example sirtpt; your caravan is at {village}").format(
        village=village
    )


def look(sight: SeatSight, place: str) -> list[str]:
    """Describe a village by number or name, a region by letter or name; else all villages."""
    view: HimalayaView = sight.view
    if not place:
        return [*score(sight), *villages_told(sight), *regions_told(sight), *_tokens(sight)]
    village = _village(sight, place)
    if village:
        ways = ways_told(sight, village)
        return [village_told(sight, village), ways, explain_village(view, village)]
    for number, region in enumerate(view.board.regions):
        if place in (region.letter.lower(), folded(region.name), folded(_(region.name))):
            return [region_told(sight, number), _around_region(sight, number)]
    return where(sight, place)


def _village(sight: SeatSight, place: str) -> int:
    """Return the village of a number or name; 0 if there is none."""
    if place.isdigit():
        return int(place) if int(place) in VILLAGES else 0
    villages = sight.view.board.villages
    return next((n for n in VILLAGES if folded(villages[n].name) == place), 0)


def _around_region(sight: SeatSight, region: int) -> str:
    villages = sight.view.board.regions[region].villages
    names = listed([village_name(sight, village) for village in villages])
    return _("villages around: {villages}").format(villages=names)


def _tokens(sight: SeatSight) -> list[str]:
    """Return the event tokens played this turn."""
    view: HimalayaView = sight.view
    told = [_("market day at {village}").format(village=v) for v in view.markets]
    for name, routes in ((_("yeti"), view.yetis), (_("snow"), view.snows)):
        told += [_("{token} between {village} and {other}").format(
            token=name, village=one, other=other) for one, other in routes]  # fmt: skip
    return told


def where(sight: SeatSight, thing: str) -> list[str]:
    """Locate cubes, orders, stupas, caravans, tribes or levels; or find the way to a village."""
    view: HimalayaView = sight.view
    for cube, name in enumerate(CUBES):
        if thing in (name, folded(cube_name(cube))):
            return cubes(sight, cube)
    for level, name in enumerate(LEVELS, start=1):
        if means(thing, name):
            found = [v for v in VILLAGES if view.board.villages[v].level == level]
            return [listed([village_name(sight, village) for village in found])]
    if means(thing, _ORDERS):
        return [order_told(sight, v) for v in VILLAGES if view.orders[v] != NONE]
    if means(thing, _STUPAS):
        each = [_("{name} at {village}").format(name=sight.name(view.stupas[v]), village=v)
                for v in VILLAGES if view.stupas[v] != NONE]  # fmt: skip
        return [listed(each) or _("no stupa on the map yet")]
    if means(thing, _CARAVANS):
        return [_caravan(sight, seat) for seat in range(len(view.players))]
    if means(thing, _REGIONS):
        return regions_told(sight)
    if means(thing, _BAG):
        return bags(sight)
    if means(thing, "market") or means(thing, "yeti") or means(thing, "snow"):
        return _tokens(sight) or [_("none yet")]
    if village := _village(sight, thing):
        return [way_told(sight, village)]
    seat = sight.seat_of(thing)
    return [] if seat is None else [_caravan(sight, seat), *tribe_told(sight, seat)]


def _caravan(sight: SeatSight, seat: int) -> str:
    village = sight.view.players[seat].caravan
    told = village_name(sight, village) if village else _("not placed yet")
    return labelled(sight.head(seat), told)


def around(sight: SeatSight, place: str) -> list[str]:
    """Describe a village's routes, its contents, and the regions beside it."""
    view: HimalayaView = sight.view
    village = _village(sight, place)
    if not village and view.seat is not None and not place:
        village = view.players[view.seat].caravan
    if not village:
        return []
    told = []
    for way, name in enumerate(WAYS):
        end = view.board.neighbours[way][village]
        if end:
            told.append(labelled(_("by {way}").format(way=_(name)), village_told(sight, end)))
    return [*told, *(region_told(sight, region) for region in view.board.regions_of[village])]


def row(sight: SeatSight, place: str) -> list[str]:
    """Describe a region, as there are no rows."""
    return look(sight, place) if place else regions_told(sight)


def own(sight: SeatSight) -> list[str]:
    """Describe the reader's tribe; to a spectator, all tribes."""
    seat = sight.view.seat
    if seat is None:
        return [text for each in range(len(sight.view.players)) for text in tribe_told(sight, each)]
    return [_caravan(sight, seat), *tribe_told(sight, seat)]


def score(sight: SeatSight) -> list[str]:
    """Describe the turn, and each tribe's religion, politics and known goods."""
    view: HimalayaView = sight.view
    told = []
    if view.turn:
        following = [turn for turn in INVENTORIES if turn >= view.turn]
        head = _("turn {turn} of {turns}").format(turn=view.turn, turns=TURNS)
        text = _("{head}; {name} first; inventory after turn {inventory}")
        inventory = following[0] if following else TURNS
        told.append(text.format(head=head, name=sight.name(view.first), inventory=inventory))
    return told + [tribe_told(sight, seat)[0] for seat in range(len(view.players))]


def foreseen(sight: SeatSight, move: Move) -> list[str]:
    """Return where a program would lead if nobody else moved; else a move's effect."""
    view: HimalayaView = sight.view
    if not isinstance(move, HimalayaMove) or view.seat is None:
        return []
    if move.kind != Kind.PROGRAM:
        return _brought(sight, move)
    notes = notes_of(view, view.seat, foresee(view, view.seat, move.program))
    told = []
    for place, (order, each) in enumerate(zip(move.program, notes), start=1):
        text = each.reason or each.spoken or _("nothing to do")
        told.append(f"{place}, " + labelled(_(ORDER_NAMES[order]), text))
    return told


def _brought(sight: SeatSight, move: HimalayaMove) -> list[str]:
    """Return the effect of a move that is not a program."""
    view: HimalayaView = sight.view
    if move.kind in (Kind.CAMP, Kind.MARKET):
        return [village_told(sight, move.village), ways_told(sight, move.village)]
    if move.kind == Kind.ENVOY:
        letters = [region.letter for region in view.board.regions]
        return [region_told(sight, letters.index(move.letter))]
    words = tuple(move.word.split())
    return [note(view, words) or _(MEANINGS[words[0]])]


def choices(sight: SeatSight, words: Sequence[str]) -> list[str] | None:
    """Return a program's letters and routes, or the contents of camps and regions."""
    view: HimalayaView = sight.view
    if view.phase == PROGRAM and view.seat is not None:
        names = [f"{letter} {_(name)}" for letter, name in zip(LETTERS, ORDER_NAMES)]
        text = _("six letters, one for each step: {names}").format(names=", ".join(names))
        return [text, ways_told(sight, view.players[view.seat].caravan),
                _("Type try and six letters to hear where they lead.")]  # fmt: skip
    if view.phase in (EVENT, CAMP):
        return None
    if view.phase == FILL and not words:
        return _of_an_order(sight)
    if tuple(words[:1]) == ("envoy",) and len(words) == 1:
        letters = {move.letter for move in sight.moves if move.kind == Kind.ENVOY}
        return [region_told(sight, number) for number, region in enumerate(view.board.regions)
                if region.letter in letters]  # fmt: skip
    return None


def _of_an_order(sight: SeatSight) -> list[str]:
    """Return the possible gains from a filled order, each with its worth."""
    told = []
    for move in sight.moves:
        words = tuple(move.word.split())
        if move.kind in (Kind.BARTER, Kind.OFFER):
            told.append(labelled(WORDS.shown(words), note(sight.view, words)))
    rest = [move for move in sight.moves if move.kind not in (Kind.BARTER, Kind.OFFER)]
    return told + grouped(rest, (), WORDS)
