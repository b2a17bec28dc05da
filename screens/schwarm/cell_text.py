"""What lies on a cell, in words: for the frame of the sea."""

from __future__ import annotations

from rules.schwarm.board import SHORES
from rules.schwarm.cells import CELL_NAMES, NONE
from rules.schwarm.view import SchwarmView
from screens.player_styles import SIDE_SIGNS
from screens.schwarm.signs import water_text
from screens.schwarm.words import WORDS
from screens.text import _, labelled


def described(view: SchwarmView, cell: int) -> str:
    """A cell: "e4: tee, buoys ▲ ▼, ship ■"."""
    parts = _land(view, cell) if view.board.place_of[cell] != NONE else _water(view, cell)
    return labelled(CELL_NAMES[cell], ", ".join(parts))


def _land(view: SchwarmView, cell: int) -> list[str]:
    place = view.board.place_of[cell]
    shore = _(SHORES[view.board.shores[place]])
    parts = [_("land {number}, {shore}").format(number=view.board.numbers[place], shore=shore)]
    owner = view.owners[place]
    if owner != NONE:
        text = _("station {side} with {count}")
        parts.append(text.format(side=SIDE_SIGNS[owner], count=view.crew[place]))
    if view.crab == cell:
        parts.append(WORDS.shown("crab"))
    return parts


def _water(view: SchwarmView, cell: int) -> list[str]:
    parts = [water_text(view, cell)]
    buoys = [
        SIDE_SIGNS[seat]
        for seat, player in enumerate(view.players)
        for _each in range(player.buoys.count(cell))
    ]
    if cell == view.board.queen:
        buoys = [SIDE_SIGNS[seat] for seat, p in enumerate(view.players) if p.is_linked]
    if buoys:
        parts.append(_("buoys {sides}").format(sides=" ".join(buoys)))
    for seat, player in enumerate(view.players):
        for _each in range(player.ships.count(cell)):
            parts.append(_("ship {side}").format(side=SIDE_SIGNS[seat]))
    for number, place in enumerate(view.whales, start=1):
        if place == cell:
            parts.append(_("whale {number}").format(number=number))
    for number, place in enumerate(view.waves, start=1):
        if place == cell:
            parts.append(_("wave {number}").format(number=number))
    return parts
