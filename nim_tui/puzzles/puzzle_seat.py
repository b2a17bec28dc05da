"""The seat of whoever solves a puzzle: its one move is answered rather than played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nim_tui.bots.bot import Bot, Weighed
from nim_tui.puzzles.puzzle import Puzzle
from nim_tui.tables.seats import LivePlace, TableSeat
from rules.contract import Move


class PuzzleSeat(TableSeat):
    """Nobody else is asked for anything, before or after."""

    def __init__(self, puzzle: Puzzle, adviser: Bot) -> None:
        super().__init__(LivePlace(puzzle.table), puzzle.seat, adviser)
        self._puzzle = puzzle

    @property
    def waiting(self) -> tuple[int, ...]:
        """The one who solves it, until it is solved."""
        return () if self._puzzle.is_over else (self._puzzle.seat,)

    def legal(self) -> Sequence[Move]:
        """All that the rules allow, until it is solved."""
        return () if self._puzzle.is_over else super().legal()

    def play(self, move: Move) -> None:
        """Answer with a move. Raises IllegalMove or NotBest."""
        self._puzzle.answer(move)

    def can_undo(self) -> bool:
        """An answer was right, or it was not played."""
        return False

    async def advised(self) -> Sequence[Weighed]:
        """The best moves, in place of what a bot thinks."""
        return self._puzzle.show()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told after each change of the table, and of what became of an answer."""
        stop_table = super().listen(listener)
        stop_puzzle = self._puzzle.listeners.add(listener, (self.number,))

        def stop() -> None:
            stop_table()
            stop_puzzle()

        return stop
