"""Clients over HTTP, and counted connections."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from aiohttp import hdrs
from aiohttp.base_protocol import BaseProtocol
from aiohttp.web import BaseRequest

from nim_tui.server.ip_addresses import Network, address_in, proxy_networks
from nim_tui.server.paced_input import PacedInput, PacedProtocol
from nim_tui.server.rate_limit import QuotaClaim
from nim_tui.server.settings.addresses import WebConfig, plain_host, scheme_and_host
from nim_tui.server.terminal.context import ServerContext

_FOR: Final = "X-Forwarded-For"
_PROTO: Final = "X-Forwarded-Proto"
_PLAIN: Final = re.compile(
    r"(?:\[(?P<six>[0-9a-f]{0,4}:[0-9a-f:.]{1,40})\]|(?P<other>localhost|[0-9.]{7,15}))(?::[0-9]{0,5})?",
    re.ASCII | re.IGNORECASE,
)
"""An address or localhost, with or without a port: no zone, and brackets only around IPv6."""
MOST_FORWARDED: Final = 1000
"""The most characters of proxy headers."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request."""

    address: str
    """The IP address, as given by trusted proxies."""
    origin: str
    """The origin of this server's pages, in the caller's browser."""

    @property
    def is_safe(self) -> bool:
        """Whether the connection is encrypted, so that cookies may require that."""
        return self.origin.startswith("https://")

    @property
    def passkey_host(self) -> str | None:
        """The host of passkeys; None if they are unavailable.

        It is set by the operator, with https, or is this machine.
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
    """The host names of this server, and its trusted proxies."""

    def __init__(self, browsers: WebConfig) -> None:
        """Read the settings. Raises NoProxy."""
        self._named: Mapping[str, str] = {
            host: scheme for scheme, host in map(scheme_and_host, browsers.web_address)
        }
        self._proxies: Sequence[Network] = proxy_networks(browsers.web_proxy)

    def is_proxy(self, address: str) -> bool:
        """Check whether an address is a trusted proxy."""
        known = address_in(address)
        return known is not None and any(known in network for network in self._proxies)

    def caller(self, request: BaseRequest) -> Caller | None:
        """Return the caller; None if the request's host name is not this server's.

        This prevents other sites from pointing their names here (DNS rebinding).
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
        """Return the nearest address that is not a proxy's: earlier ones can be forged."""
        told = ",".join(headers)
        for one in reversed(told[-MOST_FORWARDED:].split(",")):
            known = address_in(one.strip())
            if known is None:
                return peer
            if not self.is_proxy(str(known)):
                return str(known)
        return peer


def is_own_page(request: BaseRequest, caller: Caller) -> bool:
    """Whether a request comes from a page of this server, not of another site."""
    return request.headers.getall(hdrs.ORIGIN, []) == [caller.origin]


def _is_no_name(host: str) -> bool:
    """Check for this machine or a plain address, which no DNS name can redirect.

    It becomes part of the origins that pages trust, so nothing else may be in it.
    """
    found = _PLAIN.fullmatch(host)
    if found is None:
        return False
    inside = found["six"] or found["other"]
    return inside == "localhost" or address_in(inside) is not None


class CountedConnection(asyncio.Protocol):
    """A wrapper that takes a place for a connection, or cuts it off."""

    def __init__(
        self, inner: BaseProtocol, context: ServerContext, is_proxy: Callable[[str], bool]
    ) -> None:
        """Proxies' connections count only in total, as many clients share their address."""
        self._inner = inner
        self._context = context
        self._is_proxy = is_proxy

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a place for the connection."""
        peer = transport.get_extra_info("peername")
        address = str(address_in(peer[0]) or peer[0]) if peer else ""
        claims, meets = self._context.connection_claims(address), address
        if self._is_proxy(address):
            claims, meets = claims[:1], ""
        full = self._context.turned_away_at_once(meets) or self._context.quotas.take(claims)
        if full or self._context.is_closing:
            if full:
                self._context.refused(full, address)
            else:
                self._context.quotas.free(claims)
            cast("asyncio.Transport", transport).abort()
            return
        self._context.counters.opened("connections")
        told = cast("asyncio.Transport", transport)
        paced = PacedInput(
            told,
            self._inner.data_received,
            self._context.sources.meter(meets),
            self._context.pump,
            cut_off=lambda: self._cut_off(told, address),
            is_held=lambda: self._inner._reading_paused,
        )
        told.set_protocol(PacedProtocol(self._inner, paced, lambda: self._give_back(claims)))
        self._inner.connection_made(transport)

    def _cut_off(self, transport: asyncio.Transport, address: str) -> None:
        self._context.refused("work", address)
        transport.abort()

    def _give_back(self, claims: list[QuotaClaim]) -> None:
        self._context.quotas.free(claims)
        self._context.counters.closed("connections")
