"""What the tests of running a server share: `nim-tui serve` and `nim-tui admin` as processes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from nim_tui.server.database.accounts import Account, register
from nim_tui.server.database.connection import Database
from nim_tui.server.database.migrate import open_database
from tests.nim_tui.server.ssh.serving import Visitor, connect, new_key, open_session

PATIENCE = 20.0
"""Seconds to wait for what must come; an idle machine needs a second."""
ROOT = Path(__file__).parents[4]
PORT = re.compile(r"listening on \S+ port (\d+)")
LOBBY = "Lobby   "
"""What is on the screen of the lobby alone."""


def in_time(is_so: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait until something is so; fail if it never is."""
    end = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.01)


def command(*words: object) -> list[str]:
    """A command line of nim-tui."""
    return [sys.executable, "-m", "nim_tui", *map(str, words)]


def environment(home: Path) -> dict[str, str]:
    """The environment of a process that touches nothing of whoever runs the tests."""
    return {**os.environ, "NIM_TUI_HOME": str(home), "LANG": "C.UTF-8", "NO_COLOR": ""}


@dataclass
class Told:
    """What a command said."""

    code: int
    out: str
    err: str

    @property
    def facts(self) -> dict[str, Any]:
        """What it wrote as JSON."""
        assert self.code == 0, self.err
        facts: dict[str, Any] = json.loads(self.out)
        return facts

    def is_mistake(self, said: str) -> None:
        """See that a mistake is told in one clear line."""
        assert (self.code, self.out) == (2, ""), self.err
        assert self.err.startswith("nim-tui: ")
        assert self.err.endswith("\n")
        assert self.err[:-1].isprintable()
        assert len(self.err) < 500
        assert said in self.err


def run(folder: Path, *words: object) -> Told:
    """`nim-tui admin` on a folder."""
    done = subprocess.run(
        command("admin", "--data", folder, *words),
        cwd=ROOT, env=environment(folder), capture_output=True, text=True,
        timeout=PATIENCE * 2, check=False,
    )  # fmt: skip
    return Told(done.returncode, done.stdout, done.stderr)


@dataclass
class Server:
    """A server in a process of its own."""

    folder: Path
    options: tuple[str, ...] = ()
    log: list[str] = field(default_factory=list)
    patience: float = PATIENCE
    """Seconds until it listens, at most."""

    def start(self) -> None:
        """Start, and wait until it listens."""
        self.log.clear()
        self.process = subprocess.Popen(
            command("serve", "--port", "0", "--data", self.folder, *self.options),
            cwd=ROOT, env=environment(self.folder), stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        in_time(lambda: self._port or self.process.poll() is not None, "the port", self.patience)
        assert self._port, self.log

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.log.extend(iter(self.process.stderr.readline, ""))

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
        return run(self.folder, *words)

    async def asked(self, *words: object) -> Told:
        """`nim-tui admin` while this test's own sessions go on."""
        return await asyncio.to_thread(self.admin, *words)

    def kill(self) -> None:
        """Kill it, as a loss of power would."""
        self.process.kill()
        self._over()

    def stop(self) -> None:
        """Stop it in good order, if it still runs."""
        if self.process.poll() is None:
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def server(folder: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server, with the options a test names."""
    server = Server(folder, getattr(request, "param", ()))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def database(folder: Path) -> Iterator[Database]:
    """The database of the server, which may run meanwhile."""
    database = open_database(folder)
    yield database
    database.close()


@dataclass
class Person:
    """Somebody with a key and an account."""

    key: asyncssh.SSHKey
    account: Account

    @property
    def fingerprint(self) -> str:
        return self.key.get_fingerprint("sha256")


def person(database: Database, name: str) -> Person:
    """Somebody known to the server already."""
    key = new_key()
    return Person(key, register(database, name, key.get_fingerprint("sha256")))


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
