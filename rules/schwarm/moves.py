"""Moves, their words and how they are parsed; the phases.

`start h0` · row: `card 3` (the third from the left), `order 1 fast` · a card: `station b5` `ship`
`researcher f0` (onto a station) `research` `whale new` `whale 1` `wave new ne 3` `wave 1 ne 4`
`crab f0 4` (new) `crab 4` (in play) `double`, with `blue` or `joker` before them; its bare name if
it has no use · then `launch d1` `sail d1 d2` `place 2 e4 r1` (the second stack of tiles, quarter
turns) `place 2 e4 r1 c3` (with the buoy of c3) `step e4` · `done`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import Final, Literal

from rules.contract import not_a_move, typed_words
from rules.schwarm.board import KINDS, QUOTAS, WAVES, WHALES
from rules.schwarm.board_file import LONGEST_REACH, MOST_OF_A_KIND
from rules.schwarm.cards import CAPACITIES, CARD_NAMES, CARDS, DOUBLE, JOKER, SHIP, Action
from rules.schwarm.cells import CELL_NAMED, CELL_NAMES, COMPASS, NONE, SIDES


class Kind(IntEnum):
    """The kind of a move."""

    START = 0
    CARD = 1
    ORDER = 2
    STATION = 3
    SHIP = 4
    CREW = 5
    """Put a researcher on a station."""
    RESEARCH = 6
    WHALE = 7
    WAVE = 8
    NEW_CRAB = 9
    CRAB = 10
    DOUBLE = 11
    USELESS = 12
    """Play a card that has no use."""
    LAUNCH = 13
    SAIL = 14
    PLACE = 15
    STEP = 16
    DONE = 17


Part = Literal["cell", "end", "number", "count", "capacity", "buoy"]
"""The field of a move that one of its words gives."""

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
"""By kind: the fields given by the words of a move, after the word for the kind."""


class Move:
    """A move: its kind tells which fields count. Each move exists once as an object."""

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
        """The card played, as an index into CARDS."""
        self.cell = cell
        """The cell of the move. SAIL: the cell of departure."""
        self.end = end
        """SAIL: the cell of arrival. WAVE: the direction, as an index into COMPASS."""
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
    """Return the move of a first station."""
    return Move(f"start {CELL_NAMES[cell]}", Kind.START, cell=cell)


@cache
def takes(count: int) -> tuple[Move, ...]:
    """Return the moves that take a card of the row, for `count` cards from the left."""
    return tuple(take(place) for place in range(count))


@cache
def take(place: int) -> Move:
    """Return the take of the card at a place of the row, from 0 at the left."""
    return Move(f"card {place + 1}", Kind.CARD, number=place)


@cache
def order(number: int, capacity: int) -> Move:
    """Return the move that takes a turn-order card with a capacity card."""
    word = f"order {number} {CAPACITIES[capacity]}"
    return Move(word, Kind.ORDER, number=number, capacity=capacity)


def _begun(card: int, words: str) -> str:
    return CARDS[card].prefix + words


@cache
def station(card: int, cell: int) -> Move:
    """Return the move of a new station, or, with none left, of a researcher onto an own one."""
    return Move(_begun(card, f"station {CELL_NAMES[cell]}"), Kind.STATION, card=card, cell=cell)


@cache
def ship(card: int) -> Move:
    """Return the move that launches and moves ships."""
    return Move(_begun(card, "ship"), Kind.SHIP, card=card)


@cache
def crew(card: int, cell: int) -> Move:
    """Return the move of a researcher onto an own station."""
    return Move(_begun(card, f"researcher {CELL_NAMES[cell]}"), Kind.CREW, card=card, cell=cell)


@cache
def research(card: int) -> Move:
    """Return the move that places tiles."""
    return Move(_begun(card, "research"), Kind.RESEARCH, card=card)


@cache
def whale(card: int, number: int) -> Move:
    """Return the move of a whale in play, or of a new one (NONE)."""
    name = "new" if number == NONE else str(number + 1)
    return Move(_begun(card, f"whale {name}"), Kind.WHALE, card=card, number=number)


@cache
def wave(card: int, number: int, direction: int, steps: int) -> Move:
    """Return the move of a wave in play, or of a new one (NONE); `direction` indexes COMPASS."""
    name = "new" if number == NONE else str(number + 1)
    word = _begun(card, f"wave {name} {COMPASS[direction]} {steps}")
    return Move(word, Kind.WAVE, card=card, number=number, end=direction, count=steps)


@cache
def new_crab(card: int, cell: int, steps: int) -> Move:
    """Return the move of a crab that is put on a land cell and walks on."""
    word = _begun(card, f"crab {CELL_NAMES[cell]} {steps}")
    return Move(word, Kind.NEW_CRAB, card=card, cell=cell, count=steps)


@cache
def crab(card: int, steps: int) -> Move:
    """Return the move of the crab in play."""
    return Move(_begun(card, f"crab {steps}"), Kind.CRAB, card=card, count=steps)


@cache
def useless(card: int) -> Move:
    """Return the move that plays a card without use, by its bare name."""
    return Move(CARD_NAMES[card], Kind.USELESS, card=card)


@cache
def launch(cell: int) -> Move:
    """Return the move that launches a ship of the reserve."""
    return Move(f"launch {CELL_NAMES[cell]}", Kind.LAUNCH, cell=cell)


@cache
def sail(cell: int, end: int) -> Move:
    """Return the move of a ship by one cell."""
    return Move(f"sail {CELL_NAMES[cell]} {CELL_NAMES[end]}", Kind.SAIL, cell=cell, end=end)


@cache
def place(stack: int, cell: int, turns: int, buoy: int = NONE) -> Move:
    """Return the placement of a turned tile, with a buoy of the reserve (NONE) or of a cell."""
    word = f"place {stack} {CELL_NAMES[cell]} r{turns}"
    if buoy != NONE:
        word += f" {CELL_NAMES[buoy]}"
    return Move(word, Kind.PLACE, number=stack, cell=cell, count=turns, buoy=buoy)


@cache
def step(cell: int) -> Move:
    """Return the move of the whale by one cell."""
    return Move(f"step {CELL_NAMES[cell]}", Kind.STEP, cell=cell)


_CARD_FOR: Final = {(card.prefix, card.action): n for n, card in enumerate(CARDS)}
_USELESS: Final = {name: n for n, name in enumerate(CARD_NAMES) if n not in (SHIP, DOUBLE, JOKER)}
_PREFIXES: Final = ("blue", "joker")
_STEPS: Final = {str(n): n for n in range(1, LONGEST_REACH + 1)}
_PLACES: Final = {str(n + 1): n for n in range(MOST_OF_A_KIND)}
_ORDERS: Final = {str(n): n for n in range(1, max(QUOTAS) + 1)}
_STACKS: Final = {str(n): n for n in STACKS}
_TURNS: Final = {f"r{n}": n for n in SIDES}
_CAPACITIES: Final = {name: n for n, name in enumerate(CAPACITIES)}
_COMPASS: Final = {name: n for n, name in enumerate(COMPASS)}
_WHALES: Final = {"new": NONE, **{str(n + 1): n for n in range(WHALES)}}
_WAVES: Final = {"new": NONE, **{str(n + 1): n for n in range(WAVES)}}


def parse(text: str) -> Move:
    """Return the move of a typed text, in any case and spacing. Raises NotAMove."""
    words = typed_words(text)
    move = _parse_step(words) or _parse_taking(words) or _parse_card(words)
    if move is None:
        raise not_a_move(text)
    return move


def _parse_taking(words: list[str]) -> Move | None:
    match words:
        case ["start", cell] if cell in CELL_NAMED:
            return start(CELL_NAMED[cell])
        case ["card", number] if number in _PLACES:
            return take(_PLACES[number])
        case ["order", number, capacity] if number in _ORDERS and capacity in _CAPACITIES:
            return order(_ORDERS[number], _CAPACITIES[capacity])
    return None


def _parse_step(words: list[str]) -> Move | None:
    match words:
        case ["done"]:
            return DONE
        case ["launch", cell] if cell in CELL_NAMED:
            return launch(CELL_NAMED[cell])
        case ["sail", cell, end] if cell in CELL_NAMED and end in CELL_NAMED:
            return sail(CELL_NAMED[cell], CELL_NAMED[end])
        case ["step", cell] if cell in CELL_NAMED:
            return step(CELL_NAMED[cell])
        case ["place", stack, cell, turns, *rest]:
            return _parse_place(stack, cell, turns, rest)
    return None


def _parse_place(stack: str, cell: str, turns: str, rest: list[str]) -> Move | None:
    if stack not in _STACKS or cell not in CELL_NAMED or turns not in _TURNS:
        return None
    if len(rest) > 1 or any(buoy not in CELL_NAMED for buoy in rest):
        return None
    buoy = CELL_NAMED[rest[0]] if rest else NONE
    return place(_STACKS[stack], CELL_NAMED[cell], _TURNS[turns], buoy)


def _parse_card(words: list[str]) -> Move | None:
    if words == ["double"]:
        return DOUBLE_CARD
    if (card := _USELESS.get(" ".join(words))) is not None:
        return useless(card)
    prefix = f"{words[0]} " if words and words[0] in _PREFIXES else ""
    rest = words[1:] if prefix else words

    def card_for(action: Action) -> int:
        return JOKER if prefix == "joker " else _CARD_FOR.get((prefix, action), NONE)

    match rest:
        case ["station", cell] if cell in CELL_NAMED:
            return station(card_for(Action.STATION), CELL_NAMED[cell])
        case ["whale", number] if number in _WHALES:
            return whale(card_for(Action.WHALE), _WHALES[number])
        case ["wave", number, direction, steps] if (
            number in _WAVES and direction in _COMPASS and steps in _STEPS
        ):
            card = card_for(Action.WAVE)
            return wave(card, _WAVES[number], _COMPASS[direction], _STEPS[steps])
        case ["crab", cell, steps] if cell in CELL_NAMED and steps in _STEPS:
            return new_crab(card_for(Action.CRAB), CELL_NAMED[cell], _STEPS[steps])
        case ["crab", steps] if steps in _STEPS:
            return crab(card_for(Action.CRAB), _STEPS[steps])
    return _parse_light(rest, card_for(Action.SHIP), card_for(Action.RESEARCHER))


def _parse_light(words: list[str], ship_card: int, researcher_card: int) -> Move | None:
    """Return the move of an action without a blue card, or None."""
    match words:
        case ["ship"] if ship_card != NONE:
            return ship(ship_card)
        case ["research"] if researcher_card != NONE:
            return research(researcher_card)
        case ["researcher", cell] if cell in CELL_NAMED and researcher_card != NONE:
            return crew(researcher_card, CELL_NAMED[cell])
    return None


class Phase(IntEnum):
    """The decision to be made by the mover."""

    START = 0
    """Choose the cell of the first station."""
    ROW = 1
    """Choose a card of the row."""
    PLAY = 2
    """Choose a card to play, and its first step."""
    SAIL = 3
    """Move ships."""
    RESEARCH = 4
    """Place tiles."""
    SWIM = 5
    """Move the whale."""
    BOTH = 6
    """Choose the next part of the double card."""
    IDLE = 7
    """No choice: a card without effect is being played."""
    OVER = 8


START: Final = Phase.START
ROW: Final = Phase.ROW
PLAY: Final = Phase.PLAY
SAIL: Final = Phase.SAIL
RESEARCH: Final = Phase.RESEARCH
SWIM: Final = Phase.SWIM
BOTH: Final = Phase.BOTH
IDLE: Final = Phase.IDLE
OVER: Final = Phase.OVER
