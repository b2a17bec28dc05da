"""Connections not signed in yet: while they are many, the network with most of them makes room.

A network with many silent connections would otherwise hold every place, and keep all others out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from nim_tui.server.ip_addresses import network_of, networks_around

MakeRoom = Callable[[], None]
"""A function of a connection that gives up its place at once."""


class PendingConnections:
    """The connections signing in, by network."""

    def __init__(self, freely: int) -> None:
        """Places are given up only above `freely` connections."""
        self._freely = freely
        self._pending: dict[MakeRoom, str] = {}
        """The connections, longest first."""
        self._held: Counter[str] = Counter()

    def add(self, make_room: MakeRoom, address: str) -> None:
        """Add a connection."""
        network = _neighbourhood(address)
        self._pending[make_room] = network
        self._held[network] += 1

    def remove(self, make_room: MakeRoom) -> None:
        """Remove a connection that has signed in or is gone."""
        network = self._pending.pop(make_room, None)
        if network is not None:
            self._held[network] -= 1
            self._held += Counter()  # drop entries of 0

    def has_room(self, address: str) -> bool:
        """Check whether a connection may come: there are few, or another network gives up a place.

        That is the network with most places, if it has more than this one; its oldest connection is
        closed.
        """
        if len(self._pending) < max(self._freely, 1):
            return True
        network, most = max(self._held.items(), key=lambda item: item[1])
        if most <= self._held[_neighbourhood(address)]:
            return False
        next(one for one, its in self._pending.items() if its == network)()
        return True


def _neighbourhood(address: str) -> str:
    """Return the network in which one person may have every address."""
    return (*networks_around(address), network_of(address))[0]
