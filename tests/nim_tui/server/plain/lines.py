"""People who talk with a server by lines, on a loop that never waits."""

from __future__ import annotations

import asyncio
from typing import cast

import asyncssh

from nim_tui.server.accounts.store import register
from nim_tui.server.ssh import ClientInfo
from nim_tui.server.ssh.session import ChannelWire
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.server.terminal.session_runner import LineRunner
from tests.nim_tui.server.lobby.steady import Steady, print_of, until
from tests.nim_tui.server.lobby.still_time import Channel

REST = 0.2
"""Seconds after which an answer is there."""


class Talker:
    """Somebody with `ssh -T`; without a key if there is no fingerprint."""

    def __init__(
        self,
        server: Steady,
        fingerprint: str | None,
        *,
        terminal: str = "",
        table: str = "",
        link: str = "",
        meant: str = "",
        **wishes: str,
    ) -> None:
        context = server.context
        self.channel = Channel()
        self.visit = ClientInfo(
            context.next_number(), fingerprint, "127.0.0.1", terminal, (0, 0), wishes, table,
            is_plain=True, link=link, meant=meant,
        )  # fmt: skip
        wire = ChannelWire(cast("asyncssh.SSHServerChannel[bytes]", self.channel))
        output = ClientOutput(wire, context.limits, context.counters)
        self.runner = LineRunner(context, self.visit, output)
        self.staying: asyncio.Task[int] | None = None
        self.told: list[str] = []
        """All that was said, line by line."""

    async def come(self) -> list[str]:
        """Open the session; what is said at first."""
        self.staying = asyncio.create_task(self.runner.play())
        await until(lambda: self.channel.sent, "a first line")
        return self.hears()

    async def say(self, line: str) -> list[str]:
        """Type a line; what is answered."""
        self.runner.typed(f"{line}\n".encode())
        await asyncio.sleep(REST)
        return self.hears()

    def hears(self) -> list[str]:
        """What was said since it was asked last."""
        sent, self.channel.sent = self.channel.sent, b""
        lines = sent.decode().splitlines()
        self.told += lines
        return lines

    async def hears_of(self, text: str) -> list[str]:
        """Wait until something is said; what was said until then."""
        heard: list[str] = []

        def is_said() -> bool:
            heard.extend(self.hears())
            return any(text in line for line in heard)

        await until(is_said, lambda: f"{text} after {self.told[-10:]}")
        return heard

    async def leave(self) -> None:
        """End the session as a client does that goes away."""
        self.runner.end()
        if self.staying is not None:
            await self.staying


async def talker(server: Steady, name: str, **more: str) -> Talker:
    """Somebody who has a name comes, and has heard where they are."""
    if name not in server.accounts:
        server.accounts[name] = register(server.database, name, print_of(name))
    somebody = Talker(server, print_of(name), **more)
    server.here.append(somebody)  # type: ignore[arg-type]
    await somebody.come()
    return somebody
