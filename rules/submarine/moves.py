"""Moves and their words; the phases that ask for them.

`place 3` · `boat 4` `boat out` · `dive 2 to 5.3` (from level 2 of the boat's column) · `take 2 Mr`
(by card) `take 2 Mr with Kb` (by that joker) · `give red` · `swap red` · `done`.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Final

from rules.contract import not_a_move, typed_words
from rules.submarine.board import (
    CELL_NAMES,
    CELLS,
    COLOURS,
    COLUMNS,
    DEPTH,
    LEVEL_OF,
    LEVELS,
    NONE,
    RIGHT,
    TOKEN_NAMES,
    TOKENS,
    cell_at,
)


class Kind(IntEnum):
    """The kind of a move."""

    PLACE = 0
    BOAT = 1
    DIVE = 2
    TAKE = 3
    GIVE = 4
    SWAP = 5
    DONE = 6


class Move:
    """A move: its kind tells which fields count. Each move exists once as an object."""

    __slots__ = ("cell", "colour", "column", "joker", "kind", "level", "token", "word")

    def __init__(
        self,
        word: str,
        kind: Kind,
        *,
        column: int = NONE,
        level: int = NONE,
        cell: int = NONE,
        token: int = NONE,
        joker: int = NONE,
        colour: int = NONE,
    ) -> None:
        self.word = word
        self.kind = kind
        self.column = column
        """PLACE and BOAT: 1-6, or RIGHT."""
        self.level = level
        """DIVE and TAKE: the level of the bathyscaphe that acts, 1-4."""
        self.cell = cell
        """DIVE: the cell of arrival."""
        self.token = token
        """TAKE: the token taken."""
        self.joker = joker
        """TAKE: the token laid down for it; NONE if cards pay."""
        self.colour = colour
        """GIVE and SWAP: the colour of the hand card."""

    def __repr__(self) -> str:
        return f"Move({self.word!r})"


PLACES: Final = tuple(Move(f"place {c}", Kind.PLACE, column=c) for c in range(RIGHT))
"""`PLACES[column]`; entry 0 is no move."""
BOATS: Final = (
    *(Move(f"boat {c}", Kind.BOAT, column=c) for c in range(RIGHT)),
    Move("boat out", Kind.BOAT, column=RIGHT),
)
"""BOATS[column]; entry 0 is no move."""
GIVES: Final = tuple(Move(f"give {n}", Kind.GIVE, colour=c) for c, n in enumerate(COLOURS))
SWAPS: Final = tuple(Move(f"swap {n}", Kind.SWAP, colour=c) for c, n in enumerate(COLOURS))
DONE: Final = Move("done", Kind.DONE)
DIVES: Final = (
    (),
    *(
        tuple(
            Move(f"dive {level} to {CELL_NAMES[cell]}", Kind.DIVE, level=level, cell=cell)
            for cell in CELLS
        )
        for level in LEVELS
    ),
)
"""DIVES[level][cell], whatever the level of the cell."""


def _reach(cell: int) -> tuple[Move, ...]:
    """Return the dives to any column, at most one level up or down, not in place (R)."""
    level = LEVEL_OF[cell]
    ends = (
        cell_at(column, end)
        for column in COLUMNS
        for end in (level - 1, level, level + 1)
        if 1 <= end <= DEPTH
    )
    return tuple(DIVES[level][end] for end in ends if end != cell)


DIVES_FROM: Final = tuple(_reach(cell) for cell in CELLS)
"""DIVES_FROM[cell]: the dives of a bathyscaphe (T, In the sea), column by column."""


@cache
def take(level: int, token: int, joker: int) -> Move:
    """Return the move that takes a token by a joker, or by card (NONE)."""
    word = f"take {level} {TOKEN_NAMES[token]}"
    if joker != NONE:
        word += f" with {TOKEN_NAMES[joker]}"
    return Move(word, Kind.TAKE, level=level, token=token, joker=joker)


_BY_TEXT: Final = {
    move.word.casefold(): move
    for moves in (PLACES[1:], BOATS[1:], GIVES, SWAPS, (DONE,), *DIVES)
    for move in moves
}
_LEVEL_NAMED: Final = {str(level): level for level in LEVELS}
_TOKEN_NAMED: Final = {TOKEN_NAMES[token].casefold(): token for token in TOKENS}


def parse(text: str) -> Move:
    """Return the move of a typed text, in any case and spacing. Raises NotAMove."""
    words = typed_words(text)
    move = _BY_TEXT.get(" ".join(words)) or _take_in(words)
    if move is None:
        raise not_a_move(text)
    return move


def _take_in(words: list[str]) -> Move | None:
    match words:
        case ["take", level, token]:
            joker = NONE
        case ["take", level, token, "with", other] if other in _TOKEN_NAMED:
            joker = _TOKEN_NAMED[other]
        case _:
            return None
    if level not in _LEVEL_NAMED or token not in _TOKEN_NAMED or _TOKEN_NAMED[token] == joker:
        return None
    return take(_LEVEL_NAMED[level], _TOKEN_NAMED[token], joker)


class Phase(IntEnum):
    """The decision to be made by the player whose turn it is."""

    PLACE = 0
    """Place a bathyscaphe on level 1, before the first turn."""
    BOAT = 1
    ACT = 2
    """Act with the bathyscaphes below the boat, or `done`."""
    GIVE = 3
    """Give a hand card, owed for the token being taken."""
    EXCHANGE = 4
    OVER = 5


PLACE: Final = Phase.PLACE
BOAT: Final = Phase.BOAT
ACT: Final = Phase.ACT
GIVE: Final = Phase.GIVE
EXCHANGE: Final = Phase.EXCHANGE
OVER: Final = Phase.OVER
