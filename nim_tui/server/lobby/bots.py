"""The bots of a table being played, at work whenever it is for them to move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context
from typing import Final

from nim_tui.bots.levels import style_of
from nim_tui.registry import Offer, offer_named
from nim_tui.server.database.connection import Unwritten
from nim_tui.server.database.leases import LostLease
from nim_tui.server.database.records import FullRecord, GameOver, TakenTurn
from nim_tui.tables.bot_runner import BotRunner, PlayMove
from nim_tui.tables.table import Table
from nim_tui.thinking.question import Thinker

BEAT: Final = 0.7
"""Seconds between their moves."""

logger = logging.getLogger(__name__)


class TableBots:
    """Plays some seats of one table, in a context that is nobody's."""

    def __init__(
        self,
        game: Table,
        context: Context,
        thinker: Thinker,
        play: PlayMove,
        *,
        is_for_people: Callable[[], bool],
    ) -> None:
        """`play` makes moves: each is stored before anybody is told of it.

        Where it is for no people, who play or look on, bots do not wait for the beat.
        """
        self._offer: Final[Offer] = offer_named(game.game.name)
        self._styles: Final = [style_of(seat.name) for seat in game.seats]
        self._driver = BotRunner(
            game, {}, lambda: BEAT if is_for_people() else 0.0, self._complain, thinker, play=play
        )
        self._context = context
        self._playing: asyncio.Task[None] | None = None

    @property
    def usual(self) -> str:
        """The level that stands in for people."""
        return self._offer.usual

    def lend(self, seat: int, level: str | None = None) -> None:
        """Play for a seat from now on."""
        bot = self._offer.bot(level or self.usual, style=self._styles[seat])
        self._driver.lend(seat, bot)

    def give_back(self, seat: int) -> None:
        """Play for a seat no longer."""
        self._driver.give_back(seat)

    @property
    def is_at_work(self) -> bool:
        """Whether it is for bots to move, or one still thinks."""
        is_playing = self._playing is not None and not self._playing.done()
        return is_playing or self._driver.is_due

    def go_on(self) -> None:
        """Play if it is for bots to move, unless they do already."""
        if self._driver.is_due and (self._playing is None or self._playing.done()):
            loop = asyncio.get_running_loop()
            self._playing = loop.create_task(self._play(), context=self._context.copy())

    def stop(self) -> None:
        """Rest; a move that is being thought of is not made."""
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None

    async def _play(self) -> None:
        try:
            await self._driver.drive()
        except Exception:
            logger.exception("a program failed; the game waits for it")

    def _complain(self, error: OSError) -> None:
        if isinstance(error, Unwritten | LostLease):
            return  # it is tried again, and the log has told so; or another node does it
        logger.error("a program's move was not kept: %s", error)
        if isinstance(error, GameOver | TakenTurn | FullRecord):
            self.stop()  # another try would come to the same
