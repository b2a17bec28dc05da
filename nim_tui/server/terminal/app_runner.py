"""Running an app at a terminal: started in turn, resized within bounds, ended with its session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, cast

from textual.driver import Driver

from nim_tui.bucket import Bucket
from nim_tui.server.settings.kinds import Size
from nim_tui.server.terminal.client import ClientInfo
from nim_tui.server.terminal.context import ServerContext
from nim_tui.server.terminal.driver import ClientDriver
from nim_tui.server.terminal.looks import Looks, LooksChanged
from nim_tui.server.terminal.messages import APOLOGY
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.server.terminal.session_runner import SessionRunner
from screens.textual_patches.many_apps import ServedApp

SETTLING: Final = 0.03
"""Seconds of heavy work after an app's first paint, during which input would wait."""

CALMING: Final = 0.05
"""Seconds until an app may be started for a client that flooded; it may be cut off meanwhile."""
RESIZED_FREELY: Final = 20
"""Sizes that are accepted at once."""
RESIZED_A_SECOND: Final = 2.0
"""Sizes a second that are accepted after them."""
RESIZE_SECONDS: Final = 0.5
"""Seconds until a size is accepted from a client that sent too many: each needs a layout."""


class AppRunner(SessionRunner):
    """The run of an app at a terminal."""

    def __init__(
        self,
        context: ServerContext,
        client: ClientInfo,
        output: ClientOutput,
        is_flooding: Callable[[], bool] = bool,
    ) -> None:
        super().__init__(context, client, output, is_flooding, raw=True)
        self._size = client.size
        self._app: ServedApp | None = None
        self._running: asyncio.Task[object] | None = None
        self._resizes = Bucket(RESIZED_FREELY, RESIZED_A_SECOND, output.time())
        self._resizing: asyncio.TimerHandle | None = None
        """The timer after which the present size is used; earlier ones get no layout."""

    def _hear(self, data: bytes) -> bool:
        driver = self._driver
        if driver is not None:
            driver.typed(data)
        return driver is not None

    def resize(self, size: Size) -> None:
        """Take a new window size, within bounds."""
        self._size = size
        if self._resizing is None:
            wait = RESIZE_SECONDS if self._resizes.pay(1, self._output.time()) else 0.0
            self._resizing = self._output.later(wait, self._take_size)

    def show_again(self) -> None:
        """Draw everything again, for a client that lost what was drawn."""
        if self._driver is not None:
            self._driver.show_again()
        elif self._pressed is not None:
            self._say(APOLOGY)

    def wear(self, looks: Looks) -> None:
        """Take the looks of the client's device, which changed."""
        super().wear(looks)
        if self._driver is not None:
            self._driver.recolour(self.client.colours, LooksChanged(looks))

    def _take_size(self) -> None:
        """Lay the screen out for the present size."""
        self._resizing = None
        if self._driver is not None:
            self._driver.resize(self._size)

    @property
    def _driver(self) -> ClientDriver | None:
        driver = self._app._driver if self._app is not None else None
        return driver if isinstance(driver, ClientDriver) else None

    async def _show(self) -> BaseException | None:
        """Run an app to its end; return the error of a crash."""
        try:
            app = await self._started()
            if app is None:
                return None
            self.resize(self._size)  # it may have changed before there was a driver
            await self._has_ended(app)
            return app.failure
        except Exception as error:  # an error of one session must not affect others
            return error
        finally:
            if self._driver is not None:
                self._driver.stop_application_mode()  # a cut-off app may not have
            self._app = self._running = None

    async def _started(self) -> ServedApp | None:
        """Start an app in turn, and never for a flooding client."""
        while not self._ended.is_set():
            async with self._context.gate:
                if not (self._is_flooding() or self._ended.is_set()):
                    return await self._start()
            await asyncio.sleep(CALMING)
        return None

    async def _start(self) -> ServedApp:
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
        return app

    async def _has_started(self, app: ServedApp) -> None:
        """Wait, for a limited time, for the first paint."""
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
        """Wait until the app ends, or must be ended."""
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
