"""Villages, regions, orders and tribes of Himalaya in words."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.plain.text import clauses, listed
from rules import nouns
from rules.himalaya.board import DELEGATIONS, LEVELS, NONE, STUPAS, WAYS
from rules.himalaya.legal import BIT
from rules.himalaya.moves import LETTERS
from rules.himalaya.phases import PROGRAM
from rules.himalaya.view import HimalayaView
from screens.himalaya.signs import cube_name, program_words
from screens.himalaya.standing import TOKENS, figures, is_open, lack_words, lacking
from screens.himalaya.words import WORDS
from screens.table.teller import Sight
from screens.text import _, in_words, labelled


def village_name(sight: Sight, village: int) -> str:
    """A village by number and name."""
    return f"{village} {sight.view.board.villages[village].name}"


def cubes_told(counts: Sequence[int]) -> str:
    """Cubes in words, by kind."""
    each = [f"{count} {cube_name(cube)}" for cube, count in enumerate(counts) if count]
    return listed(each) or _("no cubes")


def order_told(sight: Sight, village: int) -> str:
    """An order, and where it is wanted."""
    return labelled(village_name(sight, village), order_text(sight, village))


def order_text(sight: Sight, village: int) -> str:
    """An order: what it demands, its yaks, and what whoever listens lacks for it."""
    view: HimalayaView = sight.view
    disc = view.board.discs[view.orders[village]]
    yaks = in_words(nouns.yaks(disc.yaks))
    text = _("wanted: {cubes}, for {yaks}").format(cubes=cubes_told(disc.demand), yaks=yaks)
    if view.seat is not None:
        missing = lacking(view, view.players[view.seat].cubes, village)
        lacks = _("you lack {cubes}").format(cubes=lack_words(missing))
        text = clauses((text, lacks if any(missing) else _("you can fill it")))
    return text


def village_told(sight: Sight, village: int) -> str:
    """A village: its level, who and what is there, what it offers."""
    view: HimalayaView = sight.view
    parts = [_(LEVELS[view.board.villages[village].level - 1])]
    here = [sight.name(s) for s, player in enumerate(view.players) if player.caravan == village]
    if here:
        parts.append(_("caravans: {names}").format(names=listed(here)))
    if view.stupas[village] != NONE:
        parts.append(_("stupa: {name}").format(name=sight.name(view.stupas[village])))
    if village in view.markets:
        parts.append(_("market day"))
    head = labelled(village_name(sight, village), ", ".join(parts))
    if view.goods[village]:
        offered = _("offers {cubes}").format(cubes=cubes_told(view.goods[village]))
        return clauses((head, offered))
    if view.orders[village] != NONE:
        return clauses((head, order_text(sight, village)))
    return clauses((head, _("nothing to trade")))


def ways_told(sight: Sight, village: int) -> str:
    """Where the routes of a village lead, and what is on them."""
    view: HimalayaView = sight.view
    told = []
    for way, name in enumerate(WAYS):
        end = view.board.neighbours[way][village]
        if not end:
            continue
        text = _("{letter} {way} to {village}").format(
            letter=LETTERS[way], way=_(name), village=village_name(sight, end)
        )
        route = (min(village, end), max(village, end))
        if route in view.yetis:
            text += " " + _("with a yeti on it")
        if route in view.snows:
            text += " " + _("with snow on it")
        told.append(text)
    return _("from {village}: {ways}").format(
        village=village_name(sight, village), ways=", ".join(told) or _("no way")
    )


def region_told(sight: Sight, region: int) -> str:
    """A region and the delegations there; who leads it alone."""
    view: HimalayaView = sight.view
    printed, sent = view.board.regions[region], view.delegations[region]
    each = [f"{sight.name(seat)} {count}" for seat, count in enumerate(sent) if count]
    told = _("delegations: {tribes}").format(tribes=listed(each)) if each else _("no delegations")
    if each and sent.count(max(sent)) == 1:
        told += ", " + _("led by {name}").format(name=sight.name(sent.index(max(sent))))
    head = _("region {letter}, {name}").format(letter=printed.letter, name=_(printed.name))
    return labelled(head, told)


def tribe_told(sight: Sight, seat: int) -> list[str]:
    """How a tribe stands; what it holds, as far as that is known; what is left to it."""
    view: HimalayaView = sight.view
    player = view.players[seat]
    religion, politics = figures(view, seat)
    told = _("religion {religion}, politics {politics}").format(
        religion=religion, politics=politics
    )
    if is_open(view, seat):
        yaks = in_words(nouns.yaks(view.yaks(seat)))
        told = clauses((f"{told}, {yaks}", cubes_told(player.cubes)))
    else:
        told += ", " + _("cubes and yaks behind the screen")
    stupas = in_words(nouns.stupas(STUPAS - view.stupas.count(seat)))
    sent = DELEGATIONS - sum(region[seat] for region in view.delegations)
    left = _("left: {stupas}, {delegations}").format(
        stupas=stupas, delegations=in_words(nouns.delegations(sent))
    )
    return [labelled(sight.head(seat), told), left, *_turn_of(view, seat)]


def _turn_of(view: HimalayaView, seat: int) -> list[str]:
    """Tokens, the program, and snow."""
    player = view.players[seat]
    told = []
    if view.options.events:
        names = [WORDS.shown(name) for kind, name in TOKENS if player.event_tokens & BIT[kind]]
        told.append(_("tokens: {tokens}").format(tokens=listed(names) or _("none")))
    if player.program:
        letters = "".join(LETTERS[order] for order in player.program)
        told.append(_("program: {letters}").format(letters=program_words(letters)))
    elif view.phase == PROGRAM and view.turn:
        told.append(_("program sealed") if player.is_sealed else _("laying a program"))
    if player.is_snowed:
        told.append(_("the next order is lost to snow"))
    return told
