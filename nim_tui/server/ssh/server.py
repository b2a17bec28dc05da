"""The SSH server: listening, and stopping so that every terminal is restored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import random
from typing import Final

import asyncssh

from nim_tui.server.ip_addresses import Network
from nim_tui.server.logs import log_gathered
from nim_tui.server.settings.sections import Limits
from nim_tui.server.ssh.asyncssh_patches import COMPRESSIONS
from nim_tui.server.ssh.connection import UNANSWERED, SshConnection
from nim_tui.server.ssh.proxy import ProxyReader
from nim_tui.server.terminal.client import ClientInfo, SessionHandler
from nim_tui.server.terminal.context import Counters, ServerContext
from screens.textual_patches.many_apps import prepare_process

ROUND: Final = 1.0
"""Seconds between two rounds."""


async def patrol(context: ServerContext) -> None:
    """Check all connections at intervals, forever."""
    while True:
        await asyncio.sleep(ROUND)
        make_round(context)


def make_round(context: ServerContext) -> None:
    """Check every connection, the memory of the process, and gathered log lines.

    If too much data waits to be sent, or too much memory is used, the slowest reader is cut off:
    one per round, as its memory is freed only a little later.
    """
    now = context.now()
    for connection in list(context.connections):
        connection.look_after(now)
    has_to_go = context.memory.look()
    waiting = {runner: runner.waiting for runner in context.runners.values()}
    if waiting and (has_to_go or sum(waiting.values()) > context.limits.waiting_bytes_in_all):
        max(waiting, key=waiting.__getitem__).drop()
    log_gathered()


ALGORITHMS: Final = {
    "kex_algs": "-*-sha1,gss-*,rsa2048-*,*@ssh.com",
    "mac_algs": "hmac-sha2-???-etm@openssh.com,hmac-sha2-???",
    "signature_algs": "-ssh-rsa,*@ssh.com",
}
"""The algorithms of asyncssh without SHA-1, short checksums, and those unused today."""


class SshServer:
    """A listening SSH server."""

    def __init__(
        self,
        acceptor: asyncssh.SSHAcceptor,
        context: ServerContext,
        door: ProxyReader | None,
    ) -> None:
        """`door` holds the connections of proxies, if there are any."""
        self._acceptor = acceptor
        self._door = door
        self._context = context
        self._rounds = [
            asyncio.create_task(context.collector.sweep()),
            asyncio.create_task(patrol(context)),
        ]

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._acceptor.get_port()

    @property
    def context(self) -> ServerContext:
        """The state shared with the web server: its sessions are listed and ended here too."""
        return self._context

    @property
    def sessions(self) -> tuple[ClientInfo, ...]:
        """The sessions here, the longest first."""
        return tuple(runner.client for runner in self._context.runners.values())

    def kick(self, number: int, text: str) -> bool:
        """End a session with a last line; return whether it existed."""
        runner = self._context.runners.get(number)
        if runner is not None:
            runner.end(text)
        return runner is not None

    def stop_listening(self) -> None:
        """Accept no new connections; sessions stay."""
        self._acceptor.close()
        if self._door is not None:
            self._door.close()

    async def tell_all_and_stop(self, text: str, seconds: float) -> None:
        """End every session with a last line; cut off the rest after a number of seconds."""
        context = self._context
        context.is_closing = True
        self.stop_listening()
        for runner in list(context.runners.values()):
            runner.end(text)
        await self._until_empty(seconds)
        for connection in list(context.connections):
            connection.close()
        for task in self._rounds:
            task.cancel()
        await self._acceptor.wait_closed()

    async def _until_empty(self, seconds: float) -> None:
        running = [session for session in self._context.running if not session.done()]
        if running:
            await asyncio.wait(running, timeout=seconds)
        for connection in list(self._context.connections):
            if connection.has_sessions:
                connection.abort()


async def listen(
    handler: SessionHandler,
    host: str,
    port: int,
    host_keys: Sequence[asyncssh.SSHKey],
    limits: Limits,
    *,
    guests: bool,
    banner: str,
    counters: Counters,
    draw: Callable[[], float] = random,
    proxies: Sequence[Network] = (),
) -> SshServer:
    """Listen for connections; port 0 takes any. Raises OSError.

    The first host key of each kind signs, and clients are told all of them. Connections from
    `proxies` begin with a header that names their address. `draw` returns random numbers from 0 to
    1, by which some connections are dropped while many sign in. Call this when everything is
    imported: earlier objects are excluded from garbage collection.
    """
    prepare_process()
    context = ServerContext(handler, limits, counters, guests=guests, banner=banner, draw=draw)
    door = ProxyReader(
        proxies,
        lambda address: context.refused("proxy_header", address),
        context.is_turned_away,
    )
    acceptor = await asyncssh.listen(
        host,
        port,
        server_factory=lambda: SshConnection(context),
        server_host_keys=list(host_keys),
        send_server_host_keys=True,
        server_version="nim_tui",
        login_timeout=limits.sign_in_seconds,
        keepalive_interval=limits.keepalive_seconds,
        keepalive_count_max=UNANSWERED,
        compression_algs=COMPRESSIONS,
        **ALGORITHMS,
        public_key_auth=True,
        kbdint_auth=True,
        password_auth=False,
        host_based_auth=False,
        gss_host=None,
        agent_forwarding=False,
        x11_forwarding=False,
        encoding=None,
        line_editor=False,
        config=None,
        tunnel=door,
    )
    return SshServer(acceptor, context, door)
