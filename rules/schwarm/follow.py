"""A view after an event: how the table looked between the steps of one move.

A wave may hit many on its way, and the last card of a round is followed by everybody's points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from rules.game import Event
from rules.schwarm.cards import CARD_NAMES
from rules.schwarm.cells import CELL_NAMED, NONE
from rules.schwarm.tiles import KINDS, LINKS
from rules.schwarm.view import Player, SchwarmView

_STEPS: Final = ("hit", "scored", "crowned")


def is_a_step(event: Event) -> bool:
    """Whether an event is one of several that one move may bring."""
    return event.name in _STEPS


def is_shown(event: Event) -> bool:
    """Whether a step ends with this event: each is worth a moment."""
    return True


def after(view: SchwarmView, event: Event) -> SchwarmView:
    """The view after one event: pieces, tiles, cards and points; the row is left as it was."""
    follow = _FOLLOW.get(event.name)
    return view if follow is None else follow(view, event)


def _number(event: Event, name: str) -> int:
    value = event.facts[name]
    assert isinstance(value, int)
    return value


def _cell(event: Event, name: str = "cell") -> int:
    return CELL_NAMED[str(event.facts[name])]


def _player(view: SchwarmView, event: Event) -> Player:
    assert event.seat is not None
    return view.players[event.seat]


def _with_player(view: SchwarmView, seat: int | None, **changes: Any) -> SchwarmView:
    players = tuple(
        replace(player, **changes) if number == seat else player
        for number, player in enumerate(view.players)
    )
    return replace(view, players=players)


def _paid(view: SchwarmView, seat: int | None, points: int) -> SchwarmView:
    assert seat is not None
    return _with_player(view, seat, points=view.players[seat].points + points)


def _put(items: tuple[int, ...], place: int, item: int) -> tuple[int, ...]:
    return (*items[:place], item, *items[place + 1 :])


# Cards and points


def _played(view: SchwarmView, event: Event) -> SchwarmView:
    cards = list(_player(view, event).cards)
    card = CARD_NAMES.index(str(event.facts["card"]))
    if card in cards:  # the second part of a double card finds it gone
        cards.remove(card)
    return _with_player(view, event.seat, cards=tuple(cards))


def _hit(view: SchwarmView, event: Event) -> SchwarmView:
    price = _number(event, "points")
    return _paid(_paid(view, _number(event, "victim"), -price), event.seat, price)


def _scored(view: SchwarmView, event: Event) -> SchwarmView:
    return _paid(view, event.seat, _number(event, "points"))


def _crowned(view: SchwarmView, event: Event) -> SchwarmView:
    return _paid(view, event.seat, _number(event, "queen") + _number(event, "shores"))


# Pieces


def _built(view: SchwarmView, event: Event) -> SchwarmView:
    cell, seat = _cell(event), event.seat
    assert seat is not None
    place = view.board.place_of[cell]
    owners, crew = _put(view.owners, place, seat), _put(view.crew, place, 0)
    view = replace(view, owners=owners, crew=crew)
    view = _with_player(view, seat, stations=view.players[seat].stations | 1 << cell)
    return _manned(view, event) if _number(event, "researchers") else view


def _manned(view: SchwarmView, event: Event) -> SchwarmView:
    place = view.board.place_of[_cell(event)]
    return replace(view, crew=_put(view.crew, place, view.crew[place] + 1))


def _launched(view: SchwarmView, event: Event) -> SchwarmView:
    ships = (*_player(view, event).ships, _cell(event))
    return _with_player(view, event.seat, ships=ships)


def _sailed(view: SchwarmView, event: Event) -> SchwarmView:
    ships = _moved(_player(view, event).ships, _cell(event, "from"), _cell(event))
    return _with_player(view, event.seat, ships=ships)


def _lifted(view: SchwarmView, event: Event) -> SchwarmView:
    kind = KINDS.index(str(event.facts["tile"]))
    tiles = _player(view, event).tiles
    view = _with_player(view, event.seat, tiles=_put(tiles, kind, tiles[kind] + 1))
    sea = _put(view.sea, kind, view.sea[kind] - 1)
    return replace(view, sea=sea, face_down=view.face_down & ~(1 << _cell(event)))


def _placed(view: SchwarmView, event: Event) -> SchwarmView:
    cell, kind = _cell(event), KINDS.index(str(event.facts["tile"]))
    bit, links = 1 << cell, LINKS[kind][_number(event, "turns")]
    bare = [cells & ~bit for cells in view.shapes]
    shapes = tuple(cells | bit if shape == links else cells for shape, cells in enumerate(bare))
    view = replace(view, shapes=shapes, laid=_put(view.laid, kind, view.laid[kind] + 1))
    player = _player(view, event)
    return _with_player(
        view,
        event.seat,
        buoyed=player.buoyed | bit,
        buoys=(*player.buoys, cell),
        tiles=_put(player.tiles, kind, player.tiles[kind] - 1),
        points=player.points + _number(event, "points"),
    )


def _moved_buoy(view: SchwarmView, event: Event) -> SchwarmView:
    cell, buoys = _cell(event), list(_player(view, event).buoys)
    buoys.remove(cell)
    left = (
        _player(view, event).buoyed if cell in buoys else _player(view, event).buoyed & ~(1 << cell)
    )
    return _with_player(view, event.seat, buoys=tuple(buoys), buoyed=left)


def _linked(view: SchwarmView, event: Event) -> SchwarmView:
    return _with_player(view, event.seat, is_linked=event.name == "linked")


# Hazards


def _moved(cells: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    return _put(cells, cells.index(start), end)


def _crept(view: SchwarmView, event: Event) -> SchwarmView:
    return replace(view, crab=_cell(event))


def _surfaced(view: SchwarmView, event: Event) -> SchwarmView:
    return replace(view, whales=_moved(view.whales, NONE, view.board.queen))


def _swam(view: SchwarmView, event: Event) -> SchwarmView:
    start = _cell(event, "from")
    place = view.moving if view.moving != NONE else view.whales.index(start)
    return replace(view, whales=_put(view.whales, place, _cell(event)))


def _rolled(view: SchwarmView, event: Event) -> SchwarmView:
    number = _number(event, "number")
    place = number - 1 if number else view.waves.index(NONE)
    end = _cell(event) if event.facts["ends"] == "water" else NONE
    return replace(view, waves=_put(view.waves, place, end))


_FOLLOW: Final[dict[str, Callable[[SchwarmView, Event], SchwarmView]]] = {
    "played": _played,
    "wasted": _played,
    "hit": _hit,
    "scored": _scored,
    "crowned": _crowned,
    "built": _built,
    "manned": _manned,
    "launched": _launched,
    "sailed": _sailed,
    "lifted": _lifted,
    "placed": _placed,
    "moved_buoy": _moved_buoy,
    "linked": _linked,
    "unlinked": _linked,
    "crept": _crept,
    "surfaced": _surfaced,
    "swam": _swam,
    "rolled": _rolled,
}
"""What each event changes; those not named belong to moves that are shown at once."""
