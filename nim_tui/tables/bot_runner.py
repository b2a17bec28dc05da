"""Play for the bots of a table, and answer offers, without blocking the screen."""

from __future__ import annotations

import asyncio
import logging
from asyncio import FIRST_COMPLETED
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import Final

from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import RandomBot, quicker_than
from nim_tui.protocol.program import ProgramBot
from nim_tui.registry import game_named
from nim_tui.tables.seeds import number_of
from nim_tui.tables.table import Table
from nim_tui.thinking.pool import Standing
from nim_tui.thinking.question import (
    IN_THREAD,
    IN_TIME,
    NotDone,
    Question,
    Thinker,
    wait_for,
)
from rules.advice import Advice
from rules.contract import IllegalMove, Move
from rules.messages import N_, Refusal
from screens.people import ThinkingTime

PlayMove = Callable[[int, Move], Awaitable[None]]
"""Play a move of a seat. Raises IllegalMove, OSError."""

QUICK: Final = 0.3
"""Seconds before an answer is due that a quicker bot is asked."""
AT_ONCE: Final = 0.05
"""Seconds that an answer may come after its beat."""
RETRY: float = 2.0
"""Seconds before a move that could not be stored is tried again."""


def _untold(_refusal: Refusal) -> None:
    """Tell nobody: no program plays here."""


logger = logging.getLogger(__name__)


class BotRunner:
    """The player of one table's bots: it makes each move on a beat.

    A bot answers on the beat however much there was to think about, so its pace reveals nothing of
    its choices. If it has no answer by then, a quicker bot's is taken, logged and counted; only at
    a pace that leaves no time to think does the answer come on a later beat. A program of the user
    has its own time for each answer.
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
        tell: Callable[[Refusal], None] = _untold,
    ) -> None:
        """`play` makes moves instead of the table; `tell` tells that a program failed."""
        self._table = table
        self._tell = tell
        self._play = play or self._play_at_table
        self._thinker = thinker
        self._bots = dict(bots)
        self._beat = beat
        self._complain = complain

    def lend(self, seat: int, bot: Bot) -> None:
        """Play for a seat from now on."""
        self._bots[seat] = bot

    def give_back(self, seat: int) -> None:
        """Stop playing for a seat; a move still being thought of is dropped."""
        self._bots.pop(seat, None)

    def close(self) -> None:
        """End the programs that play for seats."""
        for bot in self._bots.values():
            if isinstance(bot, ProgramBot):
                bot.close()

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
                continue  # a person undid a move meanwhile, or took the seat
            try:
                await self._play(seat, advice.move)
            except IllegalMove:
                if self._table.changes == seen:
                    raise  # else another change came first
            except OSError as error:
                self._complain(error)
                await asyncio.sleep(RETRY)

    async def _play_at_table(self, seat: int, move: Move) -> None:
        self._table.play(seat, move)

    async def _on_the_beat(self, seat: int) -> Advice:
        loop = asyncio.get_running_loop()
        start = loop.time()
        question = self._question(seat)
        if isinstance(question.bot, ProgramBot):
            return await self._by_program(question, question.bot, start)
        wait = wait_for(question.bot, self._beat())
        if wait >= IN_TIME:
            advice = await self._in_time(question, start + wait)
        else:
            advice = await self._thought(question)
        if wait > 0:
            left = wait - (loop.time() - start)
            await asyncio.sleep(left % wait if left < -AT_ONCE else max(left, 0.0))
        return advice

    async def _by_program(self, question: Question, bot: ProgramBot, start: float) -> Advice:
        """Return a program's answer, on the beat at the earliest; tell it if the program failed."""
        advice = await self._thought(question)
        if bot.failure is not None:
            self._tell(bot.failure)
            bot.failure = None
        await asyncio.sleep(max(0.0, start + self._beat() - asyncio.get_running_loop().time()))
        return advice

    async def _in_time(self, question: Question, due: float) -> Advice:
        """Return the bot's answer if it comes by `due`, else that of a quicker bot."""
        loop = asyncio.get_running_loop()
        thinking = asyncio.create_task(self._thought(question))
        others = set[asyncio.Task[Advice]]()
        self._thinker.counted.answers += 1
        try:
            await asyncio.wait({thinking}, timeout=max(0.0, due - QUICK - loop.time()))
            if not thinking.done():
                quicker = replace(question, bot=quicker_than(question.bot))
                others.add(asyncio.create_task(self._answer(quicker)))
                await asyncio.wait({thinking}, timeout=max(0.0, due - loop.time()))
            if not thinking.done():
                await asyncio.wait({thinking, *others}, return_when=FIRST_COMPLETED)
            if thinking.done():
                return thinking.result()
            self._note_late(question)
            return next(iter(others)).result()
        finally:
            for task in (thinking, *others):
                task.cancel()

    async def _thought(self, question: Question) -> Advice:
        """Return the answer, and add the thinking time to the table's statistics."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        advice = await self._answer(question)
        thought = self._table.thought
        thought[question.seat] = thought.get(question.seat, ThinkingTime()).after(
            loop.time() - start
        )
        return advice

    async def _answer(self, question: Question) -> Advice:
        """Return the bot's move; if the bot fails, a quicker one's, and at last a random one."""
        for bot in (question.bot, quicker_than(question.bot)):
            try:
                return await self._thinker.think(replace(question, bot=bot))
            except Exception:
                logger.exception("bot failed, a quicker one answers: %s of %s", *_named(question))
        return await self._thinker.think(replace(question, bot=RandomBot()))

    def _note_late(self, question: Question) -> None:
        self._thinker.counted.late += 1
        logger.warning("bot late, a quicker one answered: %s of %s", *_named(question))

    def _question(self, seat: int) -> Question:
        """Collect everything the table knows before a bot begins to think."""
        table = self._table
        return Question(
            self._bots[seat], table.game, table.view(seat), table.legal(seat),
            number_of(table.seed), seat, table.moves_noticed(seat),
        )  # fmt: skip


def _named(question: Question) -> tuple[str, str]:
    """Return the class of the bot, without its wrapper, and the name of the game."""
    return type(getattr(question.bot, "own", question.bot)).__name__, question.game.name


class Declined(Refusal):
    """Bots declined to end the game; the message says which."""


async def end_if_all_agree(table: Table, thinker: Thinker = IN_THREAD) -> None:
    """End a game by agreement, if all its people are at one keyboard.

    Raises Declined if bots decline, IllegalMove, OSError.
    """
    bots = [seat for seat in range(len(table.seats)) if seat not in table.persons]
    found = await declining(table, bots, thinker)
    if found:
        names = ", ".join(table.seats[seat].name for seat in found)
        one, several = N_("{names} declines a draw"), N_("{names} decline a draw")
        raise Declined(one if len(found) == 1 else several, names=names)
    table.end_by_agreement()


async def declining(table: Table, bots: Collection[int], thinker: Thinker) -> list[int]:
    """Return the bot seats that decline to end the game, in the position they answered for.

    A bot accepts a draw if, by the view of its seat, it is not ahead of an equal share, and always
    accepts an end without a result. One that cannot tell plays on.
    """
    while True:
        seen = table.changes
        if table.is_first_round or table.result is not None:
            return []
        found = [seat for seat in sorted(bots) if await _declines(table, seat, thinker)]
        if table.changes == seen:
            return found


async def _declines(table: Table, seat: int, thinker: Thinker) -> bool:
    judge = game_named(table.game.name).judge
    if judge is None:
        return True
    try:
        stands_better: bool = await thinker.do(Standing(judge, table.game, table.view(seat)))
    except NotDone:
        return True
    return stands_better
