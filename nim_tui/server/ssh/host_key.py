"""Host keys: made on first start, shared by servers at one database."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import asyncssh
from asyncssh import SSHKey
from sqlalchemy import Connection, Row, delete, insert, select, update

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import HOST_KEYS
from rules.messages import N_, Refusal, why

FILE: Final = "host_key"
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"

_BROKEN: Final = N_("the host key {file} is damaged: restore it from a backup, or remove it")
_LOCKED: Final = N_(
    "the host key {file} has a passphrase, which nobody can type when the server starts: "
    "remove it with ssh-keygen -p -N '' -f {file}"
)


class UnusableHostKey(Refusal):
    """The host key cannot be read or made; the message says what to do."""


def host_keys(folder: Path, now: float) -> list[SSHKey]:
    """Return the keys to offer: `host_key`, which signs, and `host_key.next`, if any.

    The first key is made if missing. Raises UnusableHostKey.
    """
    path = folder / FILE
    following = path.with_name(f"{FILE}.next")
    _finish_rotation(path, following, datetime.fromtimestamp(now, UTC).strftime(_TIME))
    return [host_key(one) for one in (path, following) if one is path or one.exists()]


def _finish_rotation(path: Path, following: Path, now: str) -> None:
    """Switch to the next key if its time has come: servers up to 0.2 wrote that time to a file."""
    since = following.with_name(f"{following.name}.from")
    try:
        if since.exists() and "2" <= since.read_text("ascii", "replace").strip() <= now:
            with suppress(FileNotFoundError):  # already switched, but the time remained
                following.replace(path)
            since.unlink()
    except OSError as error:
        raise _unusable(path, error) from error


def host_key(path: Path) -> SSHKey:
    """Return the key in a file; make one (ed25519, mode 600, folder 700) if there is none.

    A broken key is never replaced: every client would warn of it. Raises UnusableHostKey.
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


def parsed(kept: bytes, place: str) -> SSHKey:
    """Return a stored private key. Raises UnusableHostKey."""
    try:
        return asyncssh.import_private_key(kept)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        is_locked = isinstance(error, asyncssh.KeyEncryptionError) or "Passphrase" in str(error)
        raise UnusableHostKey(_LOCKED if is_locked else _BROKEN, file=place) from error


def _check_private(path: Path, status: os.stat_result) -> None:
    """Refuse what ssh refuses: a key file that others may read or write."""
    if status.st_uid == os.getuid() and status.st_mode & 0o077:
        raise UnusableHostKey(
            N_("other users can read the host key {file} (mode {mode}): chmod 600 {file}"),
            file=str(path),
            mode=f"{status.st_mode & 0o777:03o}",
        )


def _new() -> SSHKey:
    """Return a new key."""
    return asyncssh.generate_private_key("ssh-ed25519", comment="nim_tui")


def _unusable(path: Path, error: OSError) -> UnusableHostKey:
    return UnusableHostKey(
        N_("the host key {file} cannot be used: {why}"), file=str(path), why=why(error)
    )


def _make(path: Path) -> None:
    """Make a key in a temporary file and link it into place, so that it is whole or missing."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = _new()
    aside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(made.export_private_key())
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):  # another server made one meanwhile, which is used
            os.link(aside, path)
    finally:
        aside.unlink(missing_ok=True)


NOW, NEXT = "now", "next"


def shared_host_keys(database: Database, folder: Path) -> list[SSHKey]:
    """Return the keys that all servers at a database offer, the one they sign by first.

    The first is that of the folder, or a new one: of concurrent servers only one sets it. Raises
    UnusableHostKey, StorageError.
    """
    with database.reading() as connection:
        found = _found(connection)
    if NOW not in found or _is_due(found, database.now()):
        path = folder / FILE
        made = "" if NOW in found else _written(host_key(path) if path.exists() else _new())
        with database.writing() as connection:
            _make_or_follow(connection, made, database.now())
            found = _found(connection)
    pems = (found[role].pem for role in (NOW, NEXT) if role in found)
    return [parsed(pem.encode("ascii"), "host_keys") for pem in pems]


def _make_or_follow(connection: Connection, made: str, now: float) -> None:
    found = _found(connection)
    if NOW not in found:
        connection.execute(insert(HOST_KEYS).values(role=NOW, pem=made))
    elif _is_due(found, now):
        connection.execute(delete(HOST_KEYS).where(HOST_KEYS.c.role == NOW))
        followed = update(HOST_KEYS).where(HOST_KEYS.c.role == NEXT)
        connection.execute(followed.values(role=NOW, due=None))


def _found(connection: Connection) -> dict[str, Row[Any]]:
    return {row.role: row for row in connection.execute(select(HOST_KEYS))}


def _is_due(found: dict[str, Row[Any]], now: float) -> bool:
    return NEXT in found and found[NEXT].due is not None and found[NEXT].due <= now


def _written(key: SSHKey) -> str:
    return key.export_private_key().decode("ascii")
