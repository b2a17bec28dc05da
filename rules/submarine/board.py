"""board.toml, read, checked and indexed: the sea, the tokens, the cards.

A *cell* is a column at a level, 0-23: the four levels of column 1 from the top, then those of
column 2 and so on. A *token* is 0-64: five colours of each type, then the five shells. A *colour*
is 0-4.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

_PRINT = tomllib.loads(files("rules.submarine").joinpath("board.toml").read_text("utf-8"))

COLUMNS: Final = range(1, _PRINT["columns"] + 1)
TOKENS_PER_CELL: Final[tuple[int, ...]] = tuple(_PRINT["tokens_per_cell"])
LEVELS: Final = range(1, len(TOKENS_PER_CELL) + 1)
DEPTH: Final = len(LEVELS)
CELLS: Final = range(len(COLUMNS) * DEPTH)
HAND: Final[int] = _PRINT["hand"]
CARDS_PER_COLOUR: Final[int] = _PRINT["cards_per_colour"]

TYPES: Final[tuple[str, ...]] = tuple(_PRINT["types"])
"""The letters of the twelve types."""
TYPE_NAMES: Final[tuple[str, ...]] = tuple(_PRINT["types"].values())
COLOUR_LETTERS: Final[tuple[str, ...]] = tuple(_PRINT["colours"])
COLOURS: Final[tuple[str, ...]] = tuple(_PRINT["colours"].values())
SHELL: Final = "S"
"""The letter of shells."""

LEFT: Final = 0
"""The position of boats left of column 1."""
RIGHT: Final = len(COLUMNS) + 1
"""The position of boats right of column 6."""
NONE: Final = -1
"""The value of a field for “no token”, “no seat” or “no colour”."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The equipment of each player, and the number of cards of each colour set aside unseen."""

    bathyscaphes: int
    cards: int
    set_aside: int


SETUPS: Final = {int(players): Setup(**kit) for players, kit in _PRINT["setup"].items()}

TREASURES: Final = range(len(TYPES) * len(COLOURS))
SHELLS: Final = range(len(TREASURES), len(TREASURES) + len(COLOURS))
TOKENS: Final = range(SHELLS.stop)
TOKEN_NAMES: Final = tuple(
    letter + colour for letter in (*TYPES, SHELL) for colour in COLOUR_LETTERS
)
TOKEN_NAMED: Final = {name: token for token, name in enumerate(TOKEN_NAMES)}
COLOUR_OF: Final = tuple(token % len(COLOURS) for token in TOKENS)
"""The colour of each token."""
TYPE_OF: Final = tuple(token // len(COLOURS) for token in TOKENS)
"""The type of each token, 0-11, or 12 for a shell."""

COLUMN_OF: Final = tuple(cell // DEPTH + 1 for cell in CELLS)
LEVEL_OF: Final = tuple(cell % DEPTH + 1 for cell in CELLS)
CELL_NAMES: Final = tuple(f"{COLUMN_OF[cell]}.{LEVEL_OF[cell]}" for cell in CELLS)
"""The name of each cell in moves: column and level, "5.3"."""
CELL_NAMED: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}


def cell_at(column: int, level: int) -> int:
    """Return the cell of a column (1-6) at a level (1-4)."""
    return (column - 1) * DEPTH + level - 1


CELLS_OF: Final = ((), *(tuple(cell_at(c, level) for level in LEVELS) for c in COLUMNS))
"""CELLS_OF[column]: its cells from the top."""

if TREASURES.stop != len(COLUMNS) * sum(TOKENS_PER_CELL):
    raise ValueError("board.toml: the treasures do not fill the sea")
