"""Stepping through the moves of a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nim_tui.tables.from_record import follow, table_from
from nim_tui.tables.record import Header, Line, Play, Undo
from nim_tui.tables.table import Table
from rules.contract import AnyGame, Event


class Replay:
    """A table that steps through the moves of a record that stand."""

    def __init__(self, header: Header, game: AnyGame, lines: Sequence[Line]) -> None:
        self._header = header
        self._game = game
        self._lines = standing_moves(lines)
        self._listeners: list[Callable[[], None]] = []
        self.position = 0
        self.table = table_from(self._header, self._game)
        self._whole: Table | None = None
        """The table at the end, once it was asked for."""

    @property
    def length(self) -> int:
        """How many moves there are."""
        return len(self._lines)

    def go(self, position: int) -> None:
        """Go to a point, as near as there is one."""
        wanted = max(0, min(position, self.length))
        if wanted == self.position:
            return
        if wanted < self.position:
            self.table = table_from(self._header, self._game)
            self.position = 0
        follow(self.table, self._lines[self.position : wanted])
        self.position = wanted
        for listener in tuple(self._listeners):
            listener()

    def _at_end(self) -> Table:
        if self._whole is None:
            self._whole = table_from(self._header, self._game, self._lines)
        return self._whole

    def whole_log(self, seat: int | None) -> Sequence[Event]:
        """All that a seat was told until the end, wherever this stands now."""
        return self._at_end().log(seat)

    def moves_before(self, seat: int | None, told: int) -> int:
        """How many moves had been made when a seat had been told so many events."""
        return self._at_end().moves_before(seat, told)

    def listen(self, listener: Callable[[], None], seat: int | None) -> Callable[[], None]:
        """Be told after each step."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)


def standing_moves(lines: Sequence[Line]) -> list[Play]:
    """The moves of a record that were not taken back."""
    moves: list[Play] = []
    for line in lines:
        if isinstance(line, Play):
            moves.append(line)
        elif isinstance(line, Undo):
            own = (n for n in range(len(moves) - 1, -1, -1) if moves[n].seat == line.seat)
            del moves[next(own)]
    return moves
