"""A question to a bot at one decision, in a form that can be sent to where the bot thinks."""

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
    """The number of beats of each answer, whatever there is to think about."""

    @property
    def instead(self) -> Bot:
        """The quicker bot that answers where it cannot."""


@dataclass(slots=True)
class AnswerCount:
    """The number of bots' answers that were due on a beat."""

    answers: int = 0
    late: int = 0
    """The number of answers given by a quicker bot instead."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision: the bot, what its seat may know, and what fixes its chance."""

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
        """Return the answer and what else could be done, the best first, and why, if known."""
        if not isinstance(self.bot, Weighing):
            return [Weighed(self.answer())]
        found = self.bot.weigh(self.game, self.view, self.legal, self._chance)
        decision = Decision(self.game, self.view, self.legal)
        return explained(self.bot.judge, decision, found, self._chance.apart("reasons"))

    @property
    def _chance(self) -> Chance:
        return bot_chance(self.seed, self.seat, self.moves)


Reply = list[tuple[str, str, dict[str, Value], Chances, tuple[Phrase, ...]]]
"""An answer on its way back, the best first: the words of each move, and what `Weighed` holds."""

# Moves are not sent: they are made once in each process, and known again by that.


class Job(Protocol):
    """Work for another process: it can be pickled, and so can what it comes to."""

    def do(self) -> Any:
        """Do the job and return its result."""


@dataclass(frozen=True, slots=True)
class SentQuestion:
    """A question on its way to another process: all of it that does not follow from the rest."""

    bot: Bot
    game: AnyGame
    view: Any
    seed: int
    seat: int
    moves: int
    is_weighed: bool
    """Whether all moves worth a try are wanted, and not the best alone."""

    @classmethod
    def of(cls, asked: Question, *, weigh: bool) -> SentQuestion:
        """A question as it is sent."""
        drawn = asked.seed, asked.seat, asked.moves
        return cls(asked.bot, asked.game, asked.view, *drawn, is_weighed=weigh)

    def __str__(self) -> str:
        return f"{type(self.bot).__name__} of {self.game.name}"

    def do(self) -> Reply:
        """The answer; any state that fits the view has the same legal moves."""
        legal = self.game.legal(self.game.sample(self.view, Chance(self.seed)), self.seat)
        question = Question(self.bot, self.game, self.view, legal, self.seed, self.seat, self.moves)
        found = question.weigh() if self.is_weighed else [Weighed(question.answer())]
        return [
            (each.advice.move.word, each.advice.reason, each.advice.facts, each.chances, each.why)
            for each in found
        ]


class NotDone(Exception):
    """A process failed at its work, or got stuck; what happened was logged."""


class Thinker(Protocol):
    """A place where bots think."""

    @property
    def counted(self) -> AnswerCount:
        """The number of late answers."""

    async def think(self, question: Question) -> Advice:
        """The answer, without holding up the event loop."""

    async def weigh(self, question: Question) -> Sequence[Weighed]:
        """Return the values of moves, the best first, without holding up the event loop."""

    async def do(self, job: Job) -> Any:
        """Return the result of a job, without holding up the event loop. Raises NotDone."""


class InThread:
    """Thinks in this process: for bots that are quick, and where there is nobody else."""

    @cached_property
    def counted(self) -> AnswerCount:
        """The number of late answers."""
        return AnswerCount()

    async def think(self, question: Question) -> Advice:
        """The answer of a thread."""
        return await asyncio.to_thread(question.answer)

    async def weigh(self, question: Question) -> Sequence[Weighed]:
        """Return the values of moves, found in a thread."""
        return await asyncio.to_thread(question.weigh)

    async def do(self, job: Job) -> Any:
        """Return the result of a job, done in a thread."""
        return await asyncio.to_thread(job.do)


IN_THREAD: Final = InThread()


LONG_ENOUGH: Final = 1.0
"""Seconds that 99% of the answers of a searching bot take at most (docs/explanation/bots.md)."""
IN_TIME: Final = 0.7
"""Seconds: bots that must answer within less, at a pace set at home, may be late."""


def wait_for(bot: Bot, beat: float) -> float:
    """Return the time of each answer of a bot; only its kind and the pace decide."""
    if not isinstance(bot, Deliberate):
        return beat
    return max(LONG_ENOUGH, beat * bot.beats) if beat > 0 else 0.0
