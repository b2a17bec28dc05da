"""Making the bots of a table play, without ever holding up the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from nim_tui.bots.bot import Advice, Bot, bot_chance
from nim_tui.tables.table import Table

RETRY: float = 2.0
"""Seconds to wait before a move that could not be written down is tried again."""


class BotRunner:
    """Plays for the bots of one table, each move on a beat.

    A bot answers on the beat whatever it had to think about, so that its pace shows
    nothing of what it can do.
    """

    def __init__(
        self,
        table: Table,
        bots: dict[int, Bot],
        beat: Callable[[], float],
        complain: Callable[[OSError], None],
    ) -> None:
        self._table = table
        self._bots = dict(bots)
        self._beat = beat
        self._complain = complain

    def lend(self, seat: int, bot: Bot) -> None:
        """Play for a seat from now on."""
        self._bots[seat] = bot

    def give_back(self, seat: int) -> None:
        """Play for a seat no longer; a move that is being thought of is not made."""
        self._bots.pop(seat, None)

    @property
    def is_due(self) -> bool:
        """Whether bots must move, and no person must move first."""
        waiting = self._table.waiting
        return bool(waiting) and all(seat in self._bots for seat in waiting)

    async def drive(self) -> None:
        """Play until a person must move or the game is over."""
        while self.is_due:
            seat, seen = self._table.waiting[0], self._table.changes
            advice = await self._on_the_beat(seat)
            if self._table.changes != seen or seat not in self._bots:
                continue  # a person took a move back meanwhile, or the seat
            try:
                self._table.play(seat, advice.move)
            except OSError as error:
                self._complain(error)
                await asyncio.sleep(RETRY)

    async def _on_the_beat(self, seat: int) -> Advice:
        loop = asyncio.get_running_loop()
        start = loop.time()
        advice = await asyncio.to_thread(self._think_of(seat))
        beat = self._beat()
        if beat > 0:
            await asyncio.sleep(beat - (loop.time() - start) % beat)
        return advice

    def _think_of(self, seat: int) -> Callable[[], Advice]:
        """What to do in a thread: all that the table tells is asked before it starts."""
        table, bot = self._table, self._bots[seat]
        chance = bot_chance(table.seed, seat, table.moves_noticed(seat))
        return partial(bot.choose, table.game, table.view(seat), table.legal(seat), chance)
