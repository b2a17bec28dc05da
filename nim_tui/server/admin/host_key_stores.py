"""Where the host keys are kept: in files, or with all that servers at one database share."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple, Protocol

from asyncssh import SSHKey

from nim_tui.server.database.connection import Database
from nim_tui.server.database.host_key_rows import KeptKeys, keep_next_host_key, kept_host_keys
from nim_tui.server.ssh.host_key import (
    begin_rotation,
    due,
    host_key,
    host_keys,
    new_host_key,
    parsed,
)

FILE: Final = "host_key"


class Offered(NamedTuple):
    """The keys to offer: that of now, and the one to follow it, if any, and when."""

    keys: list[SSHKey]
    due: float | None


class KeyStore(Protocol):
    """Where the host keys are kept."""

    @property
    def is_shared(self) -> bool:
        """Whether others may change them too."""

    async def offered(self) -> Offered:
        """The keys as they are now; made if there are none.

        Raises UnusableHostKey, StorageTrouble.
        """

    async def begin(self, end: float) -> Offered:
        """Have another key follow at a time; one begun before is put off. Raises as `offered`."""


class KeyFiles:
    """In the folder of the one server that has them."""

    is_shared: Final = False

    def __init__(self, database: Database, folder: Path) -> None:
        self._now = database.now
        self._path = folder / FILE

    async def offered(self) -> Offered:
        """As the files say."""
        keys = host_keys(self._path, self._now())
        return Offered(keys, due(self._path))

    async def begin(self, end: float) -> Offered:
        """Beside the other."""
        return Offered(begin_rotation(self._path, end), end)


class KeyRows:
    """In the database: the same at all servers."""

    is_shared: Final = True

    def __init__(self, database: Database, folder: Path) -> None:
        """A key that lies in the folder is that of the house, where it has none yet."""
        self._database = database
        self._path = folder / FILE

    async def offered(self) -> Offered:
        """As the rows say."""
        return _parsed(await self._database.ask(kept_host_keys, self._first))

    async def begin(self, end: float) -> Offered:
        """As a row beside the other."""
        return _parsed(await self._database.ask(keep_next_host_key, _new, end))

    def _first(self) -> str:
        return _written(host_key(self._path)) if self._path.exists() else _new()


def key_store(database: Database, folder: Path, *, is_shared: bool) -> KeyStore:
    """Where the host keys of a server are kept."""
    return KeyRows(database, folder) if is_shared else KeyFiles(database, folder)


def _new() -> str:
    return _written(new_host_key())


def _written(key: SSHKey) -> str:
    return key.export_private_key().decode("ascii")


def _parsed(kept: KeptKeys) -> Offered:
    texts = [kept.now] if kept.next is None else [kept.now, kept.next]
    return Offered([parsed(text.encode("ascii"), "host_keys") for text in texts], kept.due)
