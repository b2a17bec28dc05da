"""The PROXY protocol.

Specification: https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt, chapter 2.2. Only TCP
over IPv4 and IPv6 is accepted, and `LOCAL`, a proxy's own health check. Version 1, which is text,
is refused.

A connection of a trusted proxy begins with a header that names the client; limits, bans and the log
then use that address. In any other connection a header is invalid input.
"""

from __future__ import annotations

import asyncio
import ipaddress
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from nim_tui.server.ip_addresses import Network, address_in

SIGNATURE: Final = b"\r\n\r\n\x00\r\nQUIT\n"

MOST_PAYLOAD: Final = 1024
"""The most bytes after the first 16: two addresses and additional values."""

_FIXED: Final = 16
_LOCAL, _PROXY = 0, 1
_SIZES: Final = {0x11: 4, 0x21: 16}
"""The bytes of an address, by family and protocol: TCP over IPv4 and over IPv6."""


class BadHeader(ValueError):
    """The bytes are not a valid header."""


@dataclass(frozen=True, slots=True)
class ProxyHeader:
    """A proxy's header: the source of the connection, and the length of the header in bytes."""

    source: tuple[str, int] | None
    """Address and port; None for the proxy's own health check."""
    length: int


def header_in(data: bytes) -> ProxyHeader | None:
    """Return the header at the start of data; None while it is incomplete. Raises BadHeader."""
    if data[: len(SIGNATURE)] != SIGNATURE[: len(data)]:
        raise BadHeader("no signature")
    if len(data) < _FIXED:
        return None
    version, family, size = struct.unpack_from("!BBH", data, len(SIGNATURE))
    command = version & 0x0F
    if version >> 4 != 2 or command not in (_LOCAL, _PROXY):
        raise BadHeader("no such version or command")
    if size > MOST_PAYLOAD:
        raise BadHeader("too long")
    if command == _PROXY and (family not in _SIZES or size < 2 * _SIZES[family] + 4):
        raise BadHeader("no such family, or too short for it")
    if len(data) < _FIXED + size:
        return None
    if command == _LOCAL:
        return ProxyHeader(None, _FIXED + size)
    return ProxyHeader(_source(data[_FIXED : _FIXED + size], _SIZES[family]), _FIXED + size)


def _source(payload: bytes, width: int) -> tuple[str, int]:
    """Return the source in addresses, ports and additional values. Raises BadHeader."""
    address = ipaddress.ip_address(payload[:width])
    (port,) = struct.unpack_from("!H", payload, 2 * width)
    if address.is_unspecified or address.is_multicast:
        raise BadHeader("nobody calls from there")
    place = 2 * width + 4
    while place < len(payload):  # type, length, value
        if place + 3 > len(payload):
            raise BadHeader("a value is cut")
        place += 3 + struct.unpack_from("!H", payload, place + 1)[0]
    if place != len(payload):
        raise BadHeader("a value is cut")
    return str(address_in(str(address))), port


HEADER_SECONDS: Final = 5.0
"""Seconds for a header to arrive whole."""

MOST_WAITING: Final = 256
"""The most connections of proxies whose header is incomplete."""

CHECKS: Final = "nim_tui_checks"
"""The reply to a proxy's own health check."""

Session = Callable[[str, int], Any]
"""Makes the SSH protocol of a connection."""


class ProxyReader:
    """A listener in place of asyncssh, which sees it as a tunnel to listen through."""

    def __init__(
        self,
        proxies: Sequence[Network],
        refused: Callable[[str], None],
        turns_away: Callable[[str], bool],
    ) -> None:
        """`refused` gets the address of a proxy that sent no valid header.

        Nothing is read from addresses that `turns_away` refuses.
        """
        self.turns_away = turns_away
        self.refused = refused
        self.waiting: set[asyncio.BaseTransport] = set()
        self._proxies = tuple(proxies)

    async def create_server(self, session: Session, host: str, port: int) -> asyncio.AbstractServer:
        """Listen, as asyncssh asks of a tunnel. Raises OSError."""
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: _Caller(self, session), host, port)

    def is_proxy(self, address: str) -> bool:
        """Whether connections from an address begin with a header."""
        known = address_in(address)
        return known is not None and any(known in network for network in self._proxies)

    def close(self) -> None:
        """Cut off the connections whose header is incomplete."""
        while self.waiting:
            transport = self.waiting.pop()
            cast(asyncio.Transport, transport).abort()


class _Caller(asyncio.Protocol):
    """A connection whose address is not known yet."""

    def __init__(self, door: ProxyReader, session: Session) -> None:
        self._door = door
        self._session = session
        self._came = b""
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the header of a proxy; pass on other connections at once."""
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self._peer: str = peer[0] if peer else ""
        if not self._door.is_proxy(self._peer):
            if self._door.turns_away(self._peer):
                self._transport.abort()
            else:
                self._hand_over(self._transport)
            return
        if len(self._door.waiting) >= MOST_WAITING:
            self._refuse()
            return
        self._door.waiting.add(transport)
        self._late = asyncio.get_running_loop().call_later(HEADER_SECONDS, self._refuse)

    def data_received(self, data: bytes) -> None:
        """Read the header, and pass the rest on."""
        if self._transport.is_closing():
            return
        self._came += data
        try:
            header = header_in(self._came)
        except BadHeader:
            self._refuse()
            return
        if header is None:
            return
        self._leave()
        source, rest = header.source, self._came[header.length :]
        self._hand_over(cast(asyncio.Transport, _Told(self._transport, source)))
        if rest and not self._transport.is_closing():
            cast(asyncio.Protocol, self._transport.get_protocol()).data_received(rest)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the proxy left before its header, or was cut off."""
        if self._leave():
            self._door.refused(self._peer)

    def _hand_over(self, shown: asyncio.Transport) -> None:
        ssh: asyncio.Protocol = self._session("", 0)
        self._transport.set_protocol(ssh)
        ssh.connection_made(shown)

    def _refuse(self) -> None:
        self._leave()
        self._door.refused(self._peer)
        self._transport.abort()

    def _leave(self) -> bool:
        """Stop waiting; return whether the connection waited."""
        was_waiting = self._transport in self._door.waiting
        self._door.waiting.discard(self._transport)
        if self._late is not None:
            self._late.cancel()
        return was_waiting


class _Told:
    """A transport with the address that a proxy gave; None: the proxy itself is calling."""

    def __init__(self, transport: asyncio.Transport, source: tuple[str, int] | None) -> None:
        self._transport = transport
        self._source = source

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return a fact about the connection."""
        if name == "peername" and self._source is not None:
            return self._source
        if name == CHECKS:
            return self._source is None
        return self._transport.get_extra_info(name, default)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
