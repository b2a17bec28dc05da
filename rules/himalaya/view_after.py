"""A view after an event: how the table looked between the steps of one move.

A move may set off many things: the last program sealed is followed by up to 24 orders. Who
shows them one by one starts from the view before and follows the events, as that seat is told
them; after the last one it has the view after, in every field.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from rules.contract import Event
from rules.himalaya.board import CUBES, NONE
from rules.himalaya.legal import BIT
from rules.himalaya.moves import LETTERS, Kind
from rules.himalaya.phases import EVENT, FILL, OVER, PROGRAM, TAKE, Phase
from rules.himalaya.turns import token_holder
from rules.himalaya.view import HimalayaView, Player

T = TypeVar("T")

_STEPS: Final = ("walked", "halted", "delayed", "took", "failed", "filled", "paused")
"""The events that say how an order of a program was carried out, one each."""
_TIDYING: Final = ("used_up", "sealed", "choosing")
"""What only ends or leads up to something goes with the event after it."""


def after(view: HimalayaView, event: Event) -> HimalayaView:
    """The view after one event."""
    if event.name in _STEPS and view.phase != TAKE:
        view = replace(view, step=view.step + 1)
    follow = _FOLLOW.get(event.name)
    return view if follow is None else follow(view, event)


def is_a_step(event: Event) -> bool:
    """Whether an event tells how an order of a program was carried out."""
    return event.name in _STEPS


def is_shown(event: Event) -> bool:
    """Whether a step ends with this event; what only tidies up goes with the next one."""
    return event.name not in _TIDYING


def _with_player(view: HimalayaView, seat: int | None, **changes: Any) -> HimalayaView:
    players = [
        replace(player, **changes) if number == seat else player
        for number, player in enumerate(view.players)
    ]
    return replace(view, players=tuple(players))


def _player(view: HimalayaView, event: Event) -> Player:
    return view.players[_seat(event)]


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat


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


# Who is asked what


def _asking(view: HimalayaView, phase: Phase, seat: int) -> HimalayaView:
    return replace(view, phase=phase, mover=seat, waiting=(seat,))


def _resuming(view: HimalayaView) -> HimalayaView:
    """Nobody is asked while orders are carried out."""
    return replace(view, phase=PROGRAM, mover=view.first, waiting=())


def _asking_for_token(view: HimalayaView, place: int) -> HimalayaView:
    """Who has an event token from this place on is asked, else all for their programs."""
    tokens = [player.event_tokens for player in view.players]
    holder = token_holder(tokens, view.first, place)
    if holder != NONE:
        return _asking(view, EVENT, holder)
    return replace(view, phase=PROGRAM, mover=view.first, waiting=tuple(range(len(tokens))))


def _passed(view: HimalayaView, event: Event) -> HimalayaView:
    return _asking_for_token(view, (_seat(event) - view.first) % len(view.players) + 1)


def _choosing(view: HimalayaView, event: Event) -> HimalayaView:
    return replace(_asking(view, TAKE, _seat(event)), step=view.step + 1)


def _ended(view: HimalayaView, event: Event) -> HimalayaView:
    return replace(view, phase=OVER, waiting=())


# What happens on the map


def _camped(view: HimalayaView, event: Event) -> HimalayaView:
    view = _with_player(view, event.seat, caravan=_number(event, "village"))
    return _asking(view, view.phase, (_seat(event) + 1) % len(view.players))


def _walked(view: HimalayaView, event: Event) -> HimalayaView:
    start, end = _number(event, "from"), _number(event, "village")
    snowed = (min(start, end), max(start, end)) in view.snows
    return _with_player(view, event.seat, caravan=end, is_snowed=snowed)


def _delayed(view: HimalayaView, event: Event) -> HimalayaView:
    return _with_player(view, event.seat, is_snowed=False)


def _sealed(view: HimalayaView, event: Event) -> HimalayaView:
    program = tuple(LETTERS.index(letter) for letter in str(event.facts.get("program", "")))
    view = _with_player(view, event.seat, is_sealed=True, program=program)
    waiting = tuple(seat for seat, player in enumerate(view.players) if not player.is_sealed)
    return replace(view, waiting=waiting)


def _took(view: HimalayaView, event: Event) -> HimalayaView:
    one, village = _counts(event.facts["cube"]), _number(event, "village")
    goods = _added(view.goods[village], one, -1)
    view = replace(view, goods=_put(view.goods, village, goods if any(goods) else ()))
    if view.options.one_cube_a_turn:
        view = replace(view, served=(*view.served, (_seat(event), village)))
    view = _with_player(view, event.seat, cubes=_added(_player(view, event).cubes, one))
    return _resuming(view)


def _filled(view: HimalayaView, event: Event) -> HimalayaView:
    demand, disc = _counts(event.facts["demand"]), view.orders[_number(event, "village")]
    view = replace(view, cube_bag=_added(view.cube_bag, demand), filling=disc)
    view = _with_player(view, event.seat, cubes=_added(_player(view, event).cubes, demand, -1))
    return _asking(view, FILL, _seat(event))


def _bartered(view: HimalayaView, event: Event) -> HimalayaView:
    view = replace(view, did=view.did | BIT[Kind.BARTER])
    return _with_player(view, event.seat, discs=(*_player(view, event).discs, view.filling))


def _offered(view: HimalayaView, event: Event) -> HimalayaView:
    stupas = _put(view.stupas, _number(event, "village"), _seat(event))
    return replace(view, stupas=stupas, did=view.did | BIT[Kind.OFFER])


def _sent(view: HimalayaView, event: Event) -> HimalayaView:
    letters = [region.letter for region in view.board.regions]
    place = letters.index(str(event.facts["region"]))
    region, seat, count = view.delegations[place], _seat(event), _number(event, "count")
    more = _put(region, seat, region[seat] + count)
    did, envoys = view.did | BIT[Kind.ENVOY], view.envoys + count
    return replace(view, delegations=_put(view.delegations, place, more), did=did, envoys=envoys)


def _used_up(view: HimalayaView, event: Event) -> HimalayaView:
    if not view.did & BIT[Kind.BARTER]:
        bag = _put(view.disc_bag, view.filling, view.disc_bag[view.filling] + 1)
        view = replace(view, disc_bag=bag)
    orders = _put(view.orders, _number(event, "village"), NONE)
    return _resuming(replace(view, orders=orders, filling=NONE, did=0, envoys=0))


def _goods(view: HimalayaView, event: Event) -> HimalayaView:
    cubes, village = _counts(event.facts["cubes"]), _number(event, "village")
    bag = _added(view.cube_bag, cubes, -1)
    return replace(view, goods=_put(view.goods, village, cubes), cube_bag=bag)


def _order(view: HimalayaView, event: Event) -> HimalayaView:
    wanted = (_counts(event.facts["demand"]), _number(event, "yaks"))
    disc = [(disc.demand, disc.yaks) for disc in view.board.discs].index(wanted)
    bag = _put(view.disc_bag, disc, view.disc_bag[disc] - 1)
    return replace(view, orders=_put(view.orders, _number(event, "village"), disc), disc_bag=bag)


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
            view = replace(view, markets=(*view.markets, village))
        case "yeti":
            view = replace(view, yetis=(*view.yetis, (village, _number(event, "other"))))
        case _:
            view = replace(view, snows=(*view.snows, (village, _number(event, "other"))))
    return _passed(view, event)


def _began(view: HimalayaView, event: Event) -> HimalayaView:
    players = tuple(
        replace(player, is_sealed=False, program=(), is_snowed=False) for player in view.players
    )
    nothing: dict[str, Any] = {"markets": (), "yetis": (), "snows": (), "served": ()}
    turn, first = _number(event, "turn"), _seat(event)
    view = replace(view, players=players, turn=turn, first=first, step=0, **nothing)
    return _asking_for_token(view, 0)


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
    "passed": _passed,
    "choosing": _choosing,
    "began": _began,
    "ended": _ended,
}
"""What each event changes; those not named change nothing but the step."""
