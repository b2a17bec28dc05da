"""Posting to addresses that strangers chose, carefully.

Nothing in this machine's network is ever reached by them, nothing that is answered is read but the
number, and no answer leads anywhere else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import aiohttp

from nim_tui.server.notices.addresses import UnsuitableAddress, public_sockets, web_address
from nim_tui.server.notices.doors import NotSent
from nim_tui.server.notices.resolving import OwnResolver

PATIENCE: Final = 10.0
"""Seconds for all of it."""
_AGAIN_LATER: Final = {408, 425, 429}
"""Answers below 500 after which it may be tried again."""
LONGEST_HEADER: Final = 4096
"""Bytes of a line or a header of an answer."""


class Poster:
    """Posts, each over a connection of its own."""

    def __init__(self, *, loopback: bool, patience: float = PATIENCE) -> None:
        """`loopback` lets it reach this machine, and do so without https."""
        self._loopback = loopback
        self._patience = patience
        self._resolver = OwnResolver()
        self._session: aiohttp.ClientSession | None = None

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            connector = aiohttp.TCPConnector(
                resolver=self._resolver, use_dns_cache=False, force_close=True, limit=16,
                socket_factory=public_sockets(loopback=self._loopback),
            )  # fmt: skip
            self._session = aiohttp.ClientSession(
                connector=connector, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False,
                timeout=aiohttp.ClientTimeout(total=self._patience), auto_decompress=False,
                max_line_size=LONGEST_HEADER, max_field_size=LONGEST_HEADER,
                headers={"User-Agent": "nim_tui"},
            )  # fmt: skip
        return self._session

    def checked(self, kind: str, address: str) -> str:
        """An address that was taken once, as it may be used still. Raises NotSent."""
        try:
            return web_address(kind, address, loopback=self._loopback)
        except UnsuitableAddress:
            raise NotSent("address", is_final=True) from None  # the setting is another by now

    async def post(
        self,
        address: str,
        *,
        json: Mapping[str, Any] | None = None,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        gone: frozenset[int] = frozenset(),
    ) -> None:
        """Post to an address that was checked; `gone` are answers by which it is no more.

        Raises NotSent.
        """
        try:
            async with asyncio.timeout(self._patience):
                answer = await self._opened().post(
                    address, json=json, data=data, headers=headers, allow_redirects=False
                )
                answer.close()  # nothing of its body is read
        except TimeoutError:
            raise NotSent("silent") from None
        except aiohttp.ClientSSLError:
            raise NotSent("tls") from None
        except (aiohttp.ClientError, OSError, ValueError):
            raise NotSent("unreachable") from None  # why is nobody's to know who may not be there
        status = answer.status
        if not 200 <= status < 300:
            is_final = status < 500 and status not in _AGAIN_LATER
            raise NotSent(f"status {status}", is_final=is_final, is_gone=status in gone)

    async def close(self) -> None:
        """Let go of what is open."""
        if self._session is not None:
            await self._session.close()
            self._session = None
        await self._resolver.close()
