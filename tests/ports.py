"""Ports of this machine for servers under test, which several runs of tests share."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

HOST: Final = "127.0.0.1"
BLOCK: Final = 200
"""Ports of one process; the first is held as long as it runs, so that no other takes them."""
_held: list[socket.socket] = []


def _own() -> Iterator[int]:
    """Yield ports block by block, below those that outgoing connections have."""
    for first in range(20_000, 32_000, BLOCK):
        guard = socket.socket()
        try:
            guard.bind((HOST, first))
        except OSError:  # the block is another's
            guard.close()
            continue
        _held.append(guard)
        yield from range(first + 1, first + BLOCK)


_ports = _own()


def free_port() -> int:
    """Return a port that nobody listens on, nor will until a server of this process does."""
    for port in _ports:
        with socket.socket() as tried, suppress(OSError):
            tried.bind((HOST, port))
            return port
    raise AssertionError("no port is free")
