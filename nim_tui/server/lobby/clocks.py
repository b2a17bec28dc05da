"""The clock of a table being played: kept, asked what is left, with an alarm when it runs out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from contextvars import Context
from copy import copy
from typing import Final

from nim_tui.server.database.asking import Latest
from nim_tui.server.database.clocks import keep_clock
from nim_tui.server.database.connection import Database, Unwritten
from nim_tui.server.database.leases import Lease, LostLease
from nim_tui.server.lobby.served_time import ServedTime
from nim_tui.tables.clock import A_GAME, DAYS, Clock
from rules.messages import Refusal

LONGEST_NAP: Final = 3600.0
"""Seconds after which a clock is looked at again, whatever it showed."""
RETRY: Final = 5.0
"""Seconds after which what could not be done is tried again."""

logger = logging.getLogger(__name__)


class Timekeeper:
    """Minds the time of the people at one table."""

    def __init__(
        self,
        clock: Clock,
        database: Database,
        *,
        served: ServedTime,
        table: str,
        context: Context,
        run_out: Callable[[], Awaitable[None]],
        is_own: bool = True,
        lease: Lease | None = None,
    ) -> None:
        """`run_out` does something about `out`; it may raise a Refusal or OSError.

        While the server stands still nobody's time passes, but by the calendar. Where the table
        is not its `is_own` the clock is only looked at; it is kept as long as a `lease` holds.
        """
        self._is_own = is_own
        self._lease = lease
        self._clock: Final = clock
        self._database = database
        self._table = table
        self._context = context
        self._run_out = run_out
        self._alarm: asyncio.TimerHandle | None = None
        self._kept = Latest(database, self.keep)
        self._now = database.now if self.is_by_calendar else served.now
        self._served: ServedTime | None = None
        if not self.is_by_calendar:
            served.follow()
            self._served = served
        if is_own:
            clock.forgive(self._now())

    @property
    def is_by_calendar(self) -> bool:
        """Whether people have days, and need not be there."""
        return self._clock.plan.kind == DAYS

    def left(self, seat: int) -> float | None:
        """Seconds a seat has left; None where its time is not counted."""
        return self._clock.left(seat, self._now())

    def is_lost(self, seat: int) -> bool:
        """Whether a seat has no time left in the whole game."""
        return self._clock.plan.kind == A_GAME and self.left(seat) == 0

    def settle(self, seats: Collection[int], moved: int | None, goes_on: Collection[int]) -> None:
        """Count for these seats, who must move now, and keep that.

        Who `moved` as gives new time, and whose wait `goes_on`, is Progress's to tell.
        """
        self._clock.settle(seats, moved, self._now(), goes_on)
        if self._is_own:
            self._kept.keep()
            self._set_alarm()

    async def keep(self) -> None:
        """Keep the times as they are now."""
        times = {seat: copy(time) for seat, time in self._clock.seats.items()}
        if not self._is_own:
            return
        # it counts all the same, and is kept at the next move; a new owner keeps its own
        with suppress(Unwritten, LostLease):
            await self._database.ask(keep_clock, self._table, times, lease=self._lease)

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have no time left and must move."""
        return self._clock.out(self._now())

    def close(self) -> None:
        """Ring no more."""
        self._stop_alarm()
        if self._served is not None:
            self._served.unfollow()
            self._served = None

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _set_alarm(self, least: float = 0.0) -> None:
        self._stop_alarm()
        end = self._clock.next_end()
        if end is not None:
            delay = min(max(least, end - self._now()), LONGEST_NAP)
            loop = asyncio.get_running_loop()
            context = self._context.copy()
            self._alarm = loop.call_later(delay, self._on_alarm, context=context)

    def _on_alarm(self) -> None:
        self._database.start(self.ring())

    async def ring(self) -> None:
        """See whether somebody has run out of time by now."""
        self._alarm = None
        try:
            if self.out:
                await self._run_out()
        except (Refusal, OSError) as trouble:
            if not isinstance(trouble, Unwritten | LostLease):
                logger.exception("a clock that ran out came to nothing")
            self._set_alarm(RETRY)
        else:
            self._set_alarm()
