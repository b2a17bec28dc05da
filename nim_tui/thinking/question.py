"""What a bot is asked at one decision, as it can be sent to where it thinks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, runtime_checkable

from nim_tui.bots.bot import Advice, Bot, bot_chance
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.messages import Value


@runtime_checkable
class Deliberate(Protocol):
    """A bot that thinks for so long that it needs a process of its own."""

    beats: int
    """How many beats each of its answers takes, whatever it has to think about."""

    @property
    def instead(self) -> Bot:
        """The quicker bot that answers where it cannot."""


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
    """How many moves that seat had noticed."""

    def answer(self) -> Advice:
        """What the bot says to it: always the same."""
        chance = bot_chance(self.seed, self.seat, self.moves)
        return self.bot.choose(self.game, self.view, self.legal, chance)


Reply = tuple[str, str, dict[str, Value]]
"""An answer on its way back: the word of the move, and why."""

# Moves are not sent: they are made once in each process, and known again by that.


class Job(Protocol):
    """Work for another process: it can be pickled, and so can what it comes to."""

    def do(self) -> Any:
        """What it comes to."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question on its way to another process: all of it that does not follow from the rest."""

    bot: Bot
    game: AnyGame
    view: Any
    seed: int
    seat: int
    moves: int

    @classmethod
    def of(cls, question: Question) -> Asked:
        """A question as it is sent."""
        asked = question
        return cls(asked.bot, asked.game, asked.view, asked.seed, asked.seat, asked.moves)

    def __str__(self) -> str:
        return f"{type(self.bot).__name__} of {self.game.name}"

    def do(self) -> Reply:
        """The answer; any state that fits the view has the same legal moves."""
        legal = self.game.legal(self.game.sample(self.view, Chance(self.seed)), self.seat)
        question = Question(self.bot, self.game, self.view, legal, self.seed, self.seat, self.moves)
        advice = question.answer()
        return advice.move.word, advice.reason, advice.facts


class NotDone(Exception):
    """A process failed at its work, or got stuck; what happened was logged."""


class Thinker(Protocol):
    """A place where bots think."""

    async def think(self, question: Question) -> Advice:
        """The answer, without holding up the event loop."""

    async def do(self, job: Job) -> Any:
        """What a job comes to, without holding up the event loop. Raises NotDone."""


class InThread:
    """Thinks in this process: for bots that are quick, and where there is nobody else."""

    async def think(self, question: Question) -> Advice:
        """The answer of a thread."""
        return await asyncio.to_thread(question.answer)

    async def do(self, job: Job) -> Any:
        """What it comes to, in a thread."""
        return await asyncio.to_thread(job.do)


IN_THREAD: Final = InThread()


def beats_of(bot: Bot) -> int:
    """How many beats each answer of a bot takes: of its kind alone, so that they tell nothing."""
    return bot.beats if isinstance(bot, Deliberate) else 1
