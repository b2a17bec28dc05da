"""Time forfeits: the loss of a game by running out of time, or by long absence."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from nim_tui.server.play.clock import TableTime
from nim_tui.server.play.stand_ins import StandIns
from nim_tui.server.play.table_base import TableBase

_PAIR: Final = 2


class TimeForfeit:
    """The effect of lateness at one table: the loss of a game of two; with more, a bot plays on."""

    def __init__(self, base: TableBase, time: TableTime, stand_ins: StandIns) -> None:
        self._base = base
        self._time = time
        self._stand_ins = stand_ins

    async def run_out(self) -> None:
        """Forfeit players without time left. Raises a Refusal, OSError."""
        await self._lose(lambda: self._time.out)

    async def abandon(self, accounts: Collection[int]) -> None:
        """Forfeit players to move who are absent for long, as if their time had run out.

        Raises a Refusal, OSError.
        """
        await self._base.database.whole(self._lose(lambda: self._waited_for_of(accounts)))

    def _waited_for_of(self, accounts: Collection[int]) -> tuple[int, ...]:
        """The seats of these where they must move."""
        game, people = self._base.game, self._base.people
        waiting = () if game.result is not None else game.waiting
        return tuple(seat for seat in waiting if people.accounts[seat] in accounts)

    async def _lose(self, late: Callable[[], tuple[int, ...]]) -> None:
        """Let a late player lose in a game of two; with more players, let a bot play on.

        A move that was being stored counts: the late seats are looked up when it is this call's
        turn.
        """
        game, changes = self._base.game, self._base.changes
        if len(game.seats) > _PAIR:
            for seat in late():
                await self._stand_ins.lend(seat)
            return
        async with changes.turn:
            if self._base.is_own and (seats := late()):
                await changes.store_once(game.drafts.run_out(seats))
