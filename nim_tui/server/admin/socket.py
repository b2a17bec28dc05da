"""The admin socket, and its clients.

Only the owner of the folder can reach it. A client that is slow, silent or sends nonsense is
dropped; none delays another.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from nim_tui.server.admin.private_socket import private_socket
from nim_tui.server.admin.protocol import MOST_ANSWER, MOST_ORDER, OrderHandler, answer_line
from rules.messages import N_, Refusal, why

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[None, None, None]]


class SocketClients:
    """The clients of a socket, one task each; those beyond a limit are dropped."""

    def __init__(self, most: int, talk: Talk) -> None:
        self._most = most
        self._talk = talk
        self._talking: set[asyncio.Task[None]] = set()

    def called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Handle a new client."""
        if len(self._talking) >= self._most:
            writer.transport.abort()
            return
        talk = asyncio.get_running_loop().create_task(self._talk(reader, writer))
        self._talking.add(talk)
        talk.add_done_callback(self._talking.discard)

    async def drop(self) -> None:
        """Drop all clients."""
        for talk in self._talking:
            talk.cancel()
        if self._talking:
            await asyncio.wait(self._talking)


LOCK: Final = "server.lock"
"""The lock file of a folder's one server; the system frees it whenever the process ends."""

PEER_SECONDS: Final = 5.0
"""Seconds for an order to arrive whole, and for its answer to be read."""

MOST_PEERS: Final = 16
"""The most clients at once."""


class OtherServer(Refusal):
    """Another server runs in this folder."""


class NoAdminSocket(Refusal):
    """The socket cannot be made; the message says why."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock a folder for one server. Raises OtherServer, NoAdminSocket."""
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _no_control(folder / LOCK, error) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OtherServer(
                N_("another server is running in {folder}"), folder=str(folder)
            ) from error
        except OSError as error:
            raise _no_control(folder / LOCK, error) from error
        yield
    finally:
        os.close(handle)


class AdminSocket:
    """The admin socket, while it is open."""

    def __init__(self, path: Path, answer: OrderHandler) -> None:
        self._path = path
        self._do = answer
        self._server: asyncio.Server | None = None
        self._peers = SocketClients(MOST_PEERS, self._talk)

    async def open(self) -> None:
        """Listen; the socket of a dead server is replaced.

        Raises NoAdminSocket, NotASocket.
        """
        try:
            listener = private_socket(self._path)
        except OSError as error:
            raise _no_control(self._path, error) from error
        self._server = await asyncio.start_unix_server(
            self._peers.called, sock=listener, limit=MOST_ORDER
        )

    async def close(self) -> None:
        """Stop listening, and drop clients."""
        if self._server is not None:
            with suppress(OSError):
                self._path.unlink()
            self._server.close()
        await self._peers.drop()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read an order line and write the answer."""
        try:
            writer.transport.set_write_buffer_limits(0)
            async with asyncio.timeout(PEER_SECONDS):
                line = await reader.readline()
            if line.endswith(b"\n"):
                writer.write(await self._answer(line))
                async with asyncio.timeout(PEER_SECONDS):
                    await writer.drain()
                writer.close()
        except (OSError, ValueError):  # too slow, gone, or an endless line
            pass
        finally:
            if not writer.is_closing():
                writer.transport.abort()

    async def _answer(self, line: bytes) -> bytes:
        return await answer_line(self._do, line, MOST_ANSWER - 1) + b"\n"


def _no_control(path: Path, error: OSError) -> NoAdminSocket:
    return NoAdminSocket(N_("{path} cannot be used: {why}"), path=str(path), why=why(error))
