"""Files of public keys of admins and members."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import asyncssh

from rules.messages import N_, Refusal, why

MOST_BYTES: Final = 64 * 1024
"""The largest file of admin keys."""

MOST_ALLOWED_BYTES: Final = 4 * 1024 * 1024
"""The largest file of allowed keys."""


class UnusableKeys(Refusal):
    """A file with keys cannot be used; the message says why."""


def admin_keys_in(path: Path) -> frozenset[str]:
    """Return the fingerprints of the admins' keys.

    Raises UnusableKeys.
    """
    return _keys_in(path, MOST_BYTES)


def allowed_keys_in(path: Path) -> frozenset[str]:
    """Return the fingerprints of keys that may always sign in. Raises UnusableKeys."""
    return _keys_in(path, MOST_ALLOWED_BYTES)


def public_keys_in(path: Path) -> frozenset[str]:
    """Return the fingerprints of the public keys in a file. Raises UnusableKeys."""
    return _keys_in(path, MOST_BYTES)


def _keys_in(path: Path, most: int) -> frozenset[str]:
    """Return the public keys in a file, one per line as in OpenSSH's authorized_keys.

    Lines with options (`from="..."`) are refused: their restrictions would have no effect.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise UnusableKeys(N_("{path}: {why}"), path=str(path)[:200], why=why(error)) from error
    few = N_("{path} contains no public key, or too many")
    if len(data) > most:
        raise UnusableKeys(few, path=str(path)[:200])
    prints = set()
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith(b"#"):
            continue
        try:
            prints.add(asyncssh.import_public_key(line.strip()).get_fingerprint("sha256"))
        except (asyncssh.KeyImportError, ValueError) as error:
            raise UnusableKeys(
                N_("line {number} of {path} is not a plain public key"),
                path=str(path)[:200],
                number=number,
            ) from error
    if not prints:
        raise UnusableKeys(few, path=str(path)[:200])
    return frozenset(prints)
