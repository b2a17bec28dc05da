"""While many sign in, whoever comes takes a place of the network that holds most."""

from __future__ import annotations

from nim_tui.server.rate_limit import PendingConnections


class Caller:
    """A connection that has not signed in, and gives its place up when it is told to."""

    def __init__(self, pending: PendingConnections, address: str) -> None:
        self._pending = pending
        self.address = address
        self.is_here = True
        pending.add(self.make_room, address)

    def make_room(self) -> None:
        self.is_here = False
        self._pending.remove(self.make_room)


def come(pending: PendingConnections, address: str) -> Caller | None:
    """Come, if there is room."""
    return Caller(pending, address) if pending.has_room(address) else None


def test_the_oldest_of_the_network_that_holds_most_makes_room() -> None:
    pending = PendingConnections(freely=6)
    crowd = [come(pending, f"203.0.113.{number}") for number in range(4)]
    others = [come(pending, f"198.51.100.{number}") for number in range(2)]
    assert all(crowd)
    assert all(others)
    ana = come(pending, "192.0.2.1")
    assert ana is not None
    assert [one.is_here for one in crowd if one] == [False, True, True, True]
    assert all(one.is_here for one in others if one)


def test_the_network_that_holds_most_gets_no_more_by_it() -> None:
    pending = PendingConnections(freely=2)
    crowd = [come(pending, f"203.0.113.{number}") for number in range(9)]
    assert sum(one is not None for one in crowd) == 2


def test_sixty_networks_keep_nobody_out() -> None:
    pending = PendingConnections(freely=20)
    crowd = [come(pending, f"203.0.{number}.1") for number in range(60)]
    assert all(crowd)
    assert sum(one is not None and one.is_here for one in crowd) == 20
    ana = come(pending, "192.0.2.1")
    assert ana is not None
    assert ana.is_here


def test_whoever_has_left_holds_nothing() -> None:
    pending = PendingConnections(freely=1)
    for _time in range(3):
        ana = come(pending, "192.0.2.1")
        assert ana is not None
        pending.remove(ana.make_room)
        pending.remove(ana.make_room)
