"""Notifications to webhooks, posted safely.

They never reach this machine's network; of an answer only the status is read, and redirects are not
followed.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from nim_tui.server.notifications.addresses import (
    UnsuitableAddress,
    public_sockets,
    web_address,
)
from nim_tui.server.notifications.messages import DeliveryFailed, Message
from nim_tui.server.notifications.subscriptions import Subscription

THREADS: Final = 4
_MOST: Final = 4
"""The most addresses tried per name."""


class OwnResolver(AbstractResolver):
    """The system's resolver; the maker of the socket decides which addresses are allowed."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "notices")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the addresses of a name. Raises OSError."""
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
        """Stop resolving; pending requests are abandoned."""
        self._threads.shutdown(wait=False, cancel_futures=True)


PATIENCE: Final = 10.0
"""The time limit of a delivery, in seconds."""
_AGAIN_LATER: Final = {408, 425, 429}
"""Statuses below 500 after which a retry may succeed."""
LONGEST_HEADER: Final = 4096
"""The most bytes of a line or a header of an answer."""


class SafePoster:
    """A poster that uses a connection per message."""

    def __init__(self, *, loopback: bool, patience: float) -> None:
        """`loopback` allows this machine as a target, without https."""
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
        """Return a stored address, checked again. Raises DeliveryFailed."""
        try:
            return web_address(kind, address, loopback=self._loopback)
        except UnsuitableAddress:
            raise DeliveryFailed(
                "address", is_final=True
            ) from None  # the setting has changed since

    async def post(
        self,
        address: str,
        *,
        json: Mapping[str, Any] | None = None,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        gone: frozenset[int] = frozenset(),
    ) -> None:
        """Post to a checked address; statuses in `gone` mean that it no longer exists.

        Raises DeliveryFailed.
        """
        try:
            async with asyncio.timeout(self._patience):
                answer = await self._opened().post(
                    address, json=json, data=data, headers=headers, allow_redirects=False
                )
                answer.close()  # the body is never read
        except TimeoutError:
            raise DeliveryFailed("silent") from None
        except aiohttp.ClientSSLError:
            raise DeliveryFailed("tls") from None
        except (aiohttp.ClientError, OSError, ValueError):
            raise DeliveryFailed(
                "unreachable"
            ) from None  # the cause could reveal internal addresses
        status = answer.status
        if not 200 <= status < 300:
            is_final = status < 500 and status not in _AGAIN_LATER
            raise DeliveryFailed(f"status {status}", is_final=is_final, is_gone=status in gone)

    async def close(self) -> None:
        """Close open connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None
        await self._resolver.close()


_NO_PREVIEWS: Final = 1 << 2
"""Discord's flag for no link previews."""
LONGEST: Final = 1900
"""The most characters of a message; Discord takes 2000."""


def posted(kind: str, address: str, message: Message) -> tuple[str, dict[str, Any]]:
    """Return the address, and the message as JSON data."""
    match kind:
        case "ntfy":
            return _ntfy(address, message)
        case "discord":
            text = f"**{message.title}**\n{message.text}"[:LONGEST]
            silent = {"allowed_mentions": {"parse": []}, "flags": _NO_PREVIEWS}
            return address, {"content": text, **silent}
        case "slack":
            text = f"{message.title}\n{message.text}"[:LONGEST]
            for sign, meant in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
                text = text.replace(sign, meant)
            return address, {"text": text, "mrkdwn": False, "unfurl_links": False}
    return address, {
        "title": message.title,
        "text": message.text[:LONGEST],
        "url": message.link,
        "stop": message.stop_link,
    }


def _ntfy(address: str, message: Message) -> tuple[str, dict[str, Any]]:
    """Return a message as JSON for the ntfy server itself, as headers cannot hold any language."""
    url = urlsplit(address)
    before, _slash, topic = url.path.rstrip("/").rpartition("/")
    facts: dict[str, Any] = {"topic": topic, "title": message.title}
    facts["message"] = message.text[:LONGEST]
    if message.link:
        facts["click"] = message.link
    return url._replace(path=before + "/").geturl(), facts


class WebhookNotifier:
    """The transport that posts messages as JSON."""

    def __init__(self, *, loopback: bool, patience: float = PATIENCE) -> None:
        """`loopback` allows this machine as a target, without https."""
        self._poster = SafePoster(loopback=loopback, patience=patience)

    async def send(self, to: Subscription, message: Message) -> None:
        """Post a message. Raises DeliveryFailed."""
        kept = self._poster.checked(to.kind, to.address)
        address, body = posted(to.kind, kept, message)
        await self._poster.post(address, json=body)

    async def close(self) -> None:
        """Close open connections."""
        await self._poster.close()
