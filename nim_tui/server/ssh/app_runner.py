"""What happens in a session: an app from first paint to last words, or one answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final, cast

from textual.driver import Driver

from nim_tui.server.settings.kinds import Size
from nim_tui.server.ssh.client import ClientInfo
from nim_tui.server.ssh.context import ServerContext
from nim_tui.server.ssh.driver import ClientDriver
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
from screens.textual_patches.many_apps import ServedApp

SETTLING: Final = 0.03
"""Seconds after its first paint in which an app still works hard, and whoever types would wait."""
ENOUGH_BUFFERED: Final = 0.02
"""Seconds between two looks whether a slow reader has taken an answer."""


class AppRunner:
    """One session, while it lasts."""

    def __init__(self, context: ServerContext, client: ClientInfo, output: ClientOutput) -> None:
        self.client = client
        self._context = context
        self._output = output
        self._size = client.size
        self._app: ServedApp | None = None
        self._running: asyncio.Task[object] | None = None
        self._ended = asyncio.Event()
        self._last_words = ""
        self._is_known = False
        self._pressed: asyncio.Future[bytes] | None = None
        self._last_key = output.time()

    # From the client and the server

    def typed(self, data: bytes) -> None:
        """Keys, for the app or for the question whether to come back."""
        self._last_key = self._output.time()
        self._context.collector.key()
        driver = self._driver
        if driver is not None:
            driver.typed(data)
        elif self._pressed is not None and not self._pressed.done():
            self._pressed.set_result(data)

    def resize(self, size: Size) -> None:
        """The window has another size, within bounds."""
        self._size = size
        if self._driver is not None:
            self._driver.resize(size)

    def end(self, last_words: str = "") -> None:
        """End the session; the app may do what it does when it is left."""
        self._last_words = self._last_words or last_words
        self._ended.set()

    @property
    def _driver(self) -> ClientDriver | None:
        driver = self._app._driver if self._app is not None else None
        return driver if isinstance(driver, ClientDriver) else None

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
        """Show an app, and after a crash another one, once."""
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

    async def _show(self) -> BaseException | None:
        """Run an app to its end; tells the error it crashed of."""
        try:
            async with self._context.gate:
                if self._ended.is_set():
                    return None
                self._is_known = True
                app = self._app = await self._context.handler.app_for(self.client)
                app.driver_class = cast(
                    type[Driver],
                    partial(
                        ClientDriver,
                        output=self._output,
                        colours=self.client.colours,
                        limits=self._context.limits,
                        counters=self._context.counters,
                    ),
                )
                self._running = asyncio.create_task(app.run_async(size=self._size))
                await self._has_started(app)
            self.resize(self._size)  # it may have changed before there was a driver
            await self._has_ended(app)
            return app.failure
        except Exception as error:  # one session's error touches nobody else
            return error
        finally:
            if self._driver is not None:
                self._driver.stop_application_mode()  # an app that was cut off may not have
            self._app = self._running = None

    async def _has_started(self, app: ServedApp) -> None:
        """Wait for the first paint, and not for ever."""
        painted = asyncio.create_task(app.painted.wait())
        waits = {painted, cast("asyncio.Task[object]", self._running)}
        try:
            await asyncio.wait(
                waits,
                timeout=self._context.limits.starting_seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            painted.cancel()
        if app.painted.is_set() and not self._context.collector.is_quiet(self._output.time()):
            await asyncio.sleep(SETTLING)

    async def _has_ended(self, app: ServedApp) -> None:
        """Wait until the app ends, or has to."""
        running = self._running
        assert running is not None
        ended = asyncio.create_task(self._ended.wait())
        try:
            await asyncio.wait({running, ended}, return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                app.exit()
                await asyncio.wait({running}, timeout=self._context.limits.ending_seconds)
        finally:
            ended.cancel()
            if not running.done():
                running.cancel()
        await asyncio.wait({running}, timeout=self._context.limits.ending_seconds)
        if running.done() and not running.cancelled():
            running.result()

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
            self._output.send(on_screen(spoken(line, self.client.wishes)))

    # Answering

    async def answer(self, words: Sequence[str]) -> int:
        """Answer a command; tells the exit status."""
        self._context.counters.add("answers_total")
        try:
            async with asyncio.timeout(self._context.limits.answer_seconds):
                async for piece in self._context.handler.answer(self.client, words):
                    self._output.send(as_shown(piece, raw=bool(self.client.terminal)))
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
