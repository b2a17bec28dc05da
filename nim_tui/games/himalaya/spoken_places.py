"""Places and pieces of *Himalaya* in words, for text mode."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.plain.text import listed
from rules import messages as nouns
from rules.himalaya.board import DELEGATIONS, LEVELS, NONE, STUPAS, VILLAGES, WAYS
from rules.himalaya.legal import BIT
from rules.himalaya.moves import LETTERS, PROGRAM
from rules.himalaya.view import HimalayaView
from screens.himalaya.forecast import TOKENS, figures, is_open, lack_words, lacking
from screens.himalaya.signs import WORDS, cube_name, program_words
from screens.table.speech import SeatSight
from screens.text import _, clauses, in_words, labelled, ngettext


def village_name(sight: SeatSight, village: int) -> str:
    """Return a village by number and name."""
    return f"{village} {sight.view.board.villages[village].name}"


def cubes_told(counts: Sequence[int]) -> str:
    """Return cubes in words, by kind."""
    each = [f"{count} {cube_name(cube)}" for cube, count in enumerate(counts) if count]
    return listed(each) or _("no cubes")


def order_told(sight: SeatSight, village: int) -> str:
    """Return an order, and the village that demands it."""
    return labelled(village_name(sight, village), order_text(sight, village))


def order_text(sight: SeatSight, village: int) -> str:
    """Return an order: its demand, its yaks, and the cubes that the listener lacks for it."""
    view: HimalayaView = sight.view
    disc = view.board.discs[view.orders[village]]
    yaks = in_words(nouns.yaks(disc.yaks))
    text = _("demands {cubes}, for {yaks}").format(cubes=cubes_told(disc.demand), yaks=yaks)
    if view.seat is not None:
        missing = lacking(view, view.players[view.seat].cubes, village)
        lacks = _("you lack {cubes}").format(cubes=lack_words(missing))
        text = clauses((text, lacks if any(missing) else _("you can fill it")))
    return text


def village_told(sight: SeatSight, village: int) -> str:
    """Return a village's level, caravans, pieces and offer."""
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


def villages_told(sight: SeatSight) -> list[str]:
    """Return the contents of every village; empty ones share one sentence."""
    view: HimalayaView = sight.view
    busy = {*view.markets, *(player.caravan for player in view.players)}
    empty = [
        v
        for v in VILLAGES
        if v not in busy and not view.goods[v] and view.orders[v] == view.stupas[v] == NONE
    ]
    told = [village_told(sight, village) for village in VILLAGES if village not in empty]
    names = listed([village_name(sight, village) for village in empty])
    return [*told, _("nothing to trade at {villages}").format(villages=names) if names else ""]


def ways_told(sight: SeatSight, village: int) -> str:
    """Return the targets of a village's routes, and the conditions on them."""
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
            text = _("{route} (blocked by a yeti)").format(route=text)
        if route in view.snows:
            text = _("{route} (slowed by snow)").format(route=text)
        told.append(text)
    return _("from {village}: {ways}").format(
        village=village_name(sight, village), ways=", ".join(told) or _("no route")
    )


def way_told(sight: SeatSight, village: int) -> str:
    """Return a shortest way to a village from the listener's caravan."""
    view: HimalayaView = sight.view
    start = 0 if view.seat is None else view.players[view.seat].caravan
    name = village_name(sight, village)
    if start in (0, village):
        return labelled(
            name, _("your caravan is there") if start else _("no caravan is on the move")
        )
    found: dict[int, tuple[str, ...]] = {start: ()}
    for here in (queue := [start]):
        for way, ends in enumerate(view.board.neighbours):
            end = ends[here]
            if end and end not in found:
                step = _("{way} to {village}").format(way=_(WAYS[way]), village=end)
                found[end] = (*found[here], step)
                queue.append(end)
    steps = _("from {village}: {ways}").format(
        village=village_name(sight, start), ways=", ".join(found[village])
    )
    return labelled(_("the way to {village}").format(village=name), steps)


def region_told(sight: SeatSight, region: int) -> str:
    """Describe a region, its delegations, and its sole leader if any."""
    view: HimalayaView = sight.view
    printed, sent = view.board.regions[region], view.delegations[region]
    each = [f"{sight.name(seat)} {count}" for seat, count in enumerate(sent) if count]
    told = _("delegations: {tribes}").format(tribes=listed(each)) if each else _("no delegations")
    if each and sent.count(max(sent)) == 1:
        told += ", " + _("led by {name}").format(name=sight.name(sent.index(max(sent))))
    head = _("region {letter}, {name}").format(letter=printed.letter, name=_(printed.name))
    return labelled(head, told)


def regions_told(sight: SeatSight) -> list[str]:
    """Return the owners of the delegations in each region; empty regions share one sentence."""
    view: HimalayaView = sight.view
    told = [region_told(sight, n) for n, sent in enumerate(view.delegations) if any(sent)]
    empty = [
        f"{region.letter} {_(region.name)}"
        for region, sent in zip(view.board.regions, view.delegations)
        if not any(sent)
    ]
    text = _("no delegations in {regions}").format(regions=listed(empty))
    return [*told, text if empty else ""]


def tribe_told(sight: SeatSight, seat: int) -> list[str]:
    """Return a tribe's standing, known holdings and reserve."""
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
    left = _("in reserve: {stupas}, {delegations}").format(
        stupas=stupas, delegations=in_words(nouns.delegations(sent))
    )
    return [labelled(sight.head(seat), told), *_kept(view, seat), left, *_turn_of(view, seat)]


def _kept(view: HimalayaView, seat: int) -> list[str]:
    """Return the sources of the yaks, if shown: the orders kept, and inventory tokens."""
    player = view.players[seat]
    if not (is_open(view, seat) and (player.discs or player.tokens)):
        return []
    yaks = [in_words(nouns.yaks(view.board.discs[disc].yaks)) for disc in player.discs]
    orders = _("orders kept, worth {yaks}").format(yaks=listed(yaks)) if yaks else ""
    tokens = ngettext("{count} inventory token", "{count} inventory tokens", player.tokens)
    return [clauses([orders, tokens if player.tokens else ""])]


def _turn_of(view: HimalayaView, seat: int) -> list[str]:
    """Describe a seat's tokens, program, and snow."""
    player = view.players[seat]
    told = []
    if view.options.events:
        names = [WORDS.shown(name) for kind, name in TOKENS if player.event_tokens & BIT[kind]]
        tokens = _("tokens: {tokens}").format(tokens=listed(names))
        told.append(tokens if names else _("no event tokens left"))
    if player.program:
        letters = "".join(LETTERS[order] for order in player.program)
        told.append(_("program: {letters}").format(letters=program_words(letters)))
    elif view.phase == PROGRAM and view.turn:
        told.append(_("program sealed") if player.is_sealed else _("writing a program"))
    if player.is_snowed:
        told.append(_("the next step is lost to snow"))
    return told


def cubes(sight: SeatSight, cube: int) -> list[str]:
    """Return where a kind of cube lies, and where it is wanted."""
    view: HimalayaView = sight.view
    lies = [v for v in VILLAGES if view.goods[v] and view.goods[v][cube]]
    ordered = [v for v in VILLAGES if view.orders[v] != NONE]
    wanted = [v for v in ordered if view.board.discs[view.orders[v]].demand[cube]]
    told = []
    for text, villages in ((_("lies at {villages}"), lies), (_("demanded at {villages}"), wanted)):
        if villages:
            names = listed([village_name(sight, village) for village in villages])
            told.append(labelled(cube_name(cube), text.format(villages=names)))
    return told or [labelled(cube_name(cube), _("nowhere"))]


def bags(sight: SeatSight) -> list[str]:
    """Return the contents of the bags, which everybody can count."""
    view: HimalayaView = sight.view
    cubes = cubes_told(view.cube_bag)
    discs = in_words(nouns.orders(sum(view.disc_bag)))
    return [_("in the bags: {cubes}; {orders}").format(cubes=cubes, orders=discs)]
