"""A session without a screen: lines heard one by one, and what others do told between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from nim_tui.server.settings.kinds import Size
from nim_tui.server.ssh.client import ClientInfo
from nim_tui.server.ssh.context import ServerContext
from nim_tui.server.ssh.line_input import LineInput
from nim_tui.server.ssh.line_output import LineWriter
from nim_tui.server.ssh.output import ClientOutput
from nim_tui.server.ssh.session_runner import SessionRunner

LOOK_AGAIN: Final = 0.05
"""Seconds between two looks at a slow reader."""


class LineRunner(SessionRunner):
    """Lets somebody talk by lines; at a terminal of their own what they type is echoed."""

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
        """What is typed before anybody listens is heard then; not so what follows a crash."""
        if not self._has_crashed:
            self._input.typed(data)
        return not self._has_crashed

    def resize(self, size: Size) -> None:
        """Lines have no size."""

    def no_more(self) -> None:
        """What was typed is heard to its end."""
        if self._has_crashed:
            self.end()
        else:
            self._input.end()

    def _note_news(self) -> None:
        self._has_news = True
        self._wake.set()

    async def _show(self) -> BaseException | None:
        """Talk until all is said; tells the error that ended it."""
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
        """Wait for a slow reader, and not for ever; whether there still is one."""
        self._writer.flush()
        since = self._output.time()
        while self._output.is_open and self._output.is_slow:
            if self._output.time() - since > self._context.limits.stalled_seconds:
                self._output.drop()
                return False
            await asyncio.sleep(LOOK_AGAIN)
        return self._output.is_open
