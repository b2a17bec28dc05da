"""A question to a bot at one decision, in a form that can be sent to a worker."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Protocol, runtime_checkable

from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.bots.causes import explained
from nim_tui.bots.search import Decision, Weighing
from rules.advice import Advice, Chances, Weighed
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.messages import Phrase, Value


@runtime_checkable
class Deliberate(Protocol):
    """A bot that thinks for so long that it needs a process of its own."""

    beats: int
    """The number of beats that each answer takes, however hard the decision."""

    @property
    def instead(self) -> Bot:
        """The quicker bot that answers when this one cannot."""


@dataclass(slots=True)
class AnswerCount:
    """The number of bots' answers due on a beat."""

    answers: int = 0
    late: int = 0
    """The number of answers given by a quicker bot instead."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision: the bot, the view of its seat, and the seed of its chance."""

    bot: Bot
    game: AnyGame
    view: Any
    legal: Sequence[Move]
    seed: int
    seat: int
    moves: int
    """The number of moves that the seat had noticed."""

    def answer(self) -> Advice:
        """Return the bot's advice on this decision: always the same."""
        return self.bot.choose(self.game, self.view, self.legal, self._chance)

    def weigh(self) -> Sequence[Weighed]:
        """Return the answer and the alternatives, best first, with reasons if known."""
        if not isinstance(self.bot, Weighing):
            return [Weighed(self.answer())]
        found = self.bot.weigh(self.game, self.view, self.legal, self._chance)
        decision = Decision(self.game, self.view, self.legal)
        return explained(self.bot.judge, decision, found, self._chance.apart("reasons"))

    @property
    def _chance(self) -> Chance:
        return bot_chance(self.seed, self.seat, self.moves)


Reply = list[tuple[str, str, dict[str, Value], Chances, tuple[Phrase, ...], str]]
"""An answer as sent back, best first: the words of each move, and the fields of `Weighed`."""

# Moves are sent as words: each process makes the move objects once and finds them again.


class Job(Protocol):
    """A job for another process; it and its result can be pickled."""

    def do(self) -> Any:
        """Do the job and return its result."""


@dataclass(frozen=True, slots=True)
class SentQuestion:
    """A question as sent to another process, without what the worker can derive."""

    bot: Bot
    game: AnyGame
    view: Any
    seed: int
    seat: int
    moves: int
    is_weighed: bool
    """Whether all candidate moves are wanted, not only the best."""

    @classmethod
    def of(cls, asked: Question, *, weigh: bool) -> SentQuestion:
        """Return a question as it is sent."""
        drawn = asked.seed, asked.seat, asked.moves
        return cls(asked.bot, asked.game, asked.view, *drawn, is_weighed=weigh)

    def __str__(self) -> str:
        return f"{type(self.bot).__name__} of {self.game.name}"

    def do(self) -> Reply:
        """Return the answer; any state that fits the view has the same legal moves."""
        legal = self.game.legal(self.game.sample(self.view, Chance(self.seed)), self.seat)
        question = Question(self.bot, self.game, self.view, legal, self.seed, self.seat, self.moves)
        found = question.weigh() if self.is_weighed else [Weighed(question.answer())]
        return [
            (own.move.word, own.reason, own.facts, each.chances, each.why, each.topic)
            for each in found
            for own in (each.advice,)
        ]


class NotDone(Exception):
    """A process failed or got stuck; the cause was logged."""


class Thinker(Protocol):
    """A place where bots think."""

    @property
    def counted(self) -> AnswerCount:
        """The number of late answers."""

    async def think(self, question: Question) -> Advice:
        """Return the answer, without blocking the event loop."""

    async def weigh(self, question: Question) -> Sequence[Weighed]:
        """Return the evaluated moves, best first, without blocking the event loop."""

    async def do(self, job: Job) -> Any:
        """Return the result of a job, without blocking the event loop. Raises NotDone."""


class InThread:
    """A thread of this process: for quick bots, and without a pool."""

    @cached_property
    def counted(self) -> AnswerCount:
        """The number of late answers."""
        return AnswerCount()

    async def think(self, question: Question) -> Advice:
        """Return the answer, found in a thread."""
        return await asyncio.to_thread(question.answer)

    async def weigh(self, question: Question) -> Sequence[Weighed]:
        """Return the evaluated moves, found in a thread."""
        return await asyncio.to_thread(question.weigh)

    async def do(self, job: Job) -> Any:
        """Return the result of a job, done in a thread."""
        return await asyncio.to_thread(job.do)


IN_THREAD: Final = InThread()


LONG_ENOUGH: Final = 1.0
"""The p99 of a searching bot's thinking time, in seconds (docs/explanation/bots.md)."""
IN_TIME: Final = 0.7
"""Seconds: at a pace that leaves bots less than this, answers may be late."""


def wait_for(bot: Bot, beat: float) -> float:
    """Return the seconds until a bot's answer is due; only its kind and the pace decide."""
    if not isinstance(bot, Deliberate):
        return beat
    return max(LONG_ENOUGH, beat * bot.beats) if beat > 0 else 0.0
