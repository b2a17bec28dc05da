"""Host keys: made on first start, shared by servers at one database."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import asyncssh
from asyncssh import SSHKey
from sqlalchemy import Connection, delete, insert, select, update

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import HOST_KEYS
from rules.messages import N_, Refusal, why

_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"

_BROKEN: Final = N_("the host key {file} is broken: put it back from a copy, or remove it")
_LOCKED: Final = N_(
    "the host key {file} has a passphrase, and nobody is there to type it when a server starts:"
    " take it off with ssh-keygen -p -N '' -f {file}"
)


class UnusableHostKey(Refusal):
    """The host key cannot be read or made; the message says what to do."""


def next_path(path: Path) -> Path:
    """Where the key lies that is to follow the one in a file."""
    return path.with_name(f"{path.name}.next")


def due_path(path: Path) -> Path:
    """Where it stands from when on it does."""
    return path.with_name(f"{path.name}.next.from")


def due(path: Path) -> float | None:
    """When the next key takes the place of that in a file, in seconds since 1970; None: never.

    Raises UnusableHostKey.
    """
    try:
        text = due_path(path).read_text().strip()
        return datetime.strptime(text, _TIME).replace(tzinfo=UTC).timestamp()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise UnusableHostKey(
            N_("{file} does not hold a time as 2027-01-31T12:00:00Z"), file=str(due_path(path))
        ) from error


def host_keys(path: Path, now: float) -> list[asyncssh.SSHKey]:
    """The keys to offer: that of a file, and the one to follow it, if any; it does so when due.

    Raises UnusableHostKey.
    """
    end = due(path)
    if end is not None and end <= now and next_path(path).exists():
        try:
            next_path(path).replace(path)
        except OSError as error:
            raise _unusable(path, error) from error
    if not next_path(path).exists():
        due_path(path).unlink(missing_ok=True)
        return [host_key(path)]
    return [host_key(path), host_key(next_path(path))]


def begin_rotation(path: Path, end: float) -> list[asyncssh.SSHKey]:
    """Make the key that is to follow that of a file at a time; one begun before is put off.

    Raises UnusableHostKey.
    """
    keys = [host_key(path), host_key(next_path(path))]
    text = datetime.fromtimestamp(end, UTC).strftime(_TIME)
    aside = due_path(path).with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        aside.write_text(f"{text}\n")
        aside.replace(due_path(path))
    except OSError as error:
        raise _unusable(due_path(path), error) from error
    return keys


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key in a file, made there (ed25519, mode 600, folder 700) if there is none.

    Raises UnusableHostKey. A broken key is never replaced: every client would warn of it.
    """
    try:
        if not path.exists():
            _make(path)
        with path.open("rb") as file:
            _check_private(path, os.fstat(file.fileno()))
            kept = file.read()
    except OSError as error:
        raise _unusable(path, error) from error
    return parsed(kept, str(path))


def parsed(kept: bytes, place: str) -> asyncssh.SSHKey:
    """A private key that was kept in a file, or elsewhere. Raises UnusableHostKey."""
    try:
        return asyncssh.import_private_key(kept)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        is_locked = isinstance(error, asyncssh.KeyEncryptionError) or "Passphrase" in str(error)
        raise UnusableHostKey(_LOCKED if is_locked else _BROKEN, file=place) from error


def _check_private(path: Path, status: os.stat_result) -> None:
    """Refuse what ssh refuses: an own file that others may read or write."""
    if status.st_uid == os.getuid() and status.st_mode & 0o077:
        raise UnusableHostKey(
            N_("the host key {file} is open to others (mode {mode}): chmod 600 {file}"),
            file=str(path),
            mode=f"{status.st_mode & 0o777:03o}",
        )


def new_host_key() -> asyncssh.SSHKey:
    """A key that nobody has yet."""
    return asyncssh.generate_private_key("ssh-ed25519", comment="nim_tui")


def _unusable(path: Path, error: OSError) -> UnusableHostKey:
    return UnusableHostKey(
        N_("the host key {file} cannot be used: {why}"), file=str(path), why=why(error)
    )


def _make(path: Path) -> None:
    """Make a key aside and link it into place, so that it is whole or not there at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = new_host_key()
    aside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(made.export_private_key())
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):  # another server made one meanwhile: that one counts
            os.link(aside, path)
    finally:
        aside.unlink(missing_ok=True)


NOW, NEXT = "now", "next"


@dataclass(frozen=True, slots=True)
class KeptKeys:
    """Private keys, as they are kept."""

    now: str
    next: str | None = None
    due: float | None = None
    """When the next takes the place of that of now, in seconds since 1970."""


def kept_host_keys(database: Database, make: Callable[[], str]) -> KeptKeys:
    """The keys of this house, the next in its place once it is due; made if there are none.

    Of several servers that make one, one alone counts. Raises StorageError, and what `make` does.
    """
    with database.reading() as connection:
        found = _found(connection)
    if found is not None and not _is_due(found, database.now()):
        return found
    made = make() if found is None else ""
    with database.writing() as connection:
        found = _found(connection)
        if found is None:
            connection.execute(insert(HOST_KEYS).values(role=NOW, pem=made))
        elif _is_due(found, database.now()):
            connection.execute(delete(HOST_KEYS).where(HOST_KEYS.c.role == NOW))
            followed = update(HOST_KEYS).where(HOST_KEYS.c.role == NEXT)
            connection.execute(followed.values(role=NOW, due=None))
        return _found(connection) or KeptKeys(made)


def keep_next_host_key(database: Database, make: Callable[[], str], due: float) -> KeptKeys:
    """Have another key follow at a time; one that is to follow already is put off.

    Raises StorageError, and what `make` does.
    """
    made = make()
    with database.writing() as connection:
        put_off = update(HOST_KEYS).where(HOST_KEYS.c.role == NEXT).values(due=due)
        if not connection.execute(put_off).rowcount:
            connection.execute(insert(HOST_KEYS).values(role=NEXT, pem=made, due=due))
        found = _found(connection)
    assert found is not None, "there is a key since this server started"
    return found


def _found(connection: Connection) -> KeptKeys | None:
    rows = {row.role: row for row in connection.execute(select(HOST_KEYS))}
    if NOW not in rows:
        return None
    following = rows.get(NEXT)
    if following is None:
        return KeptKeys(rows[NOW].pem)
    return KeptKeys(rows[NOW].pem, following.pem, following.due)


def _is_due(kept: KeptKeys, now: float) -> bool:
    return kept.next is not None and kept.due is not None and kept.due <= now


FILE: Final = "host_key"


class Offered(NamedTuple):
    """The keys to offer: that of now, and the one to follow it, if any, and when."""

    keys: list[SSHKey]
    due: float | None


class HostKeyStore(Protocol):
    """Where the host keys are kept."""

    @property
    def is_shared(self) -> bool:
        """Whether others may change them too."""

    async def offered(self) -> Offered:
        """The keys as they are now; made if there are none.

        Raises UnusableHostKey, StorageError.
        """

    async def begin(self, end: float) -> Offered:
        """Have another key follow at a time; one begun before is put off. Raises as `offered`."""


class HostKeyFile:
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


class HostKeyRow:
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


def key_store(database: Database, folder: Path, *, is_shared: bool) -> HostKeyStore:
    """Where the host keys of a server are kept."""
    return HostKeyRow(database, folder) if is_shared else HostKeyFile(database, folder)


def _new() -> str:
    return _written(new_host_key())


def _written(key: SSHKey) -> str:
    return key.export_private_key().decode("ascii")


def _parsed(kept: KeptKeys) -> Offered:
    texts = [kept.now] if kept.next is None else [kept.now, kept.next]
    return Offered([parsed(text.encode("ascii"), "host_keys") for text in texts], kept.due)
