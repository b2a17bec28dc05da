"""The server's own key: made on first start, the same until another follows it by order."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import asyncssh

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
