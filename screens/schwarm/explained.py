"""What a card, a tile or a piece is and does, and what the words of moves do, each in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.schwarm.board import POINTS
from rules.schwarm.cards import CARDS
from rules.schwarm.cells import NONE
from rules.schwarm.view import SchwarmView
from screens.text import N_, _, ngettext

MEANINGS: Final[Mapping[str, str]] = {
    "start": N_("your first station stands there, with a researcher"),
    "card": N_("take that action card; each card to its left costs a point"),
    "order": N_("take your place in the order of play, and a capacity card with it"),
    "station": N_("build a station on free land, with a researcher on it"),
    "ship": N_("launch a ship beside a station of yours if you like, then sail"),
    "researcher": N_("one more researcher on a station of yours, or place tiles"),
    "research": N_("place tiles you took, one a researcher, joined to your network"),
    "double": N_("a ship action and a researcher action, in either order"),
    "joker": N_("any one action but the double card; once a round"),
    "whale": N_("a whale swims and hits the ships it meets, never twice over a cell"),
    "wave": N_("a wave rolls straight on, and hits ships and the station it ends on"),
    "crab": N_("the crab creeps clockwise along the coast, and hits stations of others"),
    "launch": N_("a ship of your reserve comes onto water beside a station of yours"),
    "sail": N_("a ship goes one cell; a hidden tile it leaves is yours"),
    "place": N_("a tile from your stacks goes onto the sea, with a buoy of yours"),
    "done": N_("no more of this action"),
    "fast": N_("your ship actions have four steps this round"),
    "golden": N_("a golden tile, with four links, to place when you like"),
    "protection": N_("each hit costs you 1 less this round"),
    "brilliant": N_("your researchers count twice in this round’s scoring"),
}


def explain_card(view: SchwarmView, number: int) -> str:
    """An action card of the row."""
    action = CARDS[view.row[number]].action
    word = "joker" if action is None else action.name.lower()
    return _(MEANINGS[word])


def explain_cell(view: SchwarmView, cell: int) -> str:
    """A cell: what a piece on it does first, else what can be done there."""
    for hazard, cells in (("crab", (view.crab,)), ("whale", view.whales), ("wave", view.waves)):
        if cell in cells:
            return _(MEANINGS[hazard])
    if view.board.place_of[cell] != NONE:
        return _explain_land(view, view.board.place_of[cell])
    if cell == view.board.queen:
        return _("the queen: stations linked to her pay at the end what their land says")
    if view.face_down >> cell & 1:
        return _("a ship that leaves this cell takes the hidden tile")
    links = view.links_at(cell)
    if links:
        return _("a tile; one with more links may be laid over it, if it keeps these open")
    return _("free for a tile that joins your network; it pays up to {most} points").format(
        most=max(POINTS)
    )


def _explain_land(view: SchwarmView, place: int) -> str:
    number, owner = view.board.numbers[place], view.owners[place]
    if owner == NONE:
        text = _("free land: a station here pays {number} at the end, if linked to the queen")
        return text.format(number=number)
    room = 3 - view.crew[place]
    told = _("a station: {number} points at the end, if linked to the queen").format(number=number)
    more = ngettext("room for {count} researcher", "room for {count} researchers", room)
    return f"{told}; {more}" if room > 0 else told
