"""Making the bots of a table play, without ever holding up the screen."""

from __future__ import annotations

import asyncio
from asyncio import FIRST_COMPLETED
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from nim_tui.bots.bot import Advice, Bot
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_THREAD, Deliberate, Question, Thinker, wait_for
from rules.contract import IllegalMove, Move

PlayMove = Callable[[int, Move], Awaitable[None]]
"""Makes a move of a seat. Raises IllegalMove, OSError."""

QUICK: Final = 0.3
"""Seconds before an answer is due in which a quicker bot makes up its mind."""
RETRY: float = 2.0
"""Seconds to wait before a move that could not be written down is tried again."""


class BotRunner:
    """Plays for the bots of one table, each move on a beat.

    A bot answers on the beat whatever it had to think about, so that its pace shows
    nothing of what it can do. Where one that thinks for long has no answer by then, the answer
    of a quicker one is taken.
    """

    def __init__(
        self,
        table: Table,
        bots: dict[int, Bot],
        beat: Callable[[], float],
        complain: Callable[[OSError], None],
        thinker: Thinker = IN_THREAD,
        *,
        play: PlayMove | None = None,
    ) -> None:
        """`play` makes moves, if the table itself does not."""
        self._table = table
        self._play = play or self._play_at_table
        self._thinker = thinker
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
                await self._play(seat, advice.move)
            except IllegalMove:
                if self._table.changes == seen:
                    raise  # else somebody's change came first
            except OSError as error:
                self._complain(error)
                await asyncio.sleep(RETRY)

    async def _play_at_table(self, seat: int, move: Move) -> None:
        self._table.play(seat, move)

    async def _on_the_beat(self, seat: int) -> Advice:
        loop = asyncio.get_running_loop()
        start = loop.time()
        question = self._question(seat)
        wait = wait_for(question.bot, self._beat())
        if wait > 0 and isinstance(question.bot, Deliberate):
            advice = await self._in_time(question, question.bot.instead, start + wait)
        else:
            advice = await self._thinker.think(question)
        if wait > 0:
            left = wait - (loop.time() - start)
            await asyncio.sleep(left if left >= 0 else left % wait)
        return advice

    async def _in_time(self, question: Question, instead: Bot, due: float) -> Advice:
        """The answer of the bot, if it has one when it is due; else of the one instead of it."""
        loop = asyncio.get_running_loop()
        thinking = asyncio.create_task(self._thinker.think(question))
        others = set[asyncio.Task[Advice]]()
        try:
            await asyncio.wait({thinking}, timeout=max(0.0, due - QUICK - loop.time()))
            if not thinking.done():
                quicker = replace(question, bot=instead)
                others.add(asyncio.create_task(self._thinker.think(quicker)))
                await asyncio.wait({thinking}, timeout=max(0.0, due - loop.time()))
            if not thinking.done():
                await asyncio.wait({thinking, *others}, return_when=FIRST_COMPLETED)
            return (thinking if thinking.done() else others.pop()).result()
        finally:
            for task in (thinking, *others):
                task.cancel()

    def _question(self, seat: int) -> Question:
        """All that the table tells is asked before a bot begins to think."""
        table = self._table
        return Question(
            self._bots[seat], table.game, table.view(seat), table.legal(seat),
            table.seed, seat, table.moves_noticed(seat),
        )  # fmt: skip
