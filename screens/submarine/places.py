"""The places of moves on the sea, and the moves of places."""

from __future__ import annotations

from collections.abc import Sequence

from rules.submarine.board import CELL_NAMES, COLUMN_OF, LEVEL_OF, NONE, cell_at
from rules.submarine.moves import BOATS, DIVES, PLACES, Kind, Move, take
from rules.submarine.view import SubmarineView
from screens.submarine.sea import Sea, surface_spot
from screens.table.move_words import Words, words_of
from screens.widgets.board import Board


class SubmarineSpots:
    """The sea, by the moves that are shown on it."""

    def __init__(self, sea: Sea) -> None:
        self._sea = sea

    def of(self, move: Move) -> list[tuple[Board, str]]:
        """Columns for bathyscaphes and boats, cells for dives, tokens to take."""
        return [(self._sea, spot) for spot in self._spots_of(move)]

    def of_begun(self, view: SubmarineView, moves: Sequence[Move]) -> list[tuple[Board, str]]:
        """Return the places of moves whose last words are still to be chosen."""
        column = view.players[view.mover].boat
        spots = [
            CELL_NAMES[cell_at(column, move.level)] if move.kind == Kind.DIVE else spot
            for move in moves
            for spot in self._spots_of(move)
        ]
        return [(self._sea, spot) for spot in dict.fromkeys(spots)]

    def _spots_of(self, move: Move) -> Sequence[str]:
        match move.kind:
            case Kind.PLACE:
                return (surface_spot(move.column), CELL_NAMES[cell_at(move.column, 1)])
            case Kind.BOAT:
                return (surface_spot(move.column),)
            case Kind.TAKE:
                return (self._sea.slot_of(move.token),)
            case Kind.DIVE:
                return (CELL_NAMES[move.cell],)
        return ()

    def words_at(self, view: SubmarineView, spot: str, moves: Sequence[Move]) -> Words:
        """Return the words of a place that is not offered; the rules then say why not."""
        column = view.players[view.mover].boat
        token, cell = self._sea.token_at(spot), self._sea.cell_at(spot)
        kinds, levels = {move.kind for move in moves}, {move.level for move in moves}
        if kinds == {Kind.PLACE} and cell is not None:
            return words_of(PLACES[COLUMN_OF[cell]])
        if kinds == {Kind.BOAT} and (cell is not None or spot.isdigit()):
            return words_of(BOATS[int(spot) if cell is None else COLUMN_OF[cell]])
        if kinds == {Kind.DIVE} and len(levels) == 1 and cell is not None:
            return words_of(DIVES[levels.pop()][cell])
        if token is not None and cell is not None and COLUMN_OF[cell] == column:
            return words_of(take(LEVEL_OF[cell], token, NONE))
        return ()
