"""Admin keys: whose holders may end sessions and close tables from the lobby."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import asyncssh

from rules.messages import N_, Refusal, why

MOST_BYTES: Final = 64 * 1024
"""Of a file with keys."""


class UnusableKeys(Refusal):
    """The file with the keys of admins cannot be used; the message says why."""


def admin_keys_in(path: Path) -> frozenset[str]:
    """The fingerprints of the public keys in a file, one key a line. Raises UnusableKeys."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnusableKeys(N_("{path}: {why}"), path=str(path)[:200], why=why(error)) from error
    few = N_("{path} holds no public key, or too many")
    if len(data) > MOST_BYTES:
        raise UnusableKeys(few, path=str(path)[:200])
    lines = [line.strip() for line in data.splitlines()]
    keys = [line for line in lines if line and not line.startswith(b"#")]
    try:
        prints = [asyncssh.import_public_key(key).get_fingerprint("sha256") for key in keys]
    except (asyncssh.KeyImportError, ValueError) as error:
        raise UnusableKeys(
            N_("{path} holds a line that is not a public key"), path=str(path)[:200]
        ) from error
    if not prints:
        raise UnusableKeys(few, path=str(path)[:200])
    return frozenset(prints)
