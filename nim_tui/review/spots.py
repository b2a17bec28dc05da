"""Where a move is made that names no place itself, in the words of its game."""

from __future__ import annotations

from typing import Any

from rules.himalaya.moves import Kind as HimalayaKind
from rules.himalaya.moves import Move as HimalayaMove
from rules.himalaya.view import HimalayaView
from rules.submarine.board import CELL_NAMES, cell_at
from rules.submarine.moves import Kind as SubmarineKind
from rules.submarine.moves import Move as SubmarineMove
from rules.submarine.view import SubmarineView

_AT_THE_CARAVAN = (HimalayaKind.BARTER, HimalayaKind.OFFER, HimalayaKind.DONE, HimalayaKind.TAKE)


def nowhere(view: Any, move: Any) -> str:
    """Nowhere: moves of the game name their places."""
    return ""


def himalaya(view: HimalayaView, move: HimalayaMove) -> str:
    """The village of the caravan, for what is done with its order or taken there."""
    return str(view.players[view.mover].caravan) if move.kind in _AT_THE_CARAVAN else ""


def submarine(view: SubmarineView, move: SubmarineMove) -> str:
    """The cell a token is taken from: the move itself names the level below the boat alone."""
    if move.kind != SubmarineKind.TAKE:
        return ""
    return CELL_NAMES[cell_at(view.players[view.mover].boat, move.level)]
