"""Headers of the PROXY protocol: what is one, and that nothing else is taken for one."""

from __future__ import annotations

import ipaddress
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.server.ip_addresses import NoProxy, proxy_networks
from nim_tui.server.ssh.proxy import MOST_PAYLOAD, SIGNATURE, BadHeader, ProxyHeader, header_in
from nim_tui.testing.walks import SEQUENCES


def header(
    source: str = "203.0.113.7",
    port: int = 4711,
    *,
    start: int = 0x21,
    family: int | None = None,
    more: bytes = b"",
    size: int | None = None,
) -> bytes:
    """A header as a proxy writes it; parts of it may be wrong."""
    address = ipaddress.ip_address(source)
    own = ipaddress.ip_address("192.0.2.10" if address.version == 4 else "2001:db8:1::10")
    payload = address.packed + own.packed + struct.pack("!HH", port, 22) + more
    known = 0x11 if address.version == 4 else 0x21
    length = len(payload) if size is None else size
    told = struct.pack("!BBH", start, known if family is None else family, length)
    return SIGNATURE + told + payload


def added(kind: int, value: bytes) -> bytes:
    """A value that a proxy adds."""
    return struct.pack("!BH", kind, len(value)) + value


ADDRESSES = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)).filter(
    lambda one: not one.is_unspecified and not one.is_multicast
)
VALUES = st.lists(st.builds(added, st.integers(0, 255), st.binary(max_size=40)), max_size=5)


@SEQUENCES
@given(ADDRESSES, st.integers(0, 65535), VALUES, st.binary(max_size=50))
def test_a_header_is_read_as_it_was_written(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
    port: int,
    values: list[bytes],
    rest: bytes,
) -> None:
    whole = header(str(address), port, more=b"".join(values))
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    assert header_in(whole + rest) == ProxyHeader((str(mapped or address), port), len(whole))
    for cut in range(len(whole)):
        assert header_in(whole[:cut]) is None


@SEQUENCES
@given(st.binary(max_size=80), st.booleans())
def test_bytes_are_a_header_a_part_of_one_or_refused(data: bytes, is_signed: bool) -> None:
    data = SIGNATURE + data if is_signed else data
    try:
        found = header_in(data)
    except BadHeader:
        return
    if found is None:
        assert len(data) < 16 + MOST_PAYLOAD
        return
    assert 16 <= found.length <= len(data)
    assert header_in(data[: found.length]) == found
    assert found.source is None or ipaddress.ip_address(found.source[0])


@SEQUENCES
@given(st.integers(0, 27), st.integers(0, 255))
def test_a_changed_byte_makes_another_header_or_none(place: int, sign: int) -> None:
    whole = bytearray(header())
    was, whole[place] = whole[place], sign
    try:
        found = header_in(bytes(whole))
    except BadHeader:
        return
    local = place == 12 and sign == 0x20
    assert was == sign or place >= 14 or local or found is None


def test_a_proxy_may_ask_for_itself() -> None:
    assert header_in(header(start=0x20)) == ProxyHeader(None, 28)
    assert header_in(header(start=0x20, family=0)) == ProxyHeader(None, 28)
    assert header_in(SIGNATURE + b"\x20\x00\x00\x00SSH-2.0") == ProxyHeader(None, 16)


WRONG = {
    "version 1": b"PROXY TCP4 203.0.113.7 192.0.2.10 4711 22\r\n",
    "ssh": b"SSH-2.0-OpenSSH_9.6\r\n",
    "version 3": header(start=0x31),
    "no such command": header(start=0x22),
    "unspecified": header(family=0x00),
    "udp": header(family=0x12),
    "a socket": header(family=0x31),
    "too short for IPv4": header(size=11),
    "IPv4 that says IPv6": header(family=0x21),
    "too long": header(size=MOST_PAYLOAD + 1),
    "the longest": header(size=65535),
    "a value that is cut": header(more=b"\x01\x00"),
    "a value longer than all": header(more=b"\x01\x00\x05abcd"),
    "from nowhere": header("0.0.0.0"),
    "from many": header("224.0.0.1"),
    "from nowhere, IPv6": header("::"),
}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_what_is_no_header_is_refused(data: bytes) -> None:
    with pytest.raises(BadHeader):
        header_in(data)


def test_networks_of_proxies_are_told_exactly() -> None:
    assert [str(one) for one in proxy_networks(["192.0.2.10", " 10.0.0.0/8", "2001:db8::/64"])] == [
        "192.0.2.10/32", "10.0.0.0/8", "2001:db8::/64",
    ]  # fmt: skip
    for wrong in ("", "example.org", "192.0.2.1/24", "10.0.0.0/99", "x" * 10_000):
        with pytest.raises(
            NoProxy, match=r"a proxy must be an address or a network such as 192\.0\.2\.0/24, not"
        ):
            proxy_networks(["192.0.2.10", wrong])
    with pytest.raises(NoProxy, match="at most"):
        proxy_networks(["192.0.2.10"] * 65)
