"""The PROXY protocol, version 2: the line before the first by which a proxy tells who called it.

Its specification: https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt, chapter 2.2. Only
TCP over IPv4 and IPv6 is taken, and `LOCAL`, by which a proxy asks for itself whether all is well.
Version 1, which is text, is refused.
"""

from __future__ import annotations

import ipaddress
import struct
from dataclasses import dataclass
from typing import Final

from nim_tui.server.networks import address_in

SIGNATURE: Final = b"\r\n\r\n\x00\r\nQUIT\n"

MOST_PAYLOAD: Final = 1024
"""Bytes after the first 16: two addresses and what a proxy adds to them."""

_FIXED: Final = 16
_LOCAL, _PROXY = 0, 1
_SIZES: Final = {0x11: 4, 0x21: 16}
"""Bytes of an address, by family and protocol: TCP over IPv4 and over IPv6."""


class BadHeader(ValueError):
    """The bytes are no header that is taken here."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a proxy tells: from where a connection came, and of how many bytes it told so."""

    source: tuple[str, int] | None
    """Address and port; None where the proxy itself is calling."""
    length: int


def header_in(data: bytes) -> Header | None:
    """The header that data begins with; None while more is needed. Raises BadHeader."""
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
        return Header(None, _FIXED + size)
    return Header(_source(data[_FIXED : _FIXED + size], _SIZES[family]), _FIXED + size)


def _source(payload: bytes, width: int) -> tuple[str, int]:
    """Who called, of addresses, ports, and values that a proxy adds. Raises BadHeader."""
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
