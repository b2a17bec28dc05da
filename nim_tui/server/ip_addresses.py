"""IP addresses and networks, and those of proxies."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from typing import Final

from rules.messages import N_, Refusal

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

MOST_PROXIES: Final = 64
"""Networks of proxies."""


class NoProxy(Refusal):
    """An invalid network of proxies; the message says what is valid."""


def address_in(text: str) -> Address | None:
    """An address as it is meant: without a zone, and one of IPv4 as such; None if it is none."""
    try:
        known = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = known.ipv4_mapped if isinstance(known, ipaddress.IPv6Address) else None
    return mapped or known


def network_of(address: str) -> str:
    """Return the network of one person: an IPv4 address itself, an IPv6 address's /64."""
    known = address_in(address)
    if known is None:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    return str(ipaddress.ip_network((known, 64), strict=False))


def networks_around(address: str) -> tuple[str, ...]:
    """The networks around whom an address stands for, the nearest first: who may have them all."""
    known = address_in(address)
    if known is None:
        return ()
    prefixes = (24,) if isinstance(known, ipaddress.IPv4Address) else (56, 48)
    return tuple(str(ipaddress.ip_network((known, one), strict=False)) for one in prefixes)


def proxy_networks(texts: Collection[str]) -> tuple[Network, ...]:
    """The networks in which proxies stand; an address is one of its own. Raises NoProxy."""
    if len(texts) > MOST_PROXIES:
        raise NoProxy(N_("at most {most} proxy networks"), most=MOST_PROXIES)
    try:
        return tuple(ipaddress.ip_network(text.strip()) for text in texts)
    except ValueError:
        raise NoProxy(
            N_("a proxy must be an address or a network such as 192.0.2.0/24, not {text}"),
            text=repr(next(filter(_is_none, texts))[:60]),
        ) from None


def _is_none(text: str) -> bool:
    try:
        ipaddress.ip_network(text.strip())
    except ValueError:
        return True
    return False
