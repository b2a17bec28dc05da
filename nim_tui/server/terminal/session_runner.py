"""Running a session until it ends, is idle for too long or crashes; one in lines of text."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from nim_tui.server.settings.kinds import Size
from nim_tui.server.terminal.client import ClientInfo
from nim_tui.server.terminal.context import ServerContext
from nim_tui.server.terminal.line_input import LineInput
from nim_tui.server.terminal.looks import Looks
from nim_tui.server.terminal.messages import (
    APOLOGY,
    AWAY,
    LAST_APOLOGY,
    NO_ANSWER,
    as_shown,
    on_screen,
    spoken,
)
from nim_tui.server.terminal.output import ClientOutput, LineWriter
from rules.messages import Refusal

ENOUGH_BUFFERED: Final = 0.02
"""Seconds between two checks whether a slow reader has read an answer."""


class SessionRunner(ABC):
    """The run of a session until either side ends it; subclasses define its content."""

    def __init__(
        self,
        context: ServerContext,
        client: ClientInfo,
        output: ClientOutput,
        is_flooding: Callable[[], bool] = bool,
        *,
        raw: bool,
    ) -> None:
        """`is_flooding` returns whether the client uses more than play needs.

        `raw`: the client's terminal needs carriage returns.
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
        """Take input; return False if nothing can take it yet."""

    @abstractmethod
    def resize(self, size: Size) -> None:
        """Take a new window size, within bounds."""

    def wear(self, looks: Looks) -> None:
        """Take the looks of the client's device, which changed."""
        self.client = replace(self.client, looks=looks)

    def comes_from(self, address: str) -> None:
        """Take the address from which the client goes on."""
        self.client = replace(self.client, address=address)

    @abstractmethod
    def show_again(self) -> None:
        """Draw everything again, for a client that lost what was drawn."""

    @abstractmethod
    async def _show(self) -> BaseException | None:
        """Run the content to its end; return the error of a crash."""

    def typed(self, data: bytes) -> None:
        """Take keys, for the content or for the question whether to restart."""
        self._last_key = self._output.time()
        self._context.collector.key()
        if not self._hear(data) and self._pressed is not None and not self._pressed.done():
            self._pressed.set_result(data)

    def no_more(self) -> None:
        """Note the end of input."""
        self.end()

    @property
    def waiting(self) -> int:
        """The bytes that the client has not read yet."""
        return self._output.waiting

    @property
    def is_ended(self) -> bool:
        """Whether the session ends, though its screens may still clean up."""
        return self._ended.is_set()

    def drop(self) -> None:
        """Cut off a reader that is too slow, and end its session; a guest may come back."""
        if self.client.guest is not None:
            self.client.guest.is_cut = True
        self._output.drop()
        self.end()

    def end(self, last_words: str = "") -> None:
        """End the session; its screens may clean up."""
        self._last_words = self._last_words or last_words
        self._ended.set()

    # Playing

    async def play(self) -> int:
        """Let the visitor play until they or the server end it; return the exit status."""
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
        """Run the content, and after a crash once more."""
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
        """End a session without input for too long; a bot may wait for as long as it likes."""
        if self.client.is_bot:
            return
        most = self._context.limits.idle_seconds
        while (left := self._last_key + most - self._output.time()) > 0:
            await asyncio.sleep(left)
        self._context.counters.refused("idle")
        self.end(AWAY)

    async def _wants_back(self) -> bool:
        """Return whether Enter is pressed, before anything that ends a session."""
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

    # Commands

    async def answer(self, words: Sequence[str]) -> int:
        """Answer a command; return the exit status."""
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
        except Exception as error:  # an error of one session must not affect others
            self._context.failed(self.client, error)
            self._complain(NO_ANSWER)
            return 1
        return 0

    def _complain(self, line: str | Refusal) -> None:
        told = spoken(line, self.client.wishes)
        self._output.complain(on_screen(told, raw=bool(self.client.terminal)))


LOOK_AGAIN: Final = 0.05
"""Seconds between two looks at a slow reader."""


class LineRunner(SessionRunner):
    """The run of a session in text mode; at a terminal input is echoed."""

    def __init__(
        self,
        context: ServerContext,
        client: ClientInfo,
        output: ClientOutput,
        is_flooding: Callable[[], bool] = bool,
    ) -> None:
        is_echoed = bool(client.terminal)
        super().__init__(context, client, output, is_flooding, raw=is_echoed)
        self._wake = asyncio.Event()
        self._has_news = False
        self._has_crashed = False
        self._writer = LineWriter(output, raw=is_echoed, begun=lambda: self._input.begun)
        self._input = LineInput(
            output, context.limits, context.counters,
            arrived=self._wake.set, echo=self._writer.echo if is_echoed else None,
        )  # fmt: skip

    def _hear(self, data: bytes) -> bool:
        """Keep input typed before the dialog listens; drop input after a crash."""
        if not self._has_crashed:
            self._input.typed(data)
        return not self._has_crashed

    def resize(self, size: Size) -> None:
        """Ignore the size, which lines do not have."""

    def show_again(self) -> None:
        """Do nothing: sentences are not said twice."""

    def no_more(self) -> None:
        """Handle the input that was typed, to its end."""
        if self._has_crashed:
            self.end()
        else:
            self._input.end()

    def _note_news(self) -> None:
        self._has_news = True
        self._wake.set()

    async def _show(self) -> BaseException | None:
        """Run the dialog to its end; return the error that ended it."""
        if self._ended.is_set():
            return None
        self._has_crashed = False
        talking = asyncio.create_task(self._talk())
        ended = asyncio.create_task(self._ended.wait())
        try:
            await asyncio.wait({talking, ended}, return_when=asyncio.FIRST_COMPLETED)
            if not talking.done():
                talking.cancel()
                await asyncio.wait({talking}, timeout=self._context.limits.ending_seconds)
            error = None if talking.cancelled() or not talking.done() else talking.exception()
            self._has_crashed = error is not None
            return error
        finally:
            ended.cancel()
            self._output.hold(False)
            self._writer.flush()

    async def _talk(self) -> None:
        lines = self._input
        self._is_known = True
        talk = await self._context.handler.lines_for(self.client)
        try:
            await talk.begin(self._writer, self._note_news)
            while not talk.is_over and await self._has_taken_all():
                self._wake.clear()
                if self._has_news:
                    self._has_news = False
                    await talk.tell()
                elif (line := lines.take()) is not None:
                    await talk.answer(line)
                elif lines.is_over:
                    return
                else:
                    await self._wake.wait()
        finally:
            await talk.close()

    async def _has_taken_all(self) -> bool:
        """Wait, for a limited time, for a slow reader; return whether it is still there."""
        self._writer.flush()
        since = self._output.time()
        while self._output.is_open and self._output.is_slow:
            if self._output.time() - since > self._context.limits.stalled_seconds:
                self._output.drop()
                return False
            await asyncio.sleep(LOOK_AGAIN)
        return self._output.is_open
