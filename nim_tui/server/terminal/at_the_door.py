"""Connections not signed in yet: while they are many, the network with most of them makes room.

A network that holds many silent connections would otherwise hold every place at the door, and
keep all others out.
"""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from nim_tui.server.ip_addresses import network_of, networks_around


class AtDoor(Protocol):
    """A connection, as long as nobody has signed in by it."""

    def make_room(self) -> None:
        """Give its place up at once."""


class Door:
    """The connections that have not signed in yet, by the network they come from."""

    def __init__(self, freely: int) -> None:
        """Make room only above `freely` connections."""
        self._freely = freely
        self._here: dict[AtDoor, str] = {}
        """The longest first."""
        self._held: Counter[str] = Counter()

    def came(self, connection: AtDoor, address: str) -> None:
        """Add a connection."""
        network = _neighbourhood(address)
        self._here[connection] = network
        self._held[network] += 1

    def left(self, connection: AtDoor) -> None:
        """Remove a connection that has signed in or is gone."""
        network = self._here.pop(connection, None)
        if network is not None:
            self._held[network] -= 1
            self._held += Counter()  # without those that hold none

    def has_room(self, address: str) -> bool:
        """Check whether a connection may come, as there are few, or another network makes room.

        That is the one with most places, if it has more than theirs; its oldest connection is
        closed.
        """
        if len(self._here) < max(self._freely, 1):
            return True
        network, most = max(self._held.items(), key=lambda item: item[1])
        if most <= self._held[_neighbourhood(address)]:
            return False
        next(one for one, its in self._here.items() if its == network).make_room()
        return True


def _neighbourhood(address: str) -> str:
    """The network in which one person may have every address."""
    return (*networks_around(address), network_of(address))[0]
