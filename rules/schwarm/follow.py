"""A view after an event: how the table looked between the steps of one move.

A wave may hit many on its way, and the last card of a round is followed by everybody's points.
"""

from __future__ import annotations

from dataclasses import replace

from rules.game import Event
from rules.schwarm.cells import CELL_NAMED, NONE
from rules.schwarm.view import SchwarmView

_STEPS = ("hit", "scored", "crowned")


def is_a_step(event: Event) -> bool:
    """Whether an event is one of several that one move may bring."""
    return event.name in _STEPS


def is_shown(event: Event) -> bool:
    """Whether a step ends with this event: each is worth a moment."""
    return True


def after(view: SchwarmView, event: Event) -> SchwarmView:
    """The view after one event: points, and where whales, waves and the crab are."""
    match event.name:
        case "hit":
            price = _number(event, "points")
            view = _paid(view, _number(event, "victim"), -price)
            return _paid(view, event.seat, price)
        case "scored":
            return _paid(view, event.seat, _number(event, "points"))
        case "crowned":
            return _paid(view, event.seat, _number(event, "queen") + _number(event, "shores"))
        case "crept":
            return replace(view, crab=CELL_NAMED[str(event.facts["cell"])])
        case "surfaced":
            return replace(view, whales=_moved(view.whales, NONE, view.board.queen))
        case "swam":
            start, end = CELL_NAMED[str(event.facts["from"])], CELL_NAMED[str(event.facts["cell"])]
            return replace(view, whales=_moved(view.whales, start, end))
        case "rolled":
            number = _number(event, "number")
            stays = event.facts["ends"] == "water"
            end = CELL_NAMED[str(event.facts["cell"])] if stays else NONE
            place = number - 1 if number else view.waves.index(NONE)
            return replace(view, waves=(*view.waves[:place], end, *view.waves[place + 1 :]))
    return view


def _number(event: Event, name: str) -> int:
    value = event.facts[name]
    assert isinstance(value, int)
    return value


def _paid(view: SchwarmView, seat: int | None, points: int) -> SchwarmView:
    players = tuple(
        replace(player, points=player.points + points) if number == seat else player
        for number, player in enumerate(view.players)
    )
    return replace(view, players=players)


def _moved(cells: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    place = cells.index(start)
    return (*cells[:place], end, *cells[place + 1 :])
