"""Making the bots of a table play, without ever holding up the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from nim_tui.bots.bot import Advice, Bot
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_THREAD, Question, Thinker, beats_of
from rules.contract import IllegalMove, Move

PlayMove = Callable[[int, Move], Awaitable[None]]
"""Makes a move of a seat. Raises IllegalMove, OSError."""

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
        advice = await self._thinker.think(question)
        beat = self._beat() * beats_of(question.bot)
        if beat > 0:
            await asyncio.sleep(beat - (loop.time() - start) % beat)
        return advice

    def _question(self, seat: int) -> Question:
        """All that the table tells is asked before a bot begins to think."""
        table = self._table
        return Question(
            self._bots[seat], table.game, table.view(seat), table.legal(seat),
            table.seed, seat, table.moves_noticed(seat),
        )  # fmt: skip
