"""Connections of browsers, counted as those of ssh are, before anything is read of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from aiohttp.base_protocol import BaseProtocol

from nim_tui.server.networks import address_in
from nim_tui.server.paced_input import PacedInput, PacedProtocol
from nim_tui.server.quotas import Claim
from nim_tui.server.ssh.context import ServerContext


class CountedConnection(asyncio.Protocol):
    """Takes a place for a connection and hands it on to what it wraps, or cuts it off."""

    def __init__(
        self, inner: BaseProtocol, context: ServerContext, is_proxy: Callable[[str], bool]
    ) -> None:
        """Whoever comes by a proxy shares no address with others: their sessions are counted."""
        self._inner = inner
        self._context = context
        self._is_proxy = is_proxy

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a place."""
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

    def _give_back(self, claims: list[Claim]) -> None:
        self._context.quotas.free(claims)
        self._context.counters.closed("connections")
