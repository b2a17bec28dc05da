"""The cubes of Himalaya in words: where they lie and are wanted, and what is in the bags."""

from __future__ import annotations

from nim_tui.plain.games.himalaya_map import cubes_told, village_name
from nim_tui.plain.text import listed
from rules import messages as nouns
from rules.himalaya.board import NONE, VILLAGES
from rules.himalaya.view import HimalayaView
from screens.himalaya.signs import cube_name
from screens.table.teller import Sight
from screens.text import _, in_words, labelled


def cubes(sight: Sight, cube: int) -> list[str]:
    """Where a kind of cube lies, and where it is wanted."""
    view: HimalayaView = sight.view
    lies = [v for v in VILLAGES if view.goods[v] and view.goods[v][cube]]
    ordered = [v for v in VILLAGES if view.orders[v] != NONE]
    wanted = [v for v in ordered if view.board.discs[view.orders[v]].demand[cube]]
    told = []
    for text, villages in ((_("lies at {villages}"), lies), (_("wanted at {villages}"), wanted)):
        if villages:
            names = listed([village_name(sight, village) for village in villages])
            told.append(labelled(cube_name(cube), text.format(villages=names)))
    return told or [labelled(cube_name(cube), _("nowhere"))]


def bags(sight: Sight) -> list[str]:
    """What is still in the bags: everybody can count it."""
    view: HimalayaView = sight.view
    cubes = cubes_told(view.cube_bag)
    discs = in_words(nouns.orders(sum(view.disc_bag)))
    return [_("in the bags: {cubes}; {orders}").format(cubes=cubes, orders=discs)]
