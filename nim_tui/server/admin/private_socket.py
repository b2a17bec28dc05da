"""File system sockets that only the owner of the process can reach."""

from __future__ import annotations

import os
import secrets
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from rules.messages import N_, Refusal

_LONGEST_ADDRESS: Final = 100
"""The longest socket path, in bytes, that every system accepts."""


class NotASocket(Refusal):
    """The path of the socket holds something else."""


@contextmanager
def address_of(folder: Path, name: str) -> Iterator[str]:
    """Yield a usable path of a socket in a folder: for a long one, by a handle in /proc."""
    path = str(folder / name)
    if len(os.fsencode(path)) <= _LONGEST_ADDRESS or not Path("/proc/self/fd").is_dir():
        yield path
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{handle}/{name}"
    finally:
        os.close(handle)


def private_socket(path: Path) -> socket.socket:
    """Return a socket (mode 600) bound at a path, in place of one that a dead server left.

    Nobody can reach it before its mode is set, as it does not listen yet. Raises NotASocket,
    OSError.
    """
    if path.exists() and not stat.S_ISSOCK(path.lstat().st_mode):
        raise NotASocket(N_("{path} is not a socket: remove it"), path=str(path))
    aside = f".{secrets.token_hex(4)}.sock"
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with address_of(path.parent, aside) as address:
            listener.bind(address)
        os.chmod(path.parent / aside, 0o600)
        os.replace(path.parent / aside, path)
    except BaseException:
        listener.close()
        with suppress(OSError):
            (path.parent / aside).unlink()
        raise
    return listener
