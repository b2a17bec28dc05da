"""What can happen, as events; those that come often are made once and shared.

Facts: `village`, `from`, `other`, `turn`, `count`, `yaks`, `points` numbers; `way`, `cube`
words of the board; `cubes` and `demand` words, one a cube; `held` numbers in seat order;
`region` a letter; `program` six letters; `token` market, yeti or snow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.contract import Event
from rules.himalaya.board import CUBES, WAYS
from rules.himalaya.moves import LETTERS
from rules.messages import Fact


def cube_words(counts: tuple[int, ...]) -> str:
    """Cubes as words: "salt salt tea"."""
    return " ".join(name for name, count in zip(CUBES, counts) for _each in range(count))


@cache
def camped(seat: int, village: int) -> Event:
    """A caravan starts from a village."""
    return Event("camped", seat, {"village": village})


@cache
def token(seat: int, name: str, village: int, other: int) -> Event:
    """An event token is played on a village (`other` 0) or a route."""
    facts: dict[str, Fact] = {"token": name, "village": village}
    if other:
        facts["other"] = other
    return Event("token", seat, facts)


@cache
def passed(seat: int) -> Event:
    """No event token this turn."""
    return Event("passed", seat)


def sealed(seat: int, orders: tuple[int, ...]) -> Event:
    """A program is laid: its owner knows it, the others learn that it is sealed."""
    facts: dict[str, Fact] = {"program": letters(orders)}
    return Event("sealed", seat, facts, only=(seat,), public=Event("sealed", seat))


def revealed(seat: int, orders: tuple[int, ...]) -> Event:
    """All programs are laid open."""
    return Event("revealed", seat, {"program": letters(orders)}, reveals=True)


@cache
def letters(orders: tuple[int, ...]) -> str:
    """A program in its letters."""
    return "".join(LETTERS[order] for order in orders)


@cache
def walked(seat: int, way: int, start: int, end: int) -> Event:
    """A caravan goes along a route."""
    return Event("walked", seat, {"way": WAYS[way], "from": start, "village": end})


@cache
def halted(seat: int, way: int, village: int, why: str) -> Event:
    """An order for a route that does nothing: there is `none` of that kind, or a `yeti` on it."""
    return Event("halted", seat, {"way": WAYS[way], "village": village, "why": why})


@cache
def delayed(seat: int) -> Event:
    """An order is lost to the snow."""
    return Event("delayed", seat)


@cache
def took(seat: int, cube: int, village: int) -> Event:
    """A cube is taken."""
    return Event("took", seat, {"cube": CUBES[cube], "village": village})


@cache
def choosing(seat: int, village: int) -> Event:
    """A trade on a market day: its player is asked which cube to take."""
    return Event("choosing", seat, {"village": village})


@cache
def failed(seat: int, village: int) -> Event:
    """A trade that comes to nothing."""
    return Event("failed", seat, {"village": village})


@cache
def filled(seat: int, village: int, demand: tuple[int, ...], yaks: int) -> Event:
    """The cubes an order demands are handed in."""
    facts: dict[str, Fact] = {"village": village, "demand": cube_words(demand), "yaks": yaks}
    return Event("filled", seat, facts)


@cache
def bartered(seat: int, yaks: int) -> Event:
    """The disc is kept."""
    return Event("bartered", seat, {"yaks": yaks})


@cache
def offered(seat: int, village: int, points: int) -> Event:
    """A stupa is placed."""
    return Event("offered", seat, {"village": village, "points": points})


@cache
def sent(seat: int, region: str, count: int) -> Event:
    """Delegations go into a region."""
    return Event("sent", seat, {"region": region, "count": count})


@cache
def used_up(seat: int, village: int) -> Event:
    """No more is done with an order that was filled: its village is empty."""
    return Event("used_up", seat, {"village": village})


@cache
def paused(seat: int) -> Event:
    """An order to pause."""
    return Event("paused", seat)


def goods(village: int, counts: tuple[int, ...]) -> Event:
    """Cubes are drawn for a village."""
    facts: dict[str, Fact] = {"village": village, "cubes": cube_words(counts)}
    return Event("goods", None, facts, reveals=True)


def order(village: int, demand: tuple[int, ...], yaks: int) -> Event:
    """An order is drawn for a village."""
    facts: dict[str, Fact] = {"village": village, "demand": cube_words(demand), "yaks": yaks}
    return Event("order", None, facts, reveals=True)


def inventory(seat: int | None, cube: int, held: Sequence[int]) -> Event:
    """Who alone holds most of a kind gets a token; nobody (None) where several do, or none.

    Everybody's number is revealed (T): `held` has them in seat order, "3 0 2".
    """
    return Event("inventory", seat, {"cube": CUBES[cube], "held": " ".join(map(str, held))})


@cache
def began(turn: int, first: int) -> Event:
    """A turn begins; `first` goes first."""
    return Event("began", first, {"turn": turn})


@cache
def ended(seat: int | None) -> Event:
    """The game is over: `seat` won alone, or None if several share the first place."""
    return Event("ended", seat)
