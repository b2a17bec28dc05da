"""A server as a process, asked by `nim-tui admin`, and visits to it."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh

from tests.nim_tui.server.admin.conftest import ROOT, Told, command, environment, run_as_process
from tests.nim_tui.server.ssh.serving import Visitor, connect, open_session
from tests.waiting import PATIENCE, wait_until

PORT = re.compile(r"listening on \S+ port (\d+)")
LOBBY = "Lobby   "
"""What is on the screen of the lobby alone."""


@dataclass
class Server:
    """A server in a process of its own."""

    folder: Path
    options: tuple[str, ...] = ()
    log: list[str] = field(default_factory=list)
    patience: float = PATIENCE
    """Seconds until it listens, at most."""

    def start(self) -> None:
        """Start, and wait until it listens; one that does not is gone when this fails."""
        self.log.clear()
        self.process = subprocess.Popen(
            command("serve", "--port", "0", "--data", self.folder, *self.options),
            cwd=ROOT, env=environment(self.folder), stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            wait_until(lambda: self._port or not self.is_running, "the port", self.patience)
            assert self._port, self.log
        except BaseException:
            self.kill()
            raise

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.log.extend(iter(self.process.stderr.readline, ""))

    @property
    def is_running(self) -> bool:
        """Whether its process lives."""
        return self.process.poll() is None

    @property
    def _port(self) -> re.Match[str] | None:
        return next(filter(None, map(PORT.search, self.log)), None)

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self._port
        return int(self._port[1])

    def admin(self, *words: object) -> Told:
        """`nim-tui admin` on its folder."""
        return run_as_process(self.folder, *words)

    async def asked(self, *words: object) -> Told:
        """`nim-tui admin` while this test's own sessions go on."""
        return await asyncio.to_thread(self.admin, *words)

    def kill(self) -> None:
        """Kill it, as a loss of power would."""
        self.process.kill()
        self._over()

    def stop(self) -> None:
        """Stop it in good order, if it still runs, were it suspended too."""
        if self.is_running:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
        self._over()

    def _over(self) -> None:
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self._reader.join(PATIENCE)
            assert self.process.stderr is not None
            self.process.stderr.close()


@asynccontextmanager
async def visiting(
    server: Server, key: asyncssh.SSHKey | None, sees: str = LOBBY, **options: Any
) -> AsyncIterator[Visitor]:
    """A visit that has come as far as to see something."""
    connection = await connect(server.port, key, **options)
    try:
        visitor = await open_session(connection)
        await visitor.sees(sees)
        yield visitor
    finally:
        connection.abort()
        await connection.wait_closed()
