"""The clock of a live table, and the forfeit of players who run out of time.

A beat of the loop, timed by a monotonic clock, is late if the process was stopped, its machine
slept, or something blocked the loop; and the time of day can be set. Time beyond what the beat
allows is charged to nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from copy import copy
from typing import TYPE_CHECKING, Final

from nim_tui.server.play.table_base import TableBase, TableMembers
from nim_tui.server.storage.database import Database, WriteRefused
from nim_tui.server.storage.off_loop import LatestWrite
from nim_tui.server.tables.game_store import keep_clock
from nim_tui.tables.clock import A_GAME, DAYS, Clock, Pause
from nim_tui.tables.table import Table
from rules.messages import Refusal

if TYPE_CHECKING:
    from nim_tui.server.play.stand_ins import StandIns

BEAT: Final = 0.5
"""Seconds between two beats."""

LATE: Final = 0.25
"""Seconds that a beat may be late, as on a busy machine, before it counts as a stall."""


class Uptime:
    """A clock, in seconds since 1970 less all stalls; it beats while it is followed."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since 1970."""
        self._clock = clock
        self._lost = 0.0
        self._followers = 0
        self._beat: asyncio.TimerHandle | None = None
        self._last = (0.0, 0.0)
        """The last check of the beat: by the loop's clock and by the database's."""

    def now(self) -> float:
        """Return the time. A stall that has just ended is left out, even before the next beat."""
        self._look()
        return self._clock() - self._lost

    def follow(self) -> None:
        """Notice stalls from now on, on the running loop."""
        self._followers += 1
        if self._followers == 1:
            self._last = (asyncio.get_running_loop().time(), self._clock())
            self._set_beat()

    def unfollow(self) -> None:
        """Stop following."""
        self._followers -= 1
        if not self._followers and self._beat is not None:
            self._beat.cancel()
            self._beat = None

    def _set_beat(self) -> None:
        loop = asyncio.get_running_loop()
        self._beat = loop.call_later(BEAT, self._on_beat, context=Context())

    def _on_beat(self) -> None:
        self._look()
        self._set_beat()

    def _look(self) -> None:
        """Check the time since the last beat, and leave out a stall."""
        if not self._followers:
            return
        looped, clocked = asyncio.get_running_loop().time(), self._clock()
        beaten, passed = looped - self._last[0], clocked - self._last[1]
        served = beaten if beaten <= BEAT + LATE else BEAT
        if passed - served > LATE or passed < 0:
            self._lost += passed - served
            logger.warning("%.1f seconds were not served: clocks leave them out", passed - served)
        self._last = (looped, clocked)


LONGEST_NAP: Final = 3600.0
"""The longest sleep, in seconds, until a clock is checked again."""
RETRY: Final = 5.0
"""Seconds before a failed attempt is repeated."""

logger = logging.getLogger(__name__)


class TableClock:
    """The running clock of one table."""

    def __init__(
        self,
        clock: Clock,
        database: Database,
        *,
        served: Uptime,
        table: str,
        context: Context,
        run_out: Callable[[], Awaitable[None]],
        is_own: Callable[[], bool],
        ply: Callable[[], int | None],
    ) -> None:
        """`run_out` handles the players in `out`; it raises a Refusal or OSError.

        While the server stands still no time passes, except by correspondence. If the table is not
        this server's (`is_own`), the clock is only read; it is stored after `ply` lines, if others
        may write some.
        """
        self._is_own = is_own
        self._ply = ply
        self._clock: Final = clock
        self._database = database
        self._table = table
        self._context = context
        self._run_out = run_out
        self._alarm: asyncio.TimerHandle | None = None
        self._kept = LatestWrite(database, self.keep)
        self._now = database.now if self.is_by_calendar else served.now
        self._served: Uptime | None = None
        if not self.is_by_calendar:
            served.follow()
            self._served = served
        if is_own():
            clock.forgive(self._now())

    @property
    def is_by_calendar(self) -> bool:
        """Whether the time control is by correspondence, so that nobody need be online."""
        return self._clock.plan.kind == DAYS

    def left(self, seat: int) -> float | None:
        """Return the seconds left to a seat; None if its time is not counted."""
        return self._clock.left(seat, self._now())

    def pause(self, pauses: Mapping[int, Sequence[Pause]]) -> None:
        """Let the clocks of seats stand in these times alone."""
        self._clock.pauses = pauses
        if self._is_own():
            self._set_alarm()

    def paused_until(self, seat: int) -> float | None:
        """Return the end of the present pause of a seat; None if its clock may run."""
        return self._clock.paused_until(seat, self._now())

    def is_lost(self, seat: int) -> bool:
        """Whether a seat has no time left in the whole game."""
        return self._clock.plan.kind == A_GAME and self.left(seat) == 0

    def settle(self, seats: Collection[int], moved: int | None, goes_on: Collection[int]) -> None:
        """Set the seats to move, and store the clock.

        `moved` and `goes_on` are as returned by TurnStarts.
        """
        self._clock.settle(seats, moved, self._now(), goes_on)
        if self._is_own():
            self._kept.keep()
            self._set_alarm()

    async def keep(self) -> None:
        """Store the present times."""
        times = {seat: copy(time) for seat, time in self._clock.seats.items()}
        if not self._is_own():
            return
        with suppress(WriteRefused):  # time is counted anyway, and stored at the next move
            await self._database.ask(keep_clock, self._table, times, self._ply())

    @property
    def out(self) -> tuple[int, ...]:
        """The seats to move that have no time left."""
        return self._clock.out(self._now())

    def close(self) -> None:
        """Stop the alarm."""
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
        """Handle players without time left; the next alarm is set only if the table is its own."""
        self._alarm = None
        if not self._is_own():
            return
        try:
            if self.out:
                await self._run_out()
        except (Refusal, OSError) as trouble:
            if not isinstance(trouble, WriteRefused):
                logger.exception("a clock that ran out came to nothing")
            self._set_alarm(RETRY)
        else:
            self._set_alarm()


class TableTime:
    """The clock of one table, or none."""

    def __init__(self, game: Table, people: TableMembers) -> None:
        self._game = game
        self._people = people
        self._keeper: TableClock | None = None

    def count(self, keeper: TableClock) -> None:
        """Count time from now on."""
        self._keeper = keeper

    @property
    def is_counted(self) -> bool:
        """Whether time is counted here."""
        return self._keeper is not None

    @property
    def is_by_calendar(self) -> bool:
        """Whether the time control is by correspondence, so that nobody need be online."""
        return self._keeper is not None and self._keeper.is_by_calendar

    def left(self, seat: int) -> float | None:
        """Return the seconds left to a person; None if time is not counted."""
        if self._keeper is None or self._people.is_lent(seat):
            return None
        return self._keeper.left(seat)

    def pause(self, pauses: Mapping[int, Sequence[Pause]]) -> None:
        """Let the clocks of seats stand in these times alone."""
        if self._keeper is not None:
            self._keeper.pause(pauses)

    def paused_until(self, seat: int) -> float | None:
        """Return the end of the present pause of a seat; None if its clock may run."""
        return None if self._keeper is None else self._keeper.paused_until(seat)

    def can_come_back(self, seat: int) -> bool:
        """Whether a person has time left, if it is counted for the whole game."""
        return self._keeper is None or not self._keeper.is_lost(seat)

    @property
    def out(self) -> tuple[int, ...]:
        """The seats to move that have no time left."""
        is_over = self._game.result is not None
        return () if self._keeper is None or is_over else self._keeper.out

    def settle(self, seats: Collection[int], moved: int | None, goes_on: Collection[int]) -> None:
        """Set the seats to move; see `TableClock.settle`."""
        if self._keeper is not None:
            self._keeper.settle(seats, moved, goes_on)

    async def ring(self) -> None:
        """Handle players without time left; an alarm does so automatically."""
        if self._keeper is not None:
            await self._keeper.ring()

    async def keep(self) -> None:
        """Store the present times."""
        if self._keeper is not None:
            await self._keeper.keep()

    def close(self) -> None:
        """Stop the alarm."""
        if self._keeper is not None:
            self._keeper.close()


class TimeForfeit:
    """The effect of lateness at one table: loss in a game of two; with more, a stand-in."""

    def __init__(self, base: TableBase, time: TableTime, stand_ins: StandIns) -> None:
        self._base = base
        self._time = time
        self._stand_ins = stand_ins

    async def run_out(self) -> None:
        """Handle players without time left. Raises a Refusal, OSError."""
        await self._lose(lambda: self._time.out)

    async def abandon(self, accounts: Collection[int]) -> None:
        """Handle long absence of accounts that must move, like a lack of time.

        Raises a Refusal, OSError.
        """
        await self._base.database.whole(self._lose(lambda: self._waited_for_of(accounts)))

    def _waited_for_of(self, accounts: Collection[int]) -> tuple[int, ...]:
        """Return the seats of these accounts that must move."""
        game, people = self._base.game, self._base.people
        waiting = () if game.result is not None else game.waiting
        return tuple(seat for seat in waiting if people.accounts[seat] in accounts)

    async def _lose(self, late: Callable[[], tuple[int, ...]]) -> None:
        """Let a late player lose in a game of two; with more players, let a stand-in play.

        A move being stored counts: the late seats are looked up when it is this call's turn.
        """
        game, changes = self._base.game, self._base.changes
        if len(game.seats) > 2:
            for seat in late():
                await self._stand_ins.lend(seat)
            return
        async with changes.turn:
            if self._base.is_own and (seats := late()):
                await changes.store_once(game.drafts.run_out(seats))
