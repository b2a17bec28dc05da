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


Sent = tuple[Bot, AnyGame, Any, int, int, int]
"""A question on its way to another process: bot, game, view, seed, seat, moves."""
Reply = tuple[str, str, dict[str, Value]]
"""An answer on its way back: the word of the move, and why."""

# Moves are not sent: they are made once in each process, and known again by that.


def sent(question: Question) -> Sent:
    """All of a question that does not follow from the rest."""
    asked = question
    return asked.bot, asked.game, asked.view, asked.seed, asked.seat, asked.moves


def received(sent: Sent) -> Question:
    """The same question; any state that fits the view has the same legal moves."""
    bot, game, view, seed, seat, moves = sent
    legal = game.legal(game.sample(view, Chance(seed)), seat)
    return Question(bot, game, view, legal, seed, seat, moves)


class Thinker(Protocol):
    """A place where bots think."""

    async def think(self, question: Question) -> Advice:
        """The answer, without holding up the event loop."""


class InThread:
    """Thinks in this process: for bots that are quick, and where there is nobody else."""

    async def think(self, question: Question) -> Advice:
        """The answer of a thread."""
        return await asyncio.to_thread(question.answer)


IN_THREAD: Final = InThread()


def beats_of(bot: Bot) -> int:
    """How many beats each answer of a bot takes: of its kind alone, so that they tell nothing."""
    return bot.beats if isinstance(bot, Deliberate) else 1
