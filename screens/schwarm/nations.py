"""What every nation has: points, cards, tiles, and what is left in its reserve."""

from __future__ import annotations

from collections.abc import Sequence

from rules.schwarm.board import BUOYS, QUOTAS, RESEARCHERS, SHIPS, STATIONS
from rules.schwarm.cards import JOKER
from rules.schwarm.cells import NONE
from rules.schwarm.moves import OVER, ROW, START
from rules.schwarm.view import Player, SchwarmView
from screens.player_styles import SIDE_SIGNS, SIDES
from screens.schwarm.signs import capacity_text, cards_text, tiles_text
from screens.text import _, labelled, ngettext
from screens.widgets.lines import Line


def long_lines(view: SchwarmView, names: Sequence[str], *, with_reserve: bool = True) -> list[Line]:
    """All about every nation, in turn order."""
    lines: list[Line] = []
    for seat in view.order:
        player = view.players[seat]
        queen = _(", linked to the queen") if player.is_linked else ""
        points = ngettext("{count} point", "{count} points", player.points)
        head = labelled(f"{SIDE_SIGNS[seat]} {names[seat]}", f"{points}{queen}")
        lines.append((head, f"lines--{SIDES[seat]}-strong"))
        order = [] if player.order_card == NONE else [_order_text(player)]
        rest = [*order, _hand(view, seat), _tiles(player)]
        if with_reserve:
            rest.append(_reserve(view, seat))
        lines += [(f"  {text}", "lines--plain") for text in rest]
    return lines


def _order_text(player: Player) -> str:
    capacity = capacity_text(player.capacity)
    return labelled(str(player.order_card), capacity)


def _cards_left(view: SchwarmView, player: Player) -> str:
    """How many cards are taken, while the row is there; then how many are left."""
    if view.phase == START:
        return ""
    count = len(player.cards) - (JOKER in player.cards)
    if view.phase == ROW:
        text = _("cards {count} of {quota}")
        return text.format(count=count, quota=QUOTAS[len(view.players)])
    text = ngettext("{count} card", "{count} cards", count)
    return _("{cards}, joker").format(cards=text) if JOKER in player.cards else text


def _hand(view: SchwarmView, seat: int) -> str:
    """The cards by name; those of others by number under the option closed_hands."""
    cards = view.players[seat].cards
    if view.options.closed_hands and seat != view.seat and view.phase != OVER:
        return _cards_left(view, view.players[seat])
    return _("cards: {cards}").format(cards=cards_text(cards) or "-")


def _tiles(player: Player) -> str:
    return _("tiles: {tiles}").format(tiles=tiles_text(player.tiles))


def _reserve(view: SchwarmView, seat: int) -> str:
    player = view.players[seat]
    buoys = BUOYS - len(player.buoys)
    parts = [
        ngettext("{count} station", "{count} stations", STATIONS - player.stations.bit_count()),
        ngettext("{count} researcher", "{count} researchers", RESEARCHERS - view.researchers(seat)),
        ngettext("{count} ship", "{count} ships", SHIPS - len(player.ships)),
        ngettext("{count} buoy", "{count} buoys", buoys - (player.is_linked and buoys > 0)),
    ]
    return _("left: {pieces}").format(pieces=", ".join(parts))
