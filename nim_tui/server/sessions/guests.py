"""Guests who return after a lost connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from nim_tui.server.accounts.store import Account
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.ssh import ClientInfo

MOST_AN_ADDRESS: Final = 4
"""Guests of one address whose seats wait; whoever would be one more has left at once."""
MOST: Final = 200
"""Such guests in all."""


@dataclass(slots=True)
class _Known:
    account: Account
    network: str
    visits: set[int] = field(default_factory=set)
    waiting: asyncio.TimerHandle | None = None
    """Until they have left for good."""


class GuestRegistry:
    """Knows guests again by what their browser holds."""

    def __init__(self, leave: Callable[[Account], None], grace: float) -> None:
        """`leave` gives up what a guest has, once nobody came back for `grace` seconds."""
        self._leave = leave
        self._grace = grace
        self._known: dict[str, _Known] = {}

    def comes_back(self, client: ClientInfo) -> Account | None:
        """As whom somebody was here before, and is again; None: nobody who is remembered."""
        known = None if client.guest is None else self._known.get(client.guest.digest)
        if known is None:
            return None
        self._stop(known)
        known.visits.add(client.number)
        return known.account

    def comes(self, client: ClientInfo, account: Account) -> None:
        """Remember a new guest."""
        if client.guest is not None and client.guest.digest not in self._known:
            network = network_of(client.address)
            self._known[client.guest.digest] = _Known(account, network, {client.number})

    def goes(self, client: ClientInfo, *, has_seats: bool) -> bool:
        """A session is over; whether a guest may still come back, or is here by another.

        Who has left by themselves, or has nothing to come back to, may not.
        """
        guest = client.guest
        known = None if guest is None else self._known.get(guest.digest)
        if guest is None or known is None or client.number not in known.visits:
            return False
        known.visits.discard(client.number)
        if known.visits:
            return True
        if not (guest.is_cut and has_seats and self._has_room(known.network)):
            del self._known[guest.digest]
            return False
        loop = asyncio.get_running_loop()
        known.waiting = loop.call_later(self._grace, self._stays_away, guest.digest)
        return True

    def forget(self, account: int) -> None:
        """Nobody comes back as this guest, who is one no longer or may not."""
        for digest, known in tuple(self._known.items()):
            if known.account.id == account:
                self._stop(known)
                del self._known[digest]

    def _has_room(self, network: str) -> bool:
        waiting = [known.network for known in self._known.values() if known.waiting is not None]
        return len(waiting) < MOST and waiting.count(network) < MOST_AN_ADDRESS

    def _stays_away(self, digest: str) -> None:
        self._leave(self._known.pop(digest).account)

    def _stop(self, known: _Known) -> None:
        if known.waiting is not None:
            known.waiting.cancel()
            known.waiting = None
