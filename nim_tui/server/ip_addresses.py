"""IP addresses and networks, those of proxies, and those that cannot be listened on."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Collection
from errno import EADDRNOTAVAIL
from typing import Final

from rules.messages import N_, Refusal, why

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

MOST_PROXIES: Final = 64
"""The most networks of proxies."""


class NoProxy(Refusal):
    """The network of proxies is invalid; the message says what is valid."""


def address_in(text: str) -> Address | None:
    """Return a canonical address: without a zone, IPv4-mapped ones as IPv4; None if invalid."""
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
    """Return the networks that the owner of an address may have whole, smallest first."""
    known = address_in(address)
    if known is None:
        return ()
    prefixes = (24,) if isinstance(known, ipaddress.IPv4Address) else (56, 48)
    return tuple(str(ipaddress.ip_network((known, one), strict=False)) for one in prefixes)


def neighbourhood(address: str) -> str:
    """Return the network in which one person may have every address."""
    return (*networks_around(address), network_of(address))[0]


def proxy_networks(texts: Collection[str]) -> tuple[Network, ...]:
    """Return the networks of proxies; an address is a network of its own. Raises NoProxy."""
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


def why_not_listening(error: Exception) -> str:
    """Return why no server can listen at an address, in the words of the system.

    From Python 3.12 on, asyncio passes over addresses that this machine does not have, and its
    error has no number.
    """
    if not isinstance(error, OSError):
        return "this is no address"
    number = EADDRNOTAVAIL if error.errno is None else error.errno
    return os.strerror(number) if number > 0 else why(error)
