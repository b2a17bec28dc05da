"""The events of the game: one class per kind.

Ways and cubes are words of the board, `cubes` and `demand` one word per cube; programs and regions
are letters; villages, turns, yaks and points are numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.contract import Event, Revealing, event
from rules.himalaya.board import CUBES
from rules.himalaya.moves import LETTERS


@cache
def cube_words(counts: tuple[int, ...]) -> str:
    """Return cubes as words: "salt salt tea"."""
    return " ".join(name for name, count in zip(CUBES, counts) for _each in range(count))


@cache
def program_letters(orders: tuple[int, ...]) -> str:
    """Return the letters of a program."""
    return "".join(LETTERS[order] for order in orders)


def held_words(held: Sequence[int]) -> str:
    """Return the number of a kind that each player holds, in seat order: "3 0 2"."""
    return " ".join(map(str, held))


# Before the orders


@event
class Camped(Event):
    """The start of a caravan in a village."""

    seat: int
    village: int


@event
class Token(Event):
    """An event token (market, yeti or snow) played on a village, or on a route to another."""

    seat: int
    token: str
    village: int
    other: int | None = None


@event
class Passed(Event):
    """A turn without an event token."""

    seat: int


@event
class Sealed(Event):
    """A sealed program, visible to its owner alone."""

    seat: int
    program: str | None = None

    def seen_by(self, seat: int | None) -> Sealed:
        """Hide the program from everyone but its seat."""
        return self if seat == self.seat else Sealed(self.seat)


@event
class Revealed(Revealing):
    """An opened program; all programs of a turn are opened together."""

    seat: int
    program: str


# Orders carried out


@event
class Walked(Event):
    """A caravan's walk along a route, from `start` to `village`."""

    seat: int
    way: str
    start: int
    village: int


@event
class Halted(Event):
    """A step without effect: the village has no such route (`none`), or a `yeti` blocks it."""

    seat: int
    way: str
    village: int
    why: str


@event
class Delayed(Event):
    """A step lost to the snow."""

    seat: int


@event
class Took(Event):
    """A cube taken."""

    seat: int
    cube: str
    village: int


@event
class Choosing(Event):
    """A trade on a market day, for which the player chooses the cube."""

    seat: int
    village: int


@event
class Failed(Event):
    """A trade without effect.

    The village is `empty`, its `order` cannot be filled, or it has `served` the player this turn.
    """

    seat: int
    village: int
    why: str


@event
class Paused(Event):
    """A pause, as programmed."""

    seat: int


# An order filled


@event
class Filled(Event):
    """The demand of an order, paid in cubes."""

    seat: int
    village: int
    demand: str
    yaks: int


@event
class Bartered(Event):
    """A disc kept for its yaks by barter."""

    seat: int
    yaks: int


@event
class Offered(Event):
    """A stupa placed."""

    seat: int
    village: int
    points: int


@event
class Sent(Event):
    """Delegations sent into a region."""

    seat: int
    region: str
    count: int


@event
class UsedUp(Event):
    """The end of a filled order, which leaves its village empty."""

    seat: int
    village: int


# Between turns


@event
class Goods(Revealing):
    """Cubes drawn for a village."""

    village: int
    cubes: str
    seat: None = None


@event
class Order(Revealing):
    """An order drawn for a village."""

    village: int
    demand: str
    yaks: int
    seat: None = None


@event
class Inventory(Event):
    """The inventory of a kind of cube: the sole holder of most gets a token.

    `seat` is None if several hold most, or none. Every player's number is revealed (T): `held` has
    them in seat order, "3 0 2".
    """

    seat: int | None
    cube: str
    held: str


@event
class Began(Event):
    """The start of a turn; `seat` goes first."""

    seat: int
    turn: int


@event
class Ended(Event):
    """The end of the game: `seat` won alone, or None for a shared first place."""

    seat: int | None
