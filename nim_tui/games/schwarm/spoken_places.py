"""Places and pieces of *Der Schwarm* in words, for text mode."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.plain.text import listed
from rules.schwarm.board import (
    BUOYS,
    KINDS,
    LINKS,
    POINTS,
    RESEARCHERS,
    SHIPS,
    SHORES,
    STATIONS,
)
from rules.schwarm.cards import BLUE_CARDS
from rules.schwarm.cells import CELL_NAMES, COMPASS, COMPASS_STEPS, NONE
from rules.schwarm.moves import OVER, ROW, Move
from rules.schwarm.placing import stacks
from rules.schwarm.preview import is_brilliant, network_of
from rules.schwarm.view import SchwarmView
from screens.schwarm.prompts import price_text
from screens.schwarm.sentences import ledger
from screens.schwarm.signs import (
    capacity_text,
    card_text,
    cards_text,
    direction_text,
    tile_name,
    water_text,
)
from screens.table.speech import SeatSight
from screens.text import _, labelled, ngettext


def row_of_cards(sight: SeatSight) -> list[str]:
    """Return the cards of the row by number and price, and the turn-order cards."""
    view: SchwarmView = sight.view
    told = [
        _("card {number}: {card}, {price}").format(
            number=place + 1, card=card_text(card), price=price_text(place)
        )
        for place, card in enumerate(view.row)
    ]
    if view.phase == ROW and view.orders_left:
        orders = listed([str(number) for number in view.orders_left])
        names = listed([capacity_text(capacity) for capacity in view.capacities_left])
        text = _("turn-order cards {orders}, {price}, with one of {capacities}")
        if len(view.orders_left) == 1:
            text = _("turn-order card {orders}, {price}, with one of {capacities}")
        told.append(text.format(orders=orders, price=price_text(len(view.row)), capacities=names))
    return told


def _counted(kinds: dict[str, int]) -> str:
    return listed([f"{name} {count}" for name, count in kinds.items() if count])


def still_hidden(view: SchwarmView) -> list[str]:
    """Return the total of face-down tiles on the sea, and of cards in the blue pile."""
    tiles = _counted({tile_name(kind): count for kind, count in enumerate(view.sea)})
    blue = _counted({card_text(c): count for c, count in zip(BLUE_CARDS, view.blue_pile)})
    told = [_("still face down: {tiles}").format(tiles=tiles or _("nothing"))]
    if blue:
        told.append(_("in the blue draw pile: {cards}").format(cards=blue))
    if view.golden_left:
        told.append(ngettext("{count} golden tile is left", "{count} golden tiles are left",
                             view.golden_left))  # fmt: skip
    return told


def cards_told(sight: SeatSight, seat: int) -> str:
    """Return the cards of a hand by name, or only their number if hidden."""
    view: SchwarmView = sight.view
    cards = view.players[seat].cards
    if view.options.closed_hands and seat != view.seat and view.phase != OVER:
        told = ngettext("{count} card", "{count} cards", len(cards))
    else:
        named = cards_text(cards).replace("×", "")
        told = _("cards: {cards}").format(cards=named) if named else _("no cards")
    return labelled(sight.head(seat), told)


def nation_told(sight: SeatSight, seat: int) -> list[str]:
    """Return a player's standing, cards, tiles and reserve."""
    view: SchwarmView = sight.view
    player = view.players[seat]
    parts = [ngettext("{count} point", "{count} points", player.points)]
    if player.is_linked:
        parts.append(_("linked to the queen"))
    if player.order_card != NONE:
        parts.append(_("turn-order card {number}").format(number=player.order_card))
    if player.capacity != NONE:
        parts.append(capacity_text(player.capacity))
    tiles = _counted({tile_name(kind): player.tiles[kind] for kind in range(len(KINDS))})
    parts.append(_("tiles: {tiles}").format(tiles=tiles) if tiles else _("no tiles"))
    return [
        labelled(sight.head(seat), ", ".join(parts)),
        cards_told(sight, seat),
        _reserve(view, seat),
    ]


def _reserve(view: SchwarmView, seat: int) -> str:
    player = view.players[seat]
    buoys = BUOYS - len(player.buoys)
    parts = [
        ngettext("{count} station", "{count} stations", STATIONS - player.stations.bit_count()),
        ngettext("{count} researcher", "{count} researchers", RESEARCHERS - view.researchers(seat)),
        ngettext("{count} ship to launch", "{count} ships to launch", SHIPS - len(player.ships)),
        ngettext("{count} buoy", "{count} buoys", buoys - (player.is_linked and buoys > 0)),
    ]
    return _("reserve: {pieces}").format(pieces=listed(parts))


def network_told(sight: SeatSight, seat: int) -> str:
    """Return the largest network of a player, as if scored now."""
    view: SchwarmView = sight.view
    net = network_of(view, seat)
    points = net.points(is_brilliant=is_brilliant(view, seat))
    parts = [
        ngettext("{count} station", "{count} stations", net.stations),
        ngettext("{count} researcher", "{count} researchers", net.researchers),
        ngettext("{count} buoy", "{count} buoys", net.buoys),
        _("ships: {names}").format(names=net.ships),
    ]
    worth = ngettext("{count} point", "{count} points", points)
    text = _("network of {points}: {pieces}").format(points=worth, pieces=listed(parts))
    return labelled(sight.head(seat), text)


def ledger_told(sight: SeatSight, seat: int) -> str:
    """Return the sources of a player's points."""
    book = ledger(sight.log, seat)
    parts = [
        _("points at the start {points}").format(points=book.start),
        _("cards {points}").format(points=book.cards),
        _("tiles {points}").format(points=book.tiles),
        _("from hits {points}").format(points=book.won),
        _("lost to hits {points}").format(points=book.lost),
        _("networks {points}").format(points=book.networks),
        _("end of game {points}").format(points=book.end),
    ]
    return labelled(sight.head(seat), ", ".join(parts))


def cell_told(sight: SeatSight, cell: int) -> str:
    """Describe a cell and everything on it."""
    view: SchwarmView = sight.view
    is_land = view.board.place_of[cell] != NONE
    return labelled(
        CELL_NAMES[cell], ", ".join(_land(sight, cell) if is_land else _water(sight, cell))
    )


def _land(sight: SeatSight, cell: int) -> list[str]:
    view: SchwarmView = sight.view
    place = view.board.place_of[cell]
    shore = _(SHORES[view.board.shores[place]])
    parts = [_("land {number}, {shore}").format(number=view.board.numbers[place], shore=shore)]
    owner = view.owners[place]
    if owner != NONE:
        crew = ngettext("{count} researcher", "{count} researchers", view.crew[place])
        parts.append(_("station: {name}, {crew}").format(name=sight.name(owner), crew=crew))
    if view.crab == cell:
        parts.append(_("the crab"))
    return parts


def _water(sight: SeatSight, cell: int) -> list[str]:
    view: SchwarmView = sight.view
    parts = [tile_told(view, cell)]
    buoys = [player.buoys.count(cell) for player in view.players]
    if cell == view.board.queen:
        buoys = [int(player.is_linked) for player in view.players]
    if any(buoys):
        parts.append(_("buoys: {names}").format(names=_whose(sight, buoys)))
    ships = [own.count(cell) for own in view.ships]
    if any(ships):
        parts.append(_("ships: {names}").format(names=_whose(sight, ships)))
    for text, places in ((_("whale {number}"), view.whales), (_("wave {number}"), view.waves)):
        parts += [text.format(number=n) for n, at in enumerate(places, start=1) if at == cell]
    return parts


def _whose(sight: SeatSight, counts: Sequence[int]) -> str:
    """Return the owners of things, with counts above one."""
    named = [(sight.name(seat), count) for seat, count in enumerate(counts) if count]
    return listed([name if count == 1 else f"{name} {count}" for name, count in named])


def tile_told(view: SchwarmView, cell: int) -> str:
    """Describe the tile on a cell of water, with its open sides."""
    told = water_text(view, cell)
    if cell == view.board.queen or view.face_down >> cell & 1 or not view.links_at(cell):
        return told
    return _("{tile} open to {sides}").format(tile=told, sides=_sides(view.links_at(cell)))


def _sides(links: int) -> str:
    return listed([direction_text(name) for side, name in enumerate("nesw") if links >> side & 1])


def around_cell(sight: SeatSight, cell: int) -> list[str]:
    """Describe the eight cells around a cell."""
    return [
        labelled(direction_text(name), cell_told(sight, cell + step))
        for name, step in zip(COMPASS, COMPASS_STEPS)
        if sight.view.is_on_map(cell + step)
    ]


def stacks_told(sight: SeatSight) -> list[str]:
    """Return the listener's stacks of tiles, by number; to a spectator, those of the mover."""
    view: SchwarmView = sight.view
    tiles = view.players[view.mover if view.seat is None else view.seat].tiles
    told = []
    for number, kind in enumerate(stacks(tiles), start=1):
        points = ngettext("{count} point", "{count} points", POINTS[kind])
        told.append(_("stack {number}: {tile}, {count} in all, {points} each").format(
            number=number, count=tiles[kind], tile=tile_name(kind), points=points))  # fmt: skip
    return told or [_("you have no tile")]


def tile_turns(view: SchwarmView, move: Move) -> str:
    """Return the open sides of a tile as a move would turn it."""
    kind = stacks(view.players[view.mover].tiles)[move.number - 1]
    return _("r{turns}: {tile} open to {sides}").format(
        turns=move.count, tile=tile_name(kind), sides=_sides(LINKS[kind][move.count])
    )
