"""A view after an event: how the table looked between the steps of one move.

A wave may hit many on its way, and the last card of a round is followed by everybody's points.
After the last event of a move the view is the one after it, in every field.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rules.contract import Event
from rules.schwarm import view_after_cards as follow_cards
from rules.schwarm.cells import NONE
from rules.schwarm.placing import can_place
from rules.schwarm.sample import state_of
from rules.schwarm.tiles import KINDS, LINKS
from rules.schwarm.view import SchwarmView
from rules.schwarm.view_changes import (
    card_over,
    cell_of,
    moved,
    number_of,
    paid,
    player_of,
    put,
    rejoined,
    seat_of,
    with_player,
    with_turn,
)

_STEPS: Final = ("hit", "scored", "crowned")


def is_a_step(event: Event) -> bool:
    """Whether an event is one of several that one move may bring."""
    return event.name in _STEPS


def is_shown(event: Event) -> bool:
    """Whether a step ends with this event: all that can be seen are worth a moment."""
    return event.name != "finished"


def after(view: SchwarmView, event: Event) -> SchwarmView:
    """The view after one event."""
    follow = _FOLLOW.get(event.name)
    return view if follow is None else follow(view, event)


# Stations and ships


def _started(view: SchwarmView, event: Event) -> SchwarmView:
    view = _with_station(view, event, 1)
    turn = view.turn + (-1 if view.options.free_start else 1)
    return with_turn(view, turn) if turn in range(len(view.order)) else view


def _built(view: SchwarmView, event: Event) -> SchwarmView:
    return card_over(_with_station(view, event, number_of(event, "researchers")))


def _with_station(view: SchwarmView, event: Event, researchers: int) -> SchwarmView:
    cell, seat = cell_of(event), seat_of(event)
    place = view.board.place_of[cell]
    owners, crew = put(view.owners, place, seat), put(view.crew, place, researchers)
    view = replace(view, owners=owners, crew=crew)
    view = with_player(view, seat, stations=view.players[seat].stations | 1 << cell)
    return rejoined(view, seat)


def _manned(view: SchwarmView, event: Event) -> SchwarmView:
    place = view.board.place_of[cell_of(event)]
    return card_over(replace(view, crew=put(view.crew, place, view.crew[place] + 1)))


def _launched(view: SchwarmView, event: Event) -> SchwarmView:
    ships = (*player_of(view, event).ships, cell_of(event))
    view = with_player(replace(view, may_launch=False), seat_of(event), ships=ships)
    return rejoined(view, seat_of(event))


def _sailed(view: SchwarmView, event: Event) -> SchwarmView:
    ships = moved(player_of(view, event).ships, cell_of(event, "from"), cell_of(event))
    view = replace(view, may_launch=False, left=view.left - 1)
    view = rejoined(with_player(view, seat_of(event), ships=ships), seat_of(event))
    return view if view.left else card_over(view)


def _lifted(view: SchwarmView, event: Event) -> SchwarmView:
    kind = KINDS.index(str(event.facts["tile"]))
    tiles = player_of(view, event).tiles
    view = with_player(view, seat_of(event), tiles=put(tiles, kind, tiles[kind] + 1))
    sea = put(view.sea, kind, view.sea[kind] - 1)
    return replace(view, sea=sea, face_down=view.face_down & ~(1 << cell_of(event)))


# Tiles


def _moved_buoy(view: SchwarmView, event: Event) -> SchwarmView:
    cell, player = cell_of(event), player_of(view, event)
    buoys = [*player.buoys]
    buoys.remove(cell)
    buoyed = player.buoyed if cell in buoys else player.buoyed & ~(1 << cell)
    return with_player(view, seat_of(event), buoys=tuple(buoys), buoyed=buoyed)


def _placed(view: SchwarmView, event: Event) -> SchwarmView:
    cell, kind, seat = cell_of(event), KINDS.index(str(event.facts["tile"])), seat_of(event)
    view = _laid(view, cell, LINKS[kind][number_of(event, "turns")])
    player = view.players[seat]
    view = with_player(
        view,
        seat,
        buoyed=player.buoyed | 1 << cell,
        buoys=(*player.buoys, cell),
        tiles=put(player.tiles, kind, player.tiles[kind] - 1),
        points=player.points + number_of(event, "points"),
    )
    view = replace(view, laid=put(view.laid, kind, view.laid[kind] + 1), left=view.left - 1)
    owners = [other for other, own in enumerate(view.players) if own.buoyed >> cell & 1]
    view = rejoined(view, *owners)
    return view if view.left and can_place(state_of(view), seat) else card_over(view)


def _laid(view: SchwarmView, cell: int, links: int) -> SchwarmView:
    """A tile face up on a cell, over whatever lay there."""
    bare = [cells & ~(1 << cell) for cells in view.shapes]
    return replace(view, shapes=put(bare, links, bare[links] | 1 << cell))


# Hazards


def _hit(view: SchwarmView, event: Event) -> SchwarmView:
    price = number_of(event, "points")
    return paid(paid(view, number_of(event, "victim"), -price), seat_of(event), price)


def _crept(view: SchwarmView, event: Event) -> SchwarmView:
    return replace(view, crab=cell_of(event))


def _surfaced(view: SchwarmView, event: Event) -> SchwarmView:
    number = view.whales.index(NONE)
    view = replace(view, whales=put(view.whales, number, view.board.queen))
    return follow_cards.swimming(view, number)


def _swam(view: SchwarmView, event: Event) -> SchwarmView:
    cell = cell_of(event)
    whales = put(view.whales, view.moving, cell)
    return replace(view, whales=whales, visited=(*view.visited, cell), left=view.left - 1)


def _rolled(view: SchwarmView, event: Event) -> SchwarmView:
    number = number_of(event, "number")
    place = number - 1 if number else view.waves.index(NONE)
    end = cell_of(event) if event.facts["ends"] == "water" else NONE
    return replace(view, waves=put(view.waves, place, end))


_FOLLOW: Final[dict[str, Callable[[SchwarmView, Event], SchwarmView]]] = {
    "row": follow_cards.row,
    "took": follow_cards.took,
    "ordered": follow_cards.ordered,
    "opened": follow_cards.opened,
    "played": follow_cards.played,
    "wasted": follow_cards.wasted,
    "scored": follow_cards.scored,
    "crowned": follow_cards.crowned,
    "ended": follow_cards.ended,
    "finished": lambda view, event: card_over(view),
    "started": _started,
    "built": _built,
    "manned": _manned,
    "launched": _launched,
    "sailed": _sailed,
    "lifted": _lifted,
    "moved_buoy": _moved_buoy,
    "placed": _placed,
    "hit": _hit,
    "crept": _crept,
    "surfaced": _surfaced,
    "swam": _swam,
    "rolled": _rolled,
}
"""What each event changes; `linked` and `unlinked` tell what came of the one before."""
