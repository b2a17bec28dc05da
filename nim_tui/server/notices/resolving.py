"""Names of hosts, resolved in threads of their own: slow ones keep nothing else waiting."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from aiohttp.abc import AbstractResolver, ResolveResult

THREADS: Final = 4
_MOST: Final = 4
"""Addresses of one name that are tried."""


class OwnResolver(AbstractResolver):
    """Asks the system, as usual; what may be connected to is for the socket's maker to say."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "notices")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a name. Raises OSError."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._threads, lambda: socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)
        )
        return [
            ResolveResult(
                hostname=host, host=str(where[0]), port=port, family=kind, proto=protocol,
                flags=socket.AI_NUMERICHOST,
            )
            for kind, _socket, protocol, _name, where in found[:_MOST]
        ]  # fmt: skip

    async def close(self) -> None:
        """Resolve nothing more; what still waits for an answer is left alone."""
        self._threads.shutdown(wait=False, cancel_futures=True)
