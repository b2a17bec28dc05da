"""Where the game of Submarine may end before one's next turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.submarine.board import CELLS_OF, COLUMN_OF, COLUMNS, NONE, TYPE_OF, TYPES
from rules.submarine.view import Player, SubmarineView

FEW: Final = 2
"""Treasures with which a column is nearly empty."""


def closing_columns(view: SubmarineView) -> set[int]:
    """The columns in which a rival may soon end the game: by a last type, or as one gets empty."""
    ends = {
        column
        for column in COLUMNS
        if 0 < sum(len(view.sea[cell]) for cell in CELLS_OF[column]) <= FEW
    }
    for seat, player in enumerate(view.players):
        if seat != view.mover and player.types == len(TYPES) - 1:
            ends.update(_with_the_last(view, player))
    return ends


def _with_the_last(view: SubmarineView, player: Player) -> Iterator[int]:
    """The columns in which the type lies that a player still misses."""
    missing = player.board.index(NONE)
    for cell, tokens in enumerate(view.sea):
        if any(TYPE_OF[token] == missing for token in tokens):
            yield COLUMN_OF[cell]
