"""One session while it lasts, whatever it shows: counted, ended when idle, begun again once."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

from nim_tui.server.settings.kinds import Size
from nim_tui.server.ssh.client import ClientInfo
from nim_tui.server.ssh.context import ServerContext
from nim_tui.server.ssh.notices import (
    APOLOGY,
    AWAY,
    LAST_APOLOGY,
    NO_ANSWER,
    as_shown,
    on_screen,
    spoken,
)
from nim_tui.server.ssh.output import ClientOutput
from rules.messages import Refusal

ENOUGH_BUFFERED: Final = 0.02
"""Seconds between two looks whether a slow reader has taken an answer."""


class SessionRunner(ABC):
    """Lets somebody in, until they or the server end it; what they get a subclass knows."""

    def __init__(
        self,
        context: ServerContext,
        client: ClientInfo,
        output: ClientOutput,
        is_flooding: Callable[[], bool] = bool,
        *,
        raw: bool,
    ) -> None:
        """`is_flooding` tells whether the client asks for more than playing takes.

        `raw`: the client's terminal does not begin a line by itself.
        """
        self.client = client
        self._context = context
        self._output = output
        self._is_flooding = is_flooding
        self._raw = raw
        self._ended = asyncio.Event()
        self._last_words = ""
        self._is_known = False
        self._pressed: asyncio.Future[bytes] | None = None
        self._last_key = output.time()

    # From the client and the server

    @abstractmethod
    def _hear(self, data: bytes) -> bool:
        """Take what was typed; False where there is nothing yet that could."""

    @abstractmethod
    def resize(self, size: Size) -> None:
        """The window has another size, within bounds."""

    @abstractmethod
    async def _show(self) -> BaseException | None:
        """Run what they get to its end; tells the error it crashed of."""

    def typed(self, data: bytes) -> None:
        """Keys, for what is shown or for the question whether to come back."""
        self._last_key = self._output.time()
        self._context.collector.key()
        if not self._hear(data) and self._pressed is not None and not self._pressed.done():
            self._pressed.set_result(data)

    def no_more(self) -> None:
        """Nobody types any more."""
        self.end()

    @property
    def waiting(self) -> int:
        """Bytes that the client has not taken yet."""
        return self._output.waiting

    def drop(self) -> None:
        """Cut off a reader that is too slow."""
        self._output.drop()

    def end(self, last_words: str = "") -> None:
        """End the session; what is shown may do what it does when it is left."""
        self._last_words = self._last_words or last_words
        self._ended.set()

    # Playing

    async def play(self) -> int:
        """Let the visitor play until they or the server end it; tells the exit status."""
        context = self._context
        context.runners[self.client.number] = self
        context.counters.opened("sessions")
        idle = asyncio.create_task(self._mind_idleness())
        try:
            return await self._shows()
        finally:
            idle.cancel()
            del context.runners[self.client.number]
            context.counters.closed("sessions")
            context.collector.ended()
            if self._is_known:
                context.left(self.client)

    async def _shows(self) -> int:
        """Show it, and after a crash once more."""
        error = await self._show()
        if error is not None:
            self._context.failed(self.client, error)
            self._say(APOLOGY)
            del error
            if self._ended.is_set() or not await self._wants_back():
                self._say(self._last_words)
                return 1
            error = await self._show()
            if error is not None:
                self._context.failed(self.client, error)
                self._say(LAST_APOLOGY)
                return 1
        self._say(self._last_words)
        return 0

    async def _mind_idleness(self) -> None:
        """End a session without a key for too long."""
        most = self._context.limits.idle_seconds
        while (left := self._last_key + most - self._output.time()) > 0:
            await asyncio.sleep(left)
        self._context.counters.refused("idle")
        self.end(AWAY)

    async def _wants_back(self) -> bool:
        """Whether Enter is pressed, before anything that ends a session."""
        while not self._ended.is_set():
            pressed = self._pressed = asyncio.get_running_loop().create_future()
            ended = asyncio.create_task(self._ended.wait())
            await asyncio.wait({pressed, ended}, return_when=asyncio.FIRST_COMPLETED)
            ended.cancel()
            self._pressed = None
            if pressed.done():
                keys = pressed.result()
                if b"\r" in keys or b"\n" in keys:
                    return True
                if b"\x03" in keys or b"\x04" in keys:
                    return False
        return False

    def _say(self, line: str) -> None:
        if line:
            self._output.send(on_screen(spoken(line, self.client.wishes), raw=self._raw))

    # Answering

    async def answer(self, words: Sequence[str]) -> int:
        """Answer a command; tells the exit status."""
        self._context.counters.add("answers_total")
        raw = bool(self.client.terminal)
        try:
            async with asyncio.timeout(self._context.limits.answer_seconds):
                async for piece in self._context.handler.answer(self.client, words):
                    self._output.send(as_shown(piece, raw=raw))
                    while (
                        self._output.is_slow and self._output.is_open and not self._ended.is_set()
                    ):
                        await asyncio.sleep(ENOUGH_BUFFERED)
                    if self._ended.is_set():
                        return 1
        except Refusal as refusal:
            self._complain(refusal)
            return 1
        except TimeoutError:
            self._output.drop()
            return 1
        except Exception as error:  # one session's error touches nobody else
            self._context.failed(self.client, error)
            self._complain(NO_ANSWER)
            return 1
        return 0

    def _complain(self, line: str | Refusal) -> None:
        told = spoken(line, self.client.wishes)
        self._output.complain(on_screen(told, raw=bool(self.client.terminal)))
