"""Cells and tiles of the sea of Der Schwarm in words."""

from __future__ import annotations

from collections.abc import Sequence

from nim_tui.plain.text import listed
from rules.schwarm.board import LINKS, POINTS, SHORES
from rules.schwarm.cells import CELL_NAMES, COMPASS, COMPASS_STEPS, NONE
from rules.schwarm.moves import Move
from rules.schwarm.placing import stacks
from rules.schwarm.view import SchwarmView
from screens.schwarm.signs import direction_text, tile_name, water_text
from screens.table.teller import Sight
from screens.text import _, labelled, ngettext


def cell_told(sight: Sight, cell: int) -> str:
    """A cell, and all that is on it."""
    view: SchwarmView = sight.view
    is_land = view.board.place_of[cell] != NONE
    return labelled(
        CELL_NAMES[cell], ", ".join(_land(sight, cell) if is_land else _water(sight, cell))
    )


def _land(sight: Sight, cell: int) -> list[str]:
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


def _water(sight: Sight, cell: int) -> list[str]:
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


def _whose(sight: Sight, counts: Sequence[int]) -> str:
    """Whose things there are, with their number where it is not one."""
    named = [(sight.name(seat), count) for seat, count in enumerate(counts) if count]
    return listed([name if count == 1 else f"{name} {count}" for name, count in named])


def tile_told(view: SchwarmView, cell: int) -> str:
    """The tile on a cell of water, and the sides it is open to."""
    told = water_text(view, cell)
    if cell == view.board.queen or view.face_down >> cell & 1 or not view.links_at(cell):
        return told
    return _("{tile} open to {sides}").format(tile=told, sides=_sides(view.links_at(cell)))


def _sides(links: int) -> str:
    return listed([direction_text(name) for side, name in enumerate("nesw") if links >> side & 1])


def around_cell(sight: Sight, cell: int) -> list[str]:
    """The eight cells around a cell."""
    return [
        labelled(direction_text(name), cell_told(sight, cell + step))
        for name, step in zip(COMPASS, COMPASS_STEPS)
        if sight.view.is_on_map(cell + step)
    ]


def stacks_told(sight: Sight) -> list[str]:
    """The stacks of tiles of whose turn it is, or of whoever listens, by number."""
    view: SchwarmView = sight.view
    tiles = view.players[view.mover if view.seat is None else view.seat].tiles
    told = []
    for number, kind in enumerate(stacks(tiles), start=1):
        points = ngettext("{count} point", "{count} points", POINTS[kind])
        told.append(_("stack {number}: {tile} {count}, {points} each").format(
            number=number, count=tiles[kind], tile=tile_name(kind), points=points))  # fmt: skip
    return told or [_("you have no tile")]


def tile_turns(view: SchwarmView, move: Move) -> str:
    """How a tile would lie."""
    kind = stacks(view.players[view.mover].tiles)[move.number - 1]
    return _("r{turns}: {tile} open to {sides}").format(
        turns=move.count, tile=tile_name(kind), sides=_sides(LINKS[kind][move.count])
    )
