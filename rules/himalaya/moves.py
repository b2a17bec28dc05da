"""Moves and their words; the phases that ask for them.

`camp 12` · `program sirtps` (s soil, i ice, r stone, t trade, p pause) · `barter` `offer` `envoy B
2` `done` · `take gold` · `market 7` `yeti 3 9` `snow 3 9` `pass`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from string import ascii_uppercase
from typing import Final, overload

from rules.contract import NotAMove, not_a_move, typed_words
from rules.himalaya.board import CUBES, LEVELS, NONE, ORDERS, VILLAGES
from rules.messages import N_

LETTERS: Final = "sirtp"
"""The steps of a program: three kinds of routes as in WAYS, then TRADE and PAUSE."""
TRADE: Final = 3
PAUSE: Final = 4


class Kind(IntEnum):
    """The kind of a move."""

    CAMP = 0
    PROGRAM = 1
    BARTER = 2
    OFFER = 3
    ENVOY = 4
    DONE = 5
    TAKE = 6
    MARKET = 7
    YETI = 8
    SNOW = 9
    PASS = 10


class Move:
    """A move: its kind tells which fields count. Each move exists once as an object."""

    __slots__ = ("count", "cube", "kind", "letter", "other", "program", "village", "word")

    def __init__(
        self,
        word: str,
        kind: Kind,
        *,
        village: int = 0,
        other: int = 0,
        letter: str = "",
        count: int = 0,
        cube: int = NONE,
        program: tuple[int, ...] = (),
    ) -> None:
        self.word = word
        self.kind = kind
        self.village = village
        """CAMP and MARKET: the village. YETI and SNOW: one end of the route."""
        self.other = other
        """YETI and SNOW: the other end."""
        self.letter = letter
        """ENVOY: the region."""
        self.count = count
        """ENVOY: the number of delegations."""
        self.cube = cube
        """TAKE: the kind of cube."""
        self.program = program
        """PROGRAM: the steps as indices into LETTERS."""

    def __repr__(self) -> str:
        return f"Move({self.word!r})"


CAMPS: Final = tuple(Move(f"camp {v}", Kind.CAMP, village=v) for v in (0, *VILLAGES))
"""CAMPS[village]; entry 0 is no move."""
MARKETS: Final = tuple(Move(f"market {v}", Kind.MARKET, village=v) for v in (0, *VILLAGES))
"""MARKETS[village]; entry 0 is no move."""
BARTER: Final = Move("barter", Kind.BARTER)
OFFER: Final = Move("offer", Kind.OFFER)
DONE: Final = Move("done", Kind.DONE)
PASS: Final = Move("pass", Kind.PASS)
TAKES: Final = tuple(Move(f"take {name}", Kind.TAKE, cube=c) for c, name in enumerate(CUBES))


@cache
def envoy(letter: str, count: int) -> Move:
    """Return the move that sends delegations into a region."""
    return Move(f"envoy {letter} {count}", Kind.ENVOY, letter=letter, count=count)


@cache
def yeti(village: int, other: int) -> Move:
    """Return the move of a yeti onto a route; the lower number comes first."""
    low, high = sorted((village, other))
    return Move(f"yeti {low} {high}", Kind.YETI, village=low, other=high)


@cache
def snow(village: int, other: int) -> Move:
    """Return the move of a snowstorm onto a route; the lower number comes first."""
    low, high = sorted((village, other))
    return Move(f"snow {low} {high}", Kind.SNOW, village=low, other=high)


@cache
def program(orders: tuple[int, ...]) -> Move:
    """Return the move of a program of six steps."""
    word = "program " + "".join(LETTERS[order] for order in orders)
    return Move(word, Kind.PROGRAM, program=orders)


_PROGRAMS: Final = range(len(LETTERS) ** ORDERS)


@cache
def _numbered(number: int) -> Move:
    orders = []
    for _slot in range(ORDERS):
        number, order = divmod(number, len(LETTERS))
        orders.append(order)
    return program(tuple(reversed(orders)))


class Programs(Sequence[Move]):
    """All 5**6 programs, each made on its first use."""

    def __len__(self) -> int:
        return len(_PROGRAMS)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        """Return the program of an index, the last step changing fastest."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        return _numbered(_PROGRAMS[index])

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and move.kind == Kind.PROGRAM

    def __iter__(self) -> Iterator[Move]:
        return (self[number] for number in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Programs)

    def __hash__(self) -> int:
        return len(self)


PROGRAMS: Final = Programs()

_ORDER_OF: Final = {letter: order for order, letter in enumerate(LETTERS)}
_SIMPLE: Final = {
    move.word: move
    for moves in (CAMPS[1:], MARKETS[1:], TAKES, (BARTER, OFFER, DONE, PASS))
    for move in moves
}
_NUMBERS: Final = {str(village): village for village in VILLAGES}
_COUNTS: Final = {str(count): count for count in range(1, len(LEVELS) + 1)}
_REGIONS: Final = {letter.casefold(): letter for letter in ascii_uppercase}
_ON_ROUTES: Final[dict[str, Callable[[int, int], Move]]] = {"yeti": yeti, "snow": snow}


def parse(text: str) -> Move:
    """Return the move of a typed text, in any case and spacing. Raises NotAMove."""
    words = typed_words(text)
    move = _SIMPLE.get(" ".join(words)) or _parse_longer(words)
    if move is None and words[:1] == ["program"]:
        raise NotAMove(N_("a program is six letters, each s, i, r, t or p"))
    if move is None:
        raise not_a_move(text)
    return move


def _parse_longer(words: list[str]) -> Move | None:
    match words:
        case ["program", *parts]:
            return _program_of("".join(parts))
        case ["envoy", region, count] if region in _REGIONS and count in _COUNTS:
            return envoy(_REGIONS[region], _COUNTS[count])
        case [("yeti" | "snow") as token, one, other] if one in _NUMBERS and other in _NUMBERS:
            if one != other:
                return _ON_ROUTES[token](*sorted((_NUMBERS[one], _NUMBERS[other])))
    return _program_of("".join(words))


def _program_of(letters: str) -> Move | None:
    """Return the program of six letters without a word before them, or None."""
    if len(letters) != ORDERS or any(letter not in _ORDER_OF for letter in letters):
        return None
    return program(tuple(_ORDER_OF[letter] for letter in letters))


class Phase(IntEnum):
    """The decision to be made: in PROGRAM by all players at once, else by the mover."""

    CAMP = 0
    """Choose a starting village."""
    EVENT = 1
    """Play an event token or `pass` (option `events`)."""
    PROGRAM = 2
    FILL = 3
    """Choose the rewards of an order just filled."""
    TAKE = 4
    """Choose a cube on a market day."""
    OVER = 5


CAMP: Final = Phase.CAMP
EVENT: Final = Phase.EVENT
PROGRAM: Final = Phase.PROGRAM
FILL: Final = Phase.FILL
TAKE: Final = Phase.TAKE
OVER: Final = Phase.OVER
