"""Answers told on a fixed beat: how soon one came would show whether there was a choice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from nim_tui.tables.table import Table

ANSWER_BEAT: Final = 1.0
"""Seconds from such a question to its answer, at the least."""


class Answers:
    """The answers of one table that were given, and are not told yet."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._asked = (-1, 0.0)
        """At which change of the table what is asked now was asked, and when."""
        self._given: dict[int, asyncio.TimerHandle] = {}
        self._ends: dict[int, asyncio.Future[bool]] = {}
        """Whether each was told in the end."""

    def note(self) -> None:
        """Something may have happened: another question may be asked now."""
        if self._asked[0] != self._table.changes:
            self._asked = (self._table.changes, asyncio.get_running_loop().time())

    def is_given(self, seat: int) -> bool:
        """Whether a seat has answered already."""
        return seat in self._given

    def wait(self, seat: int) -> float:
        """Seconds an answer of a seat is kept back; 0 where everybody can tell the choice."""
        if not self._table.game.hides_choice(self._table.view(seat)):
            return 0.0
        return max(0.0, self._asked[1] + ANSWER_BEAT - asyncio.get_running_loop().time())

    def give(self, seat: int, seconds: float, told: Callable[[], None]) -> None:
        """Tell an answer later, unless the table is another by then; `told` is called after it."""
        changes = self._table.changes

        def tell() -> None:
            del self._given[seat]
            is_told = self._table.changes == changes
            if is_told:
                told()
            self._end(seat, is_told=is_told)

        loop = asyncio.get_running_loop()
        self._ends[seat] = loop.create_future()
        self._given[seat] = loop.call_later(seconds, tell)

    def _end(self, seat: int, *, is_told: bool) -> None:
        end = self._ends.pop(seat)
        if not end.done():
            end.set_result(is_told)

    async def told(self, seat: int) -> bool:
        """Wait until the answer a seat has given is told, if there is one; whether it was."""
        end = self._ends.get(seat)
        return end is None or await asyncio.shield(end)

    def close(self) -> None:
        """Nothing is told any more: who is asked again answers again."""
        for handle in self._given.values():
            handle.cancel()
        self._given.clear()
        for seat in tuple(self._ends):
            self._end(seat, is_told=False)
