"""Worker processes for bots, and the pipe to them."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import struct
import sys
from asyncio import StreamReader
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Final

from nim_tui.bots.bot import bot_chance
from nim_tui.bots.search import Judge, fair_chances
from nim_tui.thinking.question import (
    IN_THREAD,
    AnswerCount,
    Deliberate,
    Job,
    NotDone,
    Question,
    Reply,
    SentQuestion,
)
from rules.advice import Advice, Weighed
from rules.contract import AnyGame

_LENGTH: Final = struct.Struct(">I")
MOST_BYTES: Final = 1 << 24
"""The most bytes read; questions and answers are far smaller."""


def packed(value: object) -> bytes:
    """Return a value as sent through a pipe."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def read(stream: BinaryIO) -> Any:
    """Return the next value. Raises EOFError if the other end is gone."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    return pickle.loads(stream.read(_LENGTH.unpack(head)[0]))


async def receive(stream: StreamReader) -> Any:
    """Return the next value. Raises EOFError (IncompleteReadError is one), ValueError."""
    (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    if length > MOST_BYTES:
        raise ValueError("a worker said more than anybody asked")
    return pickle.loads(await stream.readexactly(length))


PATIENCE: Final = 20.0
"""Seconds after which a worker counts as stuck: many times the longest thinking time."""

logger = logging.getLogger(__name__)


class Pool:
    """Worker processes for bots that think for long; quick bots think in a thread."""

    def __init__(self, size: int, patience: float = PATIENCE) -> None:
        """At most `size` processes, started when needed."""
        self._room = asyncio.Semaphore(size)
        self._patience = patience
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._asking: set[asyncio.Task[Any]] = set()
        self.asked = 0
        """Jobs that are running, or waiting for a process."""
        self.counted = AnswerCount()
        """The number of late answers."""

    async def think(self, question: Question) -> Advice:
        """Return the answer; a quicker bot's if the requested one fails or gets stuck."""
        if not isinstance(question.bot, Deliberate):
            return await IN_THREAD.think(question)
        return (await self._found(question, question.bot, weigh=False))[0].advice

    async def weigh(self, question: Question) -> Sequence[Weighed]:
        """Return the evaluated moves; a quicker bot's if the requested one fails."""
        if not isinstance(question.bot, Deliberate):
            return await IN_THREAD.weigh(question)
        return await self._found(question, question.bot, weigh=True)

    async def _found(
        self, question: Question, bot: Deliberate, *, weigh: bool
    ) -> Sequence[Weighed]:
        try:
            found: Reply = await self.do(SentQuestion.of(question, weigh=weigh))
        except NotDone:
            return await IN_THREAD.weigh(replace(question, bot=bot.instead))
        parse = question.game.parse
        return [
            Weighed(Advice(parse(word), reason, facts), chances, why, topic)
            for word, reason, facts, chances, why, topic in found
        ]

    async def do(self, job: Job) -> Any:
        """Return the result of a job done in one of the processes. Raises NotDone.

        A caller may stop waiting; the process still finishes its job, and the next caller waits
        until then.
        """
        self.asked += 1
        try:
            await self._room.acquire()
            asking = asyncio.create_task(self._ask(job))
            self._asking.add(asking)
            asking.add_done_callback(self._asked)
            return await asyncio.shield(asking)
        except (EOFError, OSError, ValueError, TimeoutError) as error:
            logger.error("%.200s did not answer: %s", job, type(error).__name__)
            raise NotDone from error
        finally:
            self.asked -= 1

    def _asked(self, asking: asyncio.Task[Any]) -> None:
        self._asking.discard(asking)
        self._room.release()

    async def _ask(self, job: Job) -> Any:
        worker = self._idle.pop() if self._idle else await self._start()
        assert worker.stdin is not None
        assert worker.stdout is not None
        answered = False
        try:
            worker.stdin.write(packed(job))
            async with asyncio.timeout(self._patience):
                await worker.stdin.drain()
                came_to = await receive(worker.stdout)
            answered = True
        finally:
            if answered:
                self._idle.append(worker)
            else:
                await self._end(worker)  # stuck, or gone
        return came_to

    async def _start(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "nim_tui.thinking.worker",
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
        )  # fmt: skip
        self._all.add(worker)
        return worker

    async def _end(self, worker: Process) -> None:
        self._all.discard(worker)
        with suppress(ProcessLookupError):
            worker.kill()
        await asyncio.shield(worker.wait())

    @property
    def processes(self) -> int:
        """The number of processes."""
        return len(self._all)

    async def close(self) -> None:
        """End all processes."""
        for asking in tuple(self._asking):
            asking.cancel()
        for worker in tuple(self._all):
            await self._end(worker)
        self._idle.clear()


def processors() -> int:
    """Return the number of useful processes on this machine."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


_WORLDS: Final = 24
"""The number of sampled worlds."""
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Standing:
    """The question whether a seat is ahead of an equal share, judged from its view alone."""

    judge: Judge
    game: AnyGame
    view: Any

    def do(self) -> bool:
        """Return whether the seat is ahead; the same view gives the same answer."""
        chance = bot_chance(0, self.view.seat, 0)
        chances = fair_chances(self.judge, self.game, self.view, chance, _WORLDS)
        own: float = chances[self.view.seat]
        return own > 1 / len(chances) + _ROUNDING
