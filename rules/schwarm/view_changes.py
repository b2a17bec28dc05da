"""Views changed in parts: what following events is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from rules.contract import Event
from rules.schwarm import networks
from rules.schwarm.cells import CELL_NAMED, NONE
from rules.schwarm.phases import BOTH, PLAY
from rules.schwarm.view import Player, SchwarmView

T = TypeVar("T")


def number_of(event: Event, name: str) -> int:
    """A number that an event tells."""
    value = event.facts[name]
    assert isinstance(value, int)
    return value


def cell_of(event: Event, name: str = "cell") -> int:
    """A cell that an event tells."""
    return CELL_NAMED[str(event.facts[name])]


def seat_of(event: Event) -> int:
    """Whose doing an event is."""
    assert event.seat is not None
    return event.seat


def player_of(view: SchwarmView, event: Event) -> Player:
    """Whose doing an event is, as the view has them."""
    return view.players[seat_of(event)]


def with_player(view: SchwarmView, seat: int, **changes: Any) -> SchwarmView:
    """A view in which one player has something else."""
    return replace(view, players=put(view.players, seat, replace(view.players[seat], **changes)))


def paid(view: SchwarmView, seat: int, points: int) -> SchwarmView:
    """A view in which one player has so many points more."""
    return with_player(view, seat, points=view.players[seat].points + points)


def put(items: Sequence[T], place: int, item: T) -> tuple[T, ...]:
    """The same items with another one in one place."""
    return (*items[:place], item, *items[place + 1 :])


def moved(cells: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    """Pieces of which one has gone from a cell to another."""
    return put(cells, cells.index(start), end)


def rejoined(view: SchwarmView, *seats: int) -> SchwarmView:
    """What the pieces of these seats are joined to, found anew after a change on the map."""
    for seat in seats:
        is_linked, joined, beside = networks.reach(view.pieces(seat))
        view = with_player(view, seat, is_linked=is_linked, joined=joined, beside=beside)
    return view


def with_turn(view: SchwarmView, turn: int) -> SchwarmView:
    """The turn of another place in the order."""
    return replace(view, turn=turn, waiting=(view.order[turn],))


def card_over(view: SchwarmView) -> SchwarmView:
    """A card is played out: the other part of a double one, or the next player's turn (T)."""
    view = replace(view, left=0, may_launch=False, moving=NONE, visited=())
    if view.parts:
        return replace(view, phase=BOTH)
    view = replace(view, playing=NONE, phase=PLAY)
    return with_turn(view, (view.turn + 1) % len(view.order))
