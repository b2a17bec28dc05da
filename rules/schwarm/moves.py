"""The moves of the game and their words, each made once.

`start h0` · row: `card 3` (the third from the left), `order 1 fast` · a card: `station b5`
`ship` `researcher f0` (onto a station) `research` `whale new` `whale 1` `wave new ne 3`
`wave 1 ne 4` `crab f0 4` (new) `crab 4` (in play) `double`, with `blue` or `joker` before them;
its bare name if it is of no use · then `launch d1` `sail d1 d2` `place 2 e4 r1` (the second
stack of tiles, quarter turns) `place 2 e4 r1 c3` (with the buoy of c3) `step e4` · `done`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import Final, Literal

from rules.schwarm.cards import CAPACITIES, CARD_NAMES, CARDS, DOUBLE
from rules.schwarm.cells import CELL_NAMES, COMPASS, NONE
from rules.schwarm.tiles import KINDS


class Kind(IntEnum):
    """What a move does."""

    START = 0
    CARD = 1
    ORDER = 2
    STATION = 3
    SHIP = 4
    CREW = 5
    """A researcher onto a station."""
    RESEARCH = 6
    WHALE = 7
    WAVE = 8
    NEW_CRAB = 9
    CRAB = 10
    DOUBLE = 11
    USELESS = 12
    """A card that can do nothing."""
    LAUNCH = 13
    SAIL = 14
    PLACE = 15
    STEP = 16
    DONE = 17


Part = Literal["cell", "end", "number", "count", "capacity", "buoy"]
"""A field of a move that a word of it stands for."""

PARTS: Final[Mapping[Kind, tuple[Part, ...]]] = {
    Kind.START: ("cell",),
    Kind.CARD: ("number",),
    Kind.ORDER: ("number", "capacity"),
    Kind.STATION: ("cell",),
    Kind.SHIP: (),
    Kind.CREW: ("cell",),
    Kind.RESEARCH: (),
    Kind.WHALE: ("number",),
    Kind.WAVE: ("number", "end", "count"),
    Kind.NEW_CRAB: ("cell", "count"),
    Kind.CRAB: ("count",),
    Kind.DOUBLE: (),
    Kind.USELESS: (),
    Kind.LAUNCH: ("cell",),
    Kind.SAIL: ("cell", "end"),
    Kind.PLACE: ("number", "cell", "count", "buoy"),
    Kind.STEP: ("cell",),
    Kind.DONE: (),
}
"""What the words of a move stand for, in their order, after the one that tells its kind."""


class Move:
    """One move. Its meaning is in the fields its kind uses; there is one object a move."""

    __slots__ = ("buoy", "capacity", "card", "cell", "count", "end", "kind", "number", "word")

    def __init__(
        self,
        word: str,
        kind: Kind,
        *,
        card: int = NONE,
        cell: int = NONE,
        end: int = NONE,
        number: int = NONE,
        count: int = 0,
        capacity: int = NONE,
        buoy: int = NONE,
    ) -> None:
        self.word = word
        self.kind = kind
        self.card = card
        """Of moves that play a card: which, as a place in CARDS."""
        self.cell = cell
        """Where. SAIL: from where."""
        self.end = end
        """SAIL: where to. WAVE: the direction, as a place in COMPASS."""
        self.number = number
        """CARD: from the left, from 0. ORDER: the card, from 1. PLACE: the stack, from 1.
        WHALE and WAVE: which in play, from 0; NONE for a new one."""
        self.count = count
        """WAVE and crabs: steps. PLACE: quarter turns."""
        self.capacity = capacity
        """ORDER: the capacity card taken with it."""
        self.buoy = buoy
        """PLACE: the cell whose buoy is moved, or NONE."""

    def __repr__(self) -> str:
        return f"Move({self.word!r})"


DONE: Final = Move("done", Kind.DONE)
DOUBLE_CARD: Final = Move("double", Kind.DOUBLE, card=DOUBLE)
STACKS: Final = range(1, len(KINDS) + 1)


@cache
def start(cell: int) -> Move:
    """The first station."""
    return Move(f"start {CELL_NAMES[cell]}", Kind.START, cell=cell)


@cache
def takes(count: int) -> tuple[Move, ...]:
    """The cards at so many places of the row, from the left."""
    return tuple(take(place) for place in range(count))


@cache
def take(place: int) -> Move:
    """The card at a place of the row, from 0 at the left."""
    return Move(f"card {place + 1}", Kind.CARD, number=place)


@cache
def order(number: int, capacity: int) -> Move:
    """An order card, and the capacity card chosen with it."""
    word = f"order {number} {CAPACITIES[capacity]}"
    return Move(word, Kind.ORDER, number=number, capacity=capacity)


def _begun(card: int, words: str) -> str:
    return CARDS[card].prefix + words


@cache
def station(card: int, cell: int) -> Move:
    """A station on free land, or a researcher onto an own one when no station is left."""
    return Move(_begun(card, f"station {CELL_NAMES[cell]}"), Kind.STATION, card=card, cell=cell)


@cache
def ship(card: int) -> Move:
    """Ships are launched and moved."""
    return Move(_begun(card, "ship"), Kind.SHIP, card=card)


@cache
def crew(card: int, cell: int) -> Move:
    """A researcher onto an own station."""
    return Move(_begun(card, f"researcher {CELL_NAMES[cell]}"), Kind.CREW, card=card, cell=cell)


@cache
def research(card: int) -> Move:
    """Tiles are placed."""
    return Move(_begun(card, "research"), Kind.RESEARCH, card=card)


@cache
def whale(card: int, number: int) -> Move:
    """A new whale (NONE), or one in play."""
    name = "new" if number == NONE else str(number + 1)
    return Move(_begun(card, f"whale {name}"), Kind.WHALE, card=card, number=number)


@cache
def wave(card: int, number: int, direction: int, steps: int) -> Move:
    """A new wave (NONE), or one in play."""
    name = "new" if number == NONE else str(number + 1)
    word = _begun(card, f"wave {name} {COMPASS[direction]} {steps}")
    return Move(word, Kind.WAVE, card=card, number=number, end=direction, count=steps)


@cache
def new_crab(card: int, cell: int, steps: int) -> Move:
    """A crab put on a land cell, which then walks."""
    word = _begun(card, f"crab {CELL_NAMES[cell]} {steps}")
    return Move(word, Kind.NEW_CRAB, card=card, cell=cell, count=steps)


@cache
def crab(card: int, steps: int) -> Move:
    """The crab in play walks on."""
    return Move(_begun(card, f"crab {steps}"), Kind.CRAB, card=card, count=steps)


@cache
def useless(card: int) -> Move:
    """A card that can do nothing, by its bare name."""
    return Move(CARD_NAMES[card], Kind.USELESS, card=card)


@cache
def launch(cell: int) -> Move:
    """A ship of the reserve onto the water."""
    return Move(f"launch {CELL_NAMES[cell]}", Kind.LAUNCH, cell=cell)


@cache
def sail(cell: int, end: int) -> Move:
    """A ship one step on."""
    return Move(f"sail {CELL_NAMES[cell]} {CELL_NAMES[end]}", Kind.SAIL, cell=cell, end=end)


@cache
def place(stack: int, cell: int, turns: int, buoy: int = NONE) -> Move:
    """The tile of a stack onto a cell, turned, with a buoy of the reserve or of another cell."""
    word = f"place {stack} {CELL_NAMES[cell]} r{turns}"
    if buoy != NONE:
        word += f" {CELL_NAMES[buoy]}"
    return Move(word, Kind.PLACE, number=stack, cell=cell, count=turns, buoy=buoy)


@cache
def step(cell: int) -> Move:
    """The whale one step on."""
    return Move(f"step {CELL_NAMES[cell]}", Kind.STEP, cell=cell)
