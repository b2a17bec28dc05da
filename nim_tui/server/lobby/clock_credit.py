"""Which moves begin a wait anew: its time, and the bell that calls whom it is for."""

from __future__ import annotations

from collections.abc import Collection

from nim_tui.tables.table import Table


class ClockCredit:
    """Follows the moves of a table for its clock and its bells.

    A hidden move gives no new time, or its time would tell of it; nor does a move that was taken
    back and made again, or nobody would ever run out, and somebody be called without end.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._most = {seat: table.moves_of(seat)[1] for seat in range(len(table.seats))}
        """The open moves of each seat, at their most in its present turn."""
        self._began: dict[int, int] = {}
        """The moves of each seat when it came to be waited for."""
        self._ended: dict[int, int] = {}
        """The moves of each seat when it was waited for no longer."""
        self._waited_for: frozenset[int] = frozenset()

    def note(self, waited_for: Collection[int]) -> tuple[int | None, frozenset[int]]:
        """Look at the table: who has moved as gives new time, and whose wait goes on.

        A wait goes on after undo, and where it ended without a move, as a bot took the seat.
        """
        before, self._waited_for = self._waited_for, frozenset(waited_for)
        moved, taken_back = None, set()
        for seat, most in self._most.items():
            own, opened = self._table.moves_of(seat)
            if seat in before - self._waited_for:
                self._ended[seat] = own
            elif seat in self._waited_for - before:
                if own < self._ended.get(seat, 0) or own <= self._began.get(seat, -1):
                    taken_back.add(seat)
                else:
                    self._most[seat], self._began[seat] = opened, own
            elif seat in self._waited_for and opened > most:
                self._most[seat], moved = opened, seat
        return moved, frozenset(taken_back)
