"""Who asks over HTTP: from which address, by which page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from aiohttp import hdrs
from aiohttp.web import BaseRequest

from nim_tui.server.networks import Network, address_in, proxy_networks
from nim_tui.server.settings.browsers import Browsers, plain_host, scheme_and_host

_FOR: Final = "X-Forwarded-For"
_PROTO: Final = "X-Forwarded-Proto"
_PLAIN: Final = re.compile(
    r"(?:\[(?P<six>[0-9a-f]{0,4}:[0-9a-f:.]{1,40})\]|(?P<other>localhost|[0-9.]{7,15}))(?::[0-9]{0,5})?",
    re.ASCII | re.IGNORECASE,
)
"""A host that is no name, with or without a port: no zone of an address, and no brackets astray."""
MOST_FORWARDED: Final = 1000
"""Characters of the headers of proxies."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever asks."""

    address: str
    """The IP address; that which proxies tell, where they are believed."""
    origin: str
    """Of this server's own pages, as this caller's browser knows it."""

    @property
    def is_safe(self) -> bool:
        """Whether nobody on the way can read along: cookies may then be for that alone."""
        return self.origin.startswith("https://")

    @property
    def passkey_host(self) -> str | None:
        """The host that passkeys are for here; None where there can be none.

        Whoever runs the server has named it, with https; or it is this machine itself.
        """
        scheme, _colon, host = self.origin.partition("://")
        name = host.partition(":")[0]
        if name == "localhost":
            peer = address_in(self.address)
            return name if peer is not None and peer.is_loopback else None
        is_name = not host.startswith("[") and address_in(name) is None
        return name if scheme == "https" and is_name else None

    @property
    def sockets(self) -> str:
        """The origin for websockets."""
        return "ws" + self.origin.removeprefix("http")


class Callers:
    """Knows by which names this server is called, and which proxies are believed."""

    def __init__(self, browsers: Browsers) -> None:
        """Raises NoProxy."""
        self._named: Mapping[str, str] = {
            host: scheme for scheme, host in map(scheme_and_host, browsers.web_address)
        }
        self._proxies: Sequence[Network] = proxy_networks(browsers.web_proxy)

    def is_proxy(self, address: str) -> bool:
        """Whether what comes from an address is told by a proxy that is believed."""
        known = address_in(address)
        return known is not None and any(known in network for network in self._proxies)

    def caller(self, request: BaseRequest) -> Caller | None:
        """Who asks; None where they call this server by a name that is not its own.

        A page of somebody else could else have that name lead here (DNS rebinding).
        """
        peer = str(address_in(request.remote or "") or request.remote or "")
        address, scheme = peer, "http"
        if self.is_proxy(peer):
            address = self._forwarded(request.headers.getall(_FOR, []), peer)
            told = request.headers.get(_PROTO, "")[:MOST_FORWARDED].rpartition(",")[2]
            scheme = "https" if told.strip().lower() == "https" else "http"
        hosts = request.headers.getall(hdrs.HOST, [])
        if len(hosts) != 1:
            return None
        for known in ("https", "http"):
            if self._named.get(plain_host(known, hosts[0])) == known:
                return Caller(address, f"{known}://{plain_host(known, hosts[0])}")
        host = plain_host(scheme, hosts[0])
        return Caller(address, f"{scheme}://{host}") if _is_no_name(host) else None

    def _forwarded(self, headers: Sequence[str], peer: str) -> str:
        """The nearest address that is no proxy's: those before it anybody may have written."""
        told = ",".join(headers)
        for one in reversed(told[-MOST_FORWARDED:].split(",")):
            known = address_in(one.strip())
            if known is None:
                return peer
            if not self.is_proxy(str(known)):
                return str(known)
        return peer


def is_own_page(request: BaseRequest, caller: Caller) -> bool:
    """Whether it is a page of this server that asks, and none of somebody else."""
    return request.headers.getall(hdrs.ORIGIN, []) == [caller.origin]


def _is_no_name(host: str) -> bool:
    """Whether a host is this machine or a plain address, which no name can lead elsewhere.

    It becomes part of what pages are told to trust: so nothing else may stand beside that.
    """
    found = _PLAIN.fullmatch(host)
    if found is None:
        return False
    inside = found["six"] or found["other"]
    return inside == "localhost" or address_in(inside) is not None
