"""A view after an event: how the table looked between the steps of one move.

A move may set off many things: the last program sealed is followed by up to 24 orders. Who
shows them one by one starts from the view before and follows the events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from rules.game import Event
from rules.himalaya.board import CUBES, NONE
from rules.himalaya.legal import BIT
from rules.himalaya.moves import LETTERS, Kind
from rules.himalaya.view import HimalayaView, Player

T = TypeVar("T")

_STEPS: Final = ("walked", "halted", "delayed", "took", "failed", "filled", "paused")
"""The events that say how an order of a program was carried out, one each."""


def after(view: HimalayaView, event: Event) -> HimalayaView:
    """The view after one event: what lies on the map, and what everybody has."""
    if event.name in _STEPS:
        view = replace(view, step=view.step + 1)
    follow = _FOLLOW.get(event.name)
    return view if follow is None else follow(view, event)


def is_a_step(event: Event) -> bool:
    """Whether an event tells how an order of a program was carried out."""
    return event.name in _STEPS


def is_shown(event: Event) -> bool:
    """Whether a step ends with this event; what only tidies up goes with the next one."""
    return event.name not in ("used_up", "sealed")


def _with_player(view: HimalayaView, seat: int | None, **changes: Any) -> HimalayaView:
    players = [
        replace(player, **changes) if number == seat else player
        for number, player in enumerate(view.players)
    ]
    return replace(view, players=tuple(players))


def _player(view: HimalayaView, event: Event) -> Player:
    assert event.seat is not None
    return view.players[event.seat]


def _number(event: Event, name: str) -> int:
    value = event.facts[name]
    assert isinstance(value, int)
    return value


def _counts(words: object) -> tuple[int, ...]:
    found = str(words).split()
    return tuple(found.count(cube) for cube in CUBES)


def _put(items: Sequence[T], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _added(counts: Sequence[int], more: Sequence[int], sign: int = 1) -> tuple[int, ...]:
    return tuple(count + sign * other for count, other in zip(counts, more))


def _camped(view: HimalayaView, event: Event) -> HimalayaView:
    return _with_player(view, event.seat, caravan=_number(event, "village"))


def _walked(view: HimalayaView, event: Event) -> HimalayaView:
    start, end = _number(event, "from"), _number(event, "village")
    snowed = (min(start, end), max(start, end)) in view.snows
    return _with_player(view, event.seat, caravan=end, is_snowed=snowed)


def _delayed(view: HimalayaView, event: Event) -> HimalayaView:
    return _with_player(view, event.seat, is_snowed=False)


def _sealed(view: HimalayaView, event: Event) -> HimalayaView:
    program = tuple(LETTERS.index(letter) for letter in str(event.facts.get("program", "")))
    return _with_player(view, event.seat, is_sealed=True, program=program)


def _took(view: HimalayaView, event: Event) -> HimalayaView:
    one, village = _counts(event.facts["cube"]), _number(event, "village")
    goods = _added(view.goods[village], one, -1)
    view = replace(view, goods=_put(view.goods, village, goods if any(goods) else ()))
    return _with_player(view, event.seat, cubes=_added(_player(view, event).cubes, one))


def _filled(view: HimalayaView, event: Event) -> HimalayaView:
    demand = _counts(event.facts["demand"])
    view = replace(view, cube_bag=_added(view.cube_bag, demand))
    return _with_player(view, event.seat, cubes=_added(_player(view, event).cubes, demand, -1))


def _bartered(view: HimalayaView, event: Event) -> HimalayaView:
    player = _player(view, event)
    disc = view.orders[player.caravan]
    return _with_player(view, event.seat, discs=(*player.discs, disc))


def _offered(view: HimalayaView, event: Event) -> HimalayaView:
    assert event.seat is not None
    return replace(view, stupas=_put(view.stupas, _number(event, "village"), event.seat))


def _sent(view: HimalayaView, event: Event) -> HimalayaView:
    assert event.seat is not None
    letters = [region.letter for region in view.board.regions]
    place = letters.index(str(event.facts["region"]))
    region = view.delegations[place]
    more = _put(region, event.seat, region[event.seat] + _number(event, "count"))
    return replace(view, delegations=_put(view.delegations, place, more))


def _used_up(view: HimalayaView, event: Event) -> HimalayaView:
    return replace(view, orders=_put(view.orders, _number(event, "village"), NONE))


def _goods(view: HimalayaView, event: Event) -> HimalayaView:
    cubes, village = _counts(event.facts["cubes"]), _number(event, "village")
    bag = _added(view.cube_bag, cubes, -1)
    return replace(view, goods=_put(view.goods, village, cubes), cube_bag=bag)


def _order(view: HimalayaView, event: Event) -> HimalayaView:
    wanted = (_counts(event.facts["demand"]), _number(event, "yaks"))
    discs = [(disc.demand, disc.yaks) for disc in view.board.discs]
    return replace(view, orders=_put(view.orders, _number(event, "village"), discs.index(wanted)))


def _inventory(view: HimalayaView, event: Event) -> HimalayaView:
    if event.seat is None:
        return view
    return _with_player(view, event.seat, tokens=_player(view, event).tokens + 1)


def _token(view: HimalayaView, event: Event) -> HimalayaView:
    village, name = _number(event, "village"), str(event.facts["token"])
    left = _player(view, event).event_tokens - BIT[Kind[name.upper()]]
    view = _with_player(view, event.seat, event_tokens=left)
    match name:
        case "market":
            return replace(view, markets=(*view.markets, village))
        case "yeti":
            return replace(view, yetis=(*view.yetis, (village, _number(event, "other"))))
    return replace(view, snows=(*view.snows, (village, _number(event, "other"))))


def _began(view: HimalayaView, event: Event) -> HimalayaView:
    assert event.seat is not None
    players = tuple(
        replace(player, is_sealed=False, program=(), is_snowed=False) for player in view.players
    )
    nothing: dict[str, Any] = {"markets": (), "yetis": (), "snows": (), "served": ()}
    turn, first = _number(event, "turn"), event.seat
    return replace(view, players=players, turn=turn, first=first, step=0, **nothing)


_FOLLOW: Final[dict[str, Callable[[HimalayaView, Event], HimalayaView]]] = {
    "camped": _camped,
    "walked": _walked,
    "delayed": _delayed,
    "sealed": _sealed,
    "revealed": _sealed,
    "took": _took,
    "filled": _filled,
    "bartered": _bartered,
    "offered": _offered,
    "sent": _sent,
    "used_up": _used_up,
    "goods": _goods,
    "order": _order,
    "inventory": _inventory,
    "token": _token,
    "began": _began,
}
"""What each event changes; those not named change nothing that is shown."""
