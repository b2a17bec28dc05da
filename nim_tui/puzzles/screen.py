"""The screen of a puzzle: the game's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nim_tui.catalog import Offer
from nim_tui.puzzles.puzzle_seat import PuzzleSeat
from nim_tui.tables.seats import LivePlace, TableSeat

if TYPE_CHECKING:
    from nim_tui.puzzles.puzzle import Puzzle
    from screens.table.puzzle import PuzzlePlace
    from screens.table.screen import GameScreen


def puzzle_screen(offer: Offer, puzzle: Puzzle, place: PuzzlePlace) -> GameScreen[Any]:
    """The table of a puzzle, as whoever solves it sees it."""
    adviser = offer.adviser
    watcher = TableSeat(LivePlace(puzzle.table), None, adviser)
    screen: GameScreen[Any] = offer.screen_type(
        [PuzzleSeat(puzzle, adviser)], watcher, title=offer.title, puzzle=place
    )
    return screen
