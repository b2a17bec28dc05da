"""The time of the people at a table, if it is counted there."""

from __future__ import annotations

from collections.abc import Collection

from nim_tui.server.lobby.clocks import Timekeeper
from nim_tui.server.lobby.table_people import TablePeople
from nim_tui.tables.table import Table


class TableTime:
    """The clock of one table, or none."""

    def __init__(self, game: Table, people: TablePeople) -> None:
        self._game = game
        self._people = people
        self._keeper: Timekeeper | None = None

    def count(self, keeper: Timekeeper) -> None:
        """Have time counted from now on."""
        self._keeper = keeper

    @property
    def is_counted(self) -> bool:
        """Whether time is counted here."""
        return self._keeper is not None

    @property
    def is_by_calendar(self) -> bool:
        """Whether people have days, and need not be there."""
        return self._keeper is not None and self._keeper.is_by_calendar

    def left(self, seat: int) -> float | None:
        """Seconds a person has left; None where time is not counted."""
        if self._keeper is None or self._people.is_lent(seat):
            return None
        return self._keeper.left(seat)

    def can_come_back(self, seat: int) -> bool:
        """Whether a person has time left, where it is counted for the whole game."""
        return self._keeper is None or not self._keeper.is_lost(seat)

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have no time left and must move."""
        is_over = self._game.result is not None
        return () if self._keeper is None or is_over else self._keeper.out

    def settle(self, seats: Collection[int], moved: int | None, goes_on: Collection[int]) -> None:
        """Count for these seats, who must move now; the rest is as Timekeeper says."""
        if self._keeper is not None:
            self._keeper.settle(seats, moved, goes_on)

    async def ring(self) -> None:
        """See whether somebody has run out of time by now; an alarm does so by itself."""
        if self._keeper is not None:
            await self._keeper.ring()

    async def keep(self) -> None:
        """Keep the times as they are now."""
        if self._keeper is not None:
            await self._keeper.keep()

    def close(self) -> None:
        """Ring no more."""
        if self._keeper is not None:
            self._keeper.close()
