"""A server on the loopback, and asyncssh clients that visit it."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import asyncssh
import pyte

from nim_tui.server.ip_addresses import Network
from nim_tui.server.ssh import Counters, Limits, SshServer, listen
from tests.nim_tui.server.ssh.tiny import HELLO, TinyHandler
from tests.waiting import until

HOST = "127.0.0.1"
HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")
CONTROLS = re.compile(r"\x1b(\[[\d;?$<>]*[a-zA-Z]|\][^\x07]*\x07)")


def new_key() -> asyncssh.SSHKey:
    """Somebody's key."""
    return asyncssh.generate_private_key("ssh-ed25519")


def shown(got: bytes) -> str:
    """What a terminal of 80 x 24 shows: signs that it showed before are not sent again."""
    screen = pyte.Screen(80, 24)
    pyte.ByteStream(screen).feed(got)
    return "\n".join(screen.display)


@dataclass
class Served:
    """A server, and what it knows."""

    ssh_server: SshServer
    house: TinyHandler
    counters: Counters

    @property
    def port(self) -> int:
        return self.ssh_server.port

    def figure(self, name: str) -> int:
        return self.counters.figures[name]

    async def refused(self, kind: str, times: int = 1) -> None:
        """Wait until so many refusals of a kind are counted."""
        await until(lambda: self.figure(f"refused_{kind}") == times, f"{times} refusal of {kind}")

    async def empty(self) -> None:
        """Wait until everybody is gone."""
        await until(lambda: not self.figure("connections_open"), "the end of connections")
        await until(lambda: not self.figure("sessions_open"), "the end of sessions")
        assert not self.ssh_server.sessions


@asynccontextmanager
async def serving(
    limits: Limits | None = None,
    *,
    guests: bool = False,
    banner: str = "",
    draw: Callable[[], float] = random.random,
    proxies: Sequence[Network] = (),
) -> AsyncIterator[Served]:
    """Serve a tiny house; `draw` is its chance."""
    house, counters = TinyHandler(), Counters()
    ssh_server = await listen(
        house,
        HOST,
        0,
        [HOST_KEY],
        limits or Limits(),
        guests=guests,
        banner=banner,
        counters=counters,
        draw=draw,
        proxies=proxies,
    )
    served = Served(ssh_server, house, counters)
    try:
        yield served
    finally:
        await ssh_server.tell_all_and_stop("", 2)


class Screen(asyncssh.SSHClientSession[bytes]):
    """What a client gets."""

    def __init__(self) -> None:
        self.got = b""
        self.errors = b""
        self.status: int | None = None
        self.is_over = False

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if datatype is None:
            self.got += data
        else:
            self.errors += data

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over = True

    @property
    def text(self) -> str:
        """What came, without controls."""
        return CONTROLS.sub("", self.got.decode("utf-8", "replace"))

    @property
    def shown(self) -> str:
        """What a terminal shows of it."""
        return shown(self.got)


class Visitor:
    """A client with a session."""

    def __init__(
        self,
        connection: asyncssh.SSHClientConnection,
        channel: asyncssh.SSHClientChannel[bytes],
        screen: Screen,
    ) -> None:
        self.connection = connection
        self.channel = channel
        self.screen = screen

    def type(self, keys: str | bytes) -> None:
        self.channel.write(keys.encode() if isinstance(keys, str) else keys)

    async def sees(self, text: str) -> None:
        """Wait until a text has come, or is shown."""
        await until(lambda: text in self.screen.text or text in self.screen.shown, repr(text))

    async def gets(self, data: bytes) -> None:
        """Wait until bytes have come."""
        await until(lambda: data in self.screen.got, repr(data))

    async def is_sent_away(self) -> None:
        """Wait until the session is over."""
        await until(lambda: self.screen.is_over, "the end")

    def forget(self) -> None:
        self.screen.got = b""


class Caller(asyncssh.SSHClient):
    """Answers nothing to no question, as a guest does."""

    has_asked = False

    def kbdint_auth_requested(self) -> str | None:
        has_asked, self.has_asked = self.has_asked, True
        return None if has_asked else ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        return []


async def connect(
    port: int, key: asyncssh.SSHKey | None, **options: Any
) -> asyncssh.SSHClientConnection:
    """Sign in, with a key or as a guest."""
    settings: dict[str, Any] = {
        "client_factory": Caller,
        "username": "anybody",
        "known_hosts": None,
        "config": None,
        "agent_path": None,
        "client_keys": None if key is None else [key],
        "client_version": "test",
        "password": None,
        "gss_host": None,
        "host_based_auth": False,
    }
    return await asyncssh.connect(HOST, port, **{**settings, **options})


async def open_session(
    connection: asyncssh.SSHClientConnection,
    *,
    terminal: str | None = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    environment: Mapping[str, str] | None = None,
    command: str | None = None,
    window: int = 2_000_000,
) -> Visitor:
    """Open a session, with a terminal unless told."""
    screen = Screen()
    channel, _session = await connection.create_session(
        lambda: screen,
        command,
        request_pty="force" if terminal else False,
        term_type=terminal,
        term_size=size,
        env=list((environment or {}).items()),
        encoding=None,
        window=window,
    )
    return Visitor(connection, channel, screen)


@asynccontextmanager
async def visiting(
    served: Served, key: asyncssh.SSHKey | None = None, *, as_guest: bool = False, **session: Any
) -> AsyncIterator[Visitor]:
    """Visit with a session that shows the app, by a key of one's own unless as a guest."""
    connection = await connect(served.port, None if as_guest else key or new_key())
    try:
        visitor = await open_session(connection, **session)
        await visitor.sees(HELLO)
        yield visitor
    finally:
        connection.abort()
        await connection.wait_closed()
