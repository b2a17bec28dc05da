"""What every nation of Der Schwarm has, the row of cards, and what is still hidden, in words."""

from __future__ import annotations

from nim_tui.plain.text import listed
from rules.schwarm.board import BUOYS, KINDS, RESEARCHERS, SHIPS, STATIONS
from rules.schwarm.cards import BLUE_CARDS
from rules.schwarm.cells import NONE
from rules.schwarm.moves import OVER, ROW
from rules.schwarm.preview import is_brilliant, network_of
from rules.schwarm.view import SchwarmView
from screens.schwarm.sentences import ledger
from screens.schwarm.signs import capacity_text, card_text, cards_text, tile_name
from screens.table.teller import Sight
from screens.text import _, labelled, ngettext


def row_of_cards(sight: Sight) -> list[str]:
    """The cards of the row by number and price, and the order cards behind them."""
    view: SchwarmView = sight.view
    told = [
        _("card {number}, {card}, for {price}").format(
            number=place + 1, card=card_text(card), price=place
        )
        for place, card in enumerate(view.row)
    ]
    if view.phase == ROW and view.orders_left:
        orders = listed([str(number) for number in view.orders_left])
        names = listed([capacity_text(capacity) for capacity in view.capacities_left])
        text = _("order cards {orders}, for {price}, with one of {capacities}")
        told.append(text.format(orders=orders, price=len(view.row), capacities=names))
    return told


def _counted(kinds: dict[str, int]) -> str:
    return listed([f"{name} {count}" for name, count in kinds.items() if count])


def still_hidden(view: SchwarmView) -> list[str]:
    """What lies face down on the sea, and in the blue pile, all together."""
    tiles = _counted({tile_name(kind): count for kind, count in enumerate(view.sea)})
    blue = _counted({card_text(c): count for c, count in zip(BLUE_CARDS, view.blue_pile)})
    told = [_("still face down: {tiles}").format(tiles=tiles or _("nothing"))]
    if blue:
        told.append(_("in the blue pile: {cards}").format(cards=blue))
    if view.golden_left:
        told.append(ngettext("{count} golden tile is left", "{count} golden tiles are left",
                             view.golden_left))  # fmt: skip
    return told


def cards_told(sight: Sight, seat: int) -> str:
    """The cards of a hand by name, or their number where they are closed."""
    view: SchwarmView = sight.view
    cards = view.players[seat].cards
    if view.options.closed_hands and seat != view.seat and view.phase != OVER:
        told = ngettext("{count} card", "{count} cards", len(cards))
    else:
        told = _("cards: {cards}").format(cards=cards_text(cards).replace("×", "") or _("none"))
    return labelled(sight.head(seat), told)


def nation_told(sight: Sight, seat: int) -> list[str]:
    """How a nation stands; its cards, tiles and reserve."""
    view: SchwarmView = sight.view
    player = view.players[seat]
    parts = [ngettext("{count} point", "{count} points", player.points)]
    if player.is_linked:
        parts.append(_("linked to the queen"))
    if player.order_card != NONE:
        parts.append(_("order card {number}").format(number=player.order_card))
    if player.capacity != NONE:
        parts.append(capacity_text(player.capacity))
    tiles = _counted({tile_name(kind): player.tiles[kind] for kind in range(len(KINDS))})
    parts.append(_("tiles: {tiles}").format(tiles=tiles or _("none")))
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
        ngettext("{count} ship to place", "{count} ships to place", SHIPS - len(player.ships)),
        ngettext("{count} buoy", "{count} buoys", buoys - (player.is_linked and buoys > 0)),
    ]
    return _("left: {pieces}").format(pieces=listed(parts))


def network_told(sight: Sight, seat: int) -> str:
    """The largest network of a nation, as it would count now."""
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


def ledger_told(sight: Sight, seat: int) -> str:
    """Where the points of a nation came from."""
    book = ledger(sight.log, seat)
    parts = [
        _("start {points}").format(points=book.start),
        _("cards {points}").format(points=book.cards),
        _("tiles {points}").format(points=book.tiles),
        _("hits {points}").format(points=book.won),
        _("hits taken {points}").format(points=book.lost),
        _("networks {points}").format(points=book.networks),
        _("end {points}").format(points=book.end),
    ]
    return labelled(sight.head(seat), ", ".join(parts))
