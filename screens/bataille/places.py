"""The places of moves on the boards, and the moves of places."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bataille.board import LEVELS, NUMBERS, PORT, cell_name
from rules.bataille.moves import MINES, SAILS, SUBS, THE_MOVED, Kind, Move
from rules.bataille.view import BatailleView
from screens.bataille.levels import CELL_NAMED, Levels
from screens.bataille.surface import Surface, port_spot
from screens.table.move_words import Words, words_of
from screens.widgets.board import Board


class BatailleSpots:
    """The three boards, by the moves that are shown on them."""

    def __init__(self, surface: Surface, enemy: Levels, own: Levels) -> None:
        self._surface, self._enemy, self._own = surface, enemy, own

    def of_begun(self, view: BatailleView, moves: Sequence[Move]) -> list[tuple[Board, str]]:
        """Return the places of moves whose last words are still to be chosen."""
        if moves[0].kind == Kind.SAIL:
            return [(self._surface, self._surface.ship_spot(view.mover, moves[0].ship))]
        drops = [move for move in moves if move.kind == Kind.DROP]
        return [spot for move in drops for spot in self.of(view, move)]

    def of(self, view: BatailleView, move: Move) -> list[tuple[Board, str]]:
        """Cells of the camps, numbers of the surface, ships where they are, berths of the port."""
        match move.kind:
            case Kind.SUB | Kind.MINE:  # the numbers of mines are the cells of level 100
                return [(self._own, cell_name(move.place))]
            case Kind.SAIL if move.place == PORT:
                return [(self._surface, port_spot(view.mover, berth)) for berth in range(1, 5)]
            case Kind.SAIL:
                return [(self._surface, str(move.place))]
            case Kind.DROP:
                ship = view.moved if move.ship == THE_MOVED else move.ship
                number = view.fleets[view.mover].places[ship]
                return [(self._enemy, f"{number}.{LEVELS[move.level]}")]
            case Kind.FIRE:
                target = self._surface.ship_spot(1 - view.mover, move.ship)
                return [(self._surface, target)]
        return []

    def words_at(self, board: Board, spot: str, moves: Sequence[Move], before: Words) -> Words:
        """Return the words of a place that is not offered: the rules then say why not.

        A cell for a submarine or the mine, a number for a ship.
        """
        if board is self._own:
            cell = CELL_NAMED[spot]
            if moves[0].kind == Kind.SUB:
                return words_of(SUBS[cell - 1])
            if moves[0].kind == Kind.MINE and cell in NUMBERS:
                return words_of(MINES[cell - 1])
        ships = {move.ship for move in moves if move.kind == Kind.SAIL}
        if before and len(ships) == 1 and board is self._surface and spot.isdigit():
            return words_of(SAILS[ships.pop()][int(spot)])
        return ()
