"""The events of the game: one class for each kind.

Ways and cubes are told in the words of the board, `cubes` and `demand` with a word for each cube,
programs in their letters, regions in theirs; villages, turns, yaks and points are numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.contract import Event, Revealing, event
from rules.himalaya.board import CUBES
from rules.himalaya.moves import LETTERS


@cache
def cube_words(counts: tuple[int, ...]) -> str:
    """Cubes as words: "salt salt tea"."""
    return " ".join(name for name, count in zip(CUBES, counts) for _each in range(count))


@cache
def program_letters(orders: tuple[int, ...]) -> str:
    """A program in its letters."""
    return "".join(LETTERS[order] for order in orders)


def held_words(held: Sequence[int]) -> str:
    """Return the number of a kind that each player holds, in seat order: "3 0 2"."""
    return " ".join(map(str, held))


# Before the orders


@event
class Camped(Event):
    """A caravan starts from a village."""

    seat: int
    village: int


@event
class Token(Event):
    """An event token, market, yeti or snow, is played on a village or a route to another."""

    seat: int
    token: str
    village: int
    other: int | None = None


@event
class Passed(Event):
    """No event token this turn."""

    seat: int


@event
class Sealed(Event):
    """A program is laid: its owner knows it, the others learn that it is sealed."""

    seat: int
    program: str | None = None

    def seen_by(self, seat: int | None) -> Sealed:
        """Without the program for the others."""
        return self if seat == self.seat else Sealed(self.seat)


@event
class Revealed(Revealing):
    """A program is laid open, as all are then."""

    seat: int
    program: str


# Orders carried out


@event
class Walked(Event):
    """A caravan goes along a route, from `start` to `village`."""

    seat: int
    way: str
    start: int
    village: int


@event
class Halted(Event):
    """An order for a route that does nothing: there is `none` of that kind, or a `yeti` on it."""

    seat: int
    way: str
    village: int
    why: str


@event
class Delayed(Event):
    """An order is lost to the snow."""

    seat: int


@event
class Took(Event):
    """A cube is taken."""

    seat: int
    cube: str
    village: int


@event
class Choosing(Event):
    """A trade on a market day: its player is asked which cube to take."""

    seat: int
    village: int


@event
class Failed(Event):
    """A trade that comes to nothing."""

    seat: int
    village: int


@event
class Paused(Event):
    """An order to pause."""

    seat: int


# An order filled


@event
class Filled(Event):
    """The cubes an order demands are handed in."""

    seat: int
    village: int
    demand: str
    yaks: int


@event
class Bartered(Event):
    """The disc is kept."""

    seat: int
    yaks: int


@event
class Offered(Event):
    """A stupa is placed."""

    seat: int
    village: int
    points: int


@event
class Sent(Event):
    """Delegations go into a region."""

    seat: int
    region: str
    count: int


@event
class UsedUp(Event):
    """No more is done with an order that was filled: its village is empty."""

    seat: int
    village: int


# Between turns


@event
class Goods(Revealing):
    """Cubes are drawn for a village."""

    village: int
    cubes: str
    seat: None = None


@event
class Order(Revealing):
    """An order is drawn for a village."""

    village: int
    demand: str
    yaks: int
    seat: None = None


@event
class Inventory(Event):
    """The sole holder of most of a kind gets a token; nobody (None) where several do, or none.

    Everybody's number is revealed (T): `held` has them in seat order, "3 0 2".
    """

    seat: int | None
    cube: str
    held: str


@event
class Began(Event):
    """A turn begins; `seat` goes first."""

    seat: int
    turn: int


@event
class Ended(Event):
    """The game is over: `seat` won alone, or None if several share the first place."""

    seat: int | None
