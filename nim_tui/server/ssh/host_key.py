"""The server's own key: made on first start, the same ever after."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

import asyncssh

from rules.messages import N_, Refusal, why


class UnusableHostKey(Refusal):
    """The host key cannot be read or made; the message says what to do."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key in a file, made there (ed25519, mode 600, folder 700) if there is none.

    Raises UnusableHostKey. A broken key is never replaced: every client would warn of it.
    """
    try:
        if not path.exists():
            _make(path)
        kept = path.read_bytes()
    except OSError as error:
        raise UnusableHostKey(
            N_("the host key {file} cannot be used: {why}"), file=str(path), why=why(error)
        ) from error
    try:
        return asyncssh.import_private_key(kept)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise UnusableHostKey(
            N_("the host key {file} is broken: put it back from a copy, or remove it"),
            file=str(path),
        ) from error


def _make(path: Path) -> None:
    """Make a key aside and link it into place, so that it is whole or not there at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = asyncssh.generate_private_key("ssh-ed25519", comment="nim_tui")
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
