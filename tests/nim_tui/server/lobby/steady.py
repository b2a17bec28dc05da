"""A server in this process, on a loop that never waits: byte by byte the same at every run.

Everything is the server's own but the SSH connection under each session.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import asyncssh
import pytest

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.app.app import VisitorApp
from nim_tui.server.services import Services
from nim_tui.server.sessions.sign_in import SignIn
from nim_tui.server.settings.sections import LobbyLimits, WorkerLimits
from nim_tui.server.ssh import ClientInfo, Counters, Limits
from nim_tui.server.ssh.session import ChannelWire
from nim_tui.server.storage.off_loop import THREADS
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.server.terminal.app_runner import AppRunner
from nim_tui.server.terminal.client import GuestPass
from nim_tui.server.terminal.context import ServerContext
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.testing.screens import text_of
from tests.nim_tui.server.kept_in import kept
from tests.nim_tui.server.lobby.still_time import Channel, steadily

T = TypeVar("T")

BETWEEN_KEYS = 0.06
"""Seconds; longer than what counts as a burst."""
REST = 0.6
"""Seconds after which everything that was set off is painted."""
PATIENCE = 20.0
"""Seconds to wait for what must come; an idle machine needs one."""
BEGINNING = 1_000_000.0
"""The time by the server's clock at first."""


class Guest:
    """Somebody with a session; without a key if there is no fingerprint."""

    def __init__(
        self,
        context: ServerContext,
        fingerprint: str | None,
        wishes: Mapping[str, str] | None = None,
        guest: GuestPass | None = None,
    ) -> None:
        self.channel = Channel()
        self.visit = ClientInfo(
            context.next_number(),
            fingerprint,
            "127.0.0.1",
            (wishes or {}).get("TERM", "xterm-256color"),
            (80, 24),
            wishes or {},
            guest=guest,
        )
        wire = ChannelWire(cast("asyncssh.SSHServerChannel[bytes]", self.channel))
        output = ClientOutput(wire, Limits(), context.counters)
        self.runner = AppRunner(context, self.visit, output)
        self.staying: asyncio.Task[int] | None = None

    # What is done

    async def come(self) -> None:
        """Open the session, and wait for what it shows."""
        self.staying = asyncio.create_task(self.runner.play())
        await until(lambda: self.channel.sent, "a first paint")
        await asyncio.sleep(REST)

    async def type(self, *keys: str) -> None:
        """Type keys one after the other: a word of several letters is sent as one."""
        for key in keys:
            self.runner.typed(key.encode())
            await asyncio.sleep(BETWEEN_KEYS)

    async def say(self, words: str) -> None:
        """Play moves in words."""
        await self.type(":", words, "\r")

    async def mark(self, text: str) -> None:
        """Move the mark of the list down to a line."""
        for _line in self.screen.splitlines():
            if re.search(f"› .*{re.escape(text)}", self.screen):
                return
            await self.type("\x1b[B")
        raise AssertionError(f"there is no line with {text} in\n{self.screen}")

    async def sits_down(self) -> None:
        """Go to the marked table, played at already."""
        await until(
            lambda: "› " in self.screen and "No tables yet" not in self.screen,
            lambda: f"a table in\n{self.screen}",
        )
        await self.type("\r")
        await self.sees_no("Lobby   ")

    async def leave(self) -> None:
        """End the session as a client does that goes away."""
        if self.visit.guest is not None:
            self.visit.guest.is_cut = True
        self.runner.end()
        if self.staying is not None:
            await self.staying

    # What is seen

    def takes(self) -> bytes:
        """What was sent since it was asked last."""
        sent, self.channel.sent = self.channel.sent, b""
        return sent

    @property
    def account(self) -> int:
        """The number of the account."""
        app = self.runner._app
        assert isinstance(app, VisitorApp)
        return app.who.account

    @property
    def screen(self) -> str:
        """What is written on the terminal."""
        app = self.runner._app
        if app is None or not app.screen_stack:
            return ""
        with app._context():
            return text_of(app)

    async def sees(self, *texts: str) -> str:
        """Wait until all of this is on the screen."""
        await until(
            lambda: all(text in self.screen for text in texts), lambda: f"{texts} in\n{self.screen}"
        )
        return self.screen

    async def sees_no(self, text: str) -> str:
        """Wait until something is no longer on the screen."""
        await until(lambda: text not in self.screen, lambda: f"{text} going from\n{self.screen}")
        return self.screen


async def until(is_so: Callable[[], object], what: str | Callable[[], str]) -> None:
    """Wait until something is so; threads are given time that passes."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        told = what if isinstance(what, str) else what()
        assert time.monotonic() < end, f"this did not come: {told}"
        time.sleep(0.001)
        await asyncio.sleep(0.05)
    await asyncio.sleep(REST)


def print_of(name: str) -> str:
    """The fingerprint of somebody's key."""
    return f"SHA256:{name.encode().hex():x<43}"


class Steady:
    """The server, and whoever came."""

    def __init__(
        self, folder: Path, *, guests: bool = False, ticks: bool = False, rated_moves: int = 20
    ) -> None:
        """The clock of the server stands; or it `ticks`, by the loop's time. Nobody is too new."""
        self._limits = LobbyLimits(rated_hours=0.0, rated_moves=rated_moves)
        self.accounts: dict[str, Account] = {}
        self._guests = guests
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time() if ticks else None
        self._open(folder)

    def _open(self, folder: Path) -> None:
        self.folder = folder
        self.database = kept().opened(
            folder, self.now, patience=WorkerLimits().database_milliseconds, threads=THREADS
        )
        self.lobby = Services(self.database, limits=self._limits)
        self.counters = Counters()
        self.handler = SignIn(self.lobby, guests=self._guests)
        self.context = ServerContext(
            self.handler, Limits(), self.counters, guests=self._guests, banner=""
        )
        self.here: list[Guest] = []

    def now(self) -> float:
        """The time by the server's clock."""
        since = self._since
        return BEGINNING + (0 if since is None else self._loop.time() - since)

    async def enters(self, name: str, **wishes: str) -> Guest:
        """Somebody comes by a key; at the first visit the name is registered as well."""
        if name not in self.accounts:
            self.accounts[name] = register(self.database, name, print_of(name))
        return await self.stranger(print_of(name), **wishes)

    async def stranger(
        self, fingerprint: str | None = None, browser: str = "", **wishes: str
    ) -> Guest:
        """Somebody comes by a key that may be new, or as a guest, by a browser perhaps."""
        known = GuestPass(browser) if browser else None
        guest = Guest(self.context, fingerprint, wishes, known)
        self.here.append(guest)
        await guest.come()
        return guest

    def numbers(self, *names: str) -> list[int]:
        """The numbers of accounts."""
        return [self.accounts[name].id for name in names]

    async def table(self, game: str, *names: str, bots: Sequence[str] = (), **more: Any) -> str:
        """A table at which these sit, begun if nobody else is waited for; its id."""
        host, *others = self.numbers(*names)
        open_seats = [SeatWish() for _other in others]
        seats = [SeatWish(account=host), *open_seats, *[SeatWish(bot=bot) for bot in bots]]
        table = await self.lobby.tables.create(host, TablePlan(game, seats, **more))
        for other in others:
            await self.lobby.tables.join(table, other)
        return table

    async def record(self, name: str | None, *words: str) -> tuple[int, str, str]:
        """What `ssh -- record ID` comes to: status, output, errors."""
        asking = Guest(self.context, None if name is None else print_of(name))
        status = await asking.runner.answer(("record", *words))
        return status, asking.channel.sent.decode(), asking.channel.errors.decode()

    async def is_killed(self, down: float = 0.0) -> None:
        """It dies, as by a power cut; so many seconds later it starts on what the disk had."""
        left = self.folder.with_name(f"{self.folder.name} left")
        kept().copy(self.folder, left)
        await self.close()
        await asyncio.sleep(down)
        self._open(left)
        await self.lobby.bring_back()

    async def close(self) -> None:
        """Send everybody home."""
        await asyncio.gather(*(guest.leave() for guest in self.here))
        self.lobby.close()
        await self.database.settled()
        self.database.close()


Scene = Callable[[Steady], Awaitable[None]]
Play = Callable[..., None]
"""Plays a Scene."""


def played(
    monkeypatch: pytest.MonkeyPatch, folder: Path, scene: Scene, seed: int, **more: Any
) -> None:
    """Play a scene on a server of its own, every game dealt by a seed.

    Where its clock ticks programs think in no time: else that would run on meanwhile.
    """

    async def run() -> None:
        server = Steady(folder, **more)
        try:
            await scene(server)
        finally:
            await server.close()

    for module in ("lobby.table_setup", "contests.ladder_service", "contests.tournament_rounds"):
        monkeypatch.setattr(f"nim_tui.server.{module}.fresh_seed", lambda: seed)
    monkeypatch.setattr("nim_tui.server.contests.tournament_rounds.lot", lambda: seed)
    if more.get("ticks"):
        monkeypatch.setattr("asyncio.to_thread", _at_once)
    steadily(monkeypatch, run())


async def _at_once(do: Callable[..., T], *what: Any) -> T:
    return do(*what)
