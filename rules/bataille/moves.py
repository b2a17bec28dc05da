"""Moves and their words; the phases that ask for them.

`sub 14.200` `mine 9` · `A 14` `A port` `stay` · `drop 200` (the ship that moved) `drop B 200`
(after `stay`) `hold` · `fire R3 B` (lane, target) `hold`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from rules.bataille.board import CELLS, LANES, LEVELS, NUMBERS, PORT, REACH, SHIPS, cell_name
from rules.contract import not_a_move, typed_words

THE_MOVED: Final = -1
"""The ship of a `drop` without a letter: the ship that moved."""


class Kind(IntEnum):
    """The kind of a move."""

    SUB = 0
    MINE = 1
    SAIL = 2
    STAY = 3
    DROP = 4
    FIRE = 5
    HOLD = 6


class Move:
    """A move: its kind tells which fields count. Each move exists once as an object."""

    __slots__ = ("kind", "lane", "level", "place", "ship", "word")

    def __init__(
        self,
        word: str,
        kind: Kind,
        *,
        ship: int = -1,
        place: int = -1,
        level: int = -1,
        lane: int = -1,
    ) -> None:
        self.word = word
        self.kind = kind
        self.ship = ship
        """Index of an own ship, or of a torpedo's target; THE_MOVED for a bare drop."""
        self.place = place
        """SUB: a cell. MINE and SAIL: a number, or PORT."""
        self.level = level
        """DROP: index of the level, 0-2."""
        self.lane = lane
        """FIRE: index into LANES."""

    def __repr__(self) -> str:
        return f"Move({self.word!r})"


def _sail(ship: int, place: int) -> Move:
    end = "port" if place == PORT else str(place)
    return Move(f"{SHIPS[ship]} {end}", Kind.SAIL, ship=ship, place=place)


def _drop(ship: int, level: int) -> Move:
    name = "" if ship == THE_MOVED else f" {SHIPS[ship]}"
    return Move(f"drop{name} {LEVELS[level]}", Kind.DROP, ship=ship, level=level)


_ships: Final = range(len(SHIPS))
SUBS: Final = tuple(Move(f"sub {cell_name(cell)}", Kind.SUB, place=cell) for cell in CELLS)
MINES: Final = tuple(Move(f"mine {number}", Kind.MINE, place=number) for number in NUMBERS)
SAILS: Final = tuple(tuple(_sail(ship, place) for place in (PORT, *NUMBERS)) for ship in _ships)
"""SAILS[ship][place]."""
STAY: Final = Move("stay", Kind.STAY)
HOLD: Final = Move("hold", Kind.HOLD)
DROPS: Final = tuple(_drop(THE_MOVED, level) for level in range(len(LEVELS)))
"""DROPS[level]: a charge of the ship that moved."""
SHIP_DROPS: Final = tuple(
    tuple(_drop(ship, level) for level in range(len(LEVELS))) for ship in _ships
)
"""SHIP_DROPS[ship][level], after `stay`."""
FIRES: Final = tuple(
    tuple(
        Move(f"fire {lane.name} {SHIPS[ship]}", Kind.FIRE, lane=index, ship=ship) for ship in _ships
    )
    for index, lane in enumerate(LANES)
)
"""FIRES[lane][ship]."""
SAILS_FROM: Final = tuple(
    tuple(tuple([SAILS[ship][end] for end in ends] for ends in REACH[seat]) for ship in _ships)
    for seat in range(len(REACH))
)
"""SAILS_FROM[seat][ship][place]: the moves of a ship from a place, on an empty sea."""


def _flat(groups: Iterable[Iterable[Move]]) -> list[Move]:
    return [move for group in groups for move in group]


ALL_MOVES: Final = tuple(_flat([SUBS, MINES, *SAILS, [STAY], DROPS, *SHIP_DROPS, [HOLD], *FIRES]))
"""All moves of any position."""

_BY_TEXT: Final = {move.word.casefold(): move for move in ALL_MOVES}


def parse(text: str) -> Move:
    """Return the move of a typed text, in any case and spacing. Raises NotAMove."""
    move = _BY_TEXT.get(" ".join(typed_words(text)))
    if move is None:
        raise not_a_move(text)
    return move


class Phase(IntEnum):
    """The decision to be made by the player whose turn it is, in SETUP by both at once."""

    SETUP = 0
    MOVE = 1
    CHARGE = 2
    TORPEDO = 3
    OVER = 4


SETUP: Final = Phase.SETUP
MOVE: Final = Phase.MOVE
CHARGE: Final = Phase.CHARGE
TORPEDO: Final = Phase.TORPEDO
OVER: Final = Phase.OVER

NOBODY: Final = -1
"""The value of a field for “no seat”, “no ship” or “no lane”."""
