"""The host key is one for all servers at a database, also while another is to follow it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import asyncssh
import pytest

from nim_tui.server.nodes.posts import HostKeysChanged
from nim_tui.server.ssh import SshServer, host_key
from nim_tui.server.ssh.host_key import HostKeyRow
from nim_tui.server.ssh.host_keys import HostKeys
from tests.nim_tui.server.nodes.conftest import Node, Pair
from tests.waiting import until

pytestmark = pytest.mark.nightly


class Door:
    """What a server at its door offers."""

    def __init__(self) -> None:
        self.offered: list[str] = []

    def offer(self, host_keys: Sequence[asyncssh.SSHKey]) -> None:
        self.offered = [key.get_fingerprint() for key in host_keys]


class Keys:
    """The host keys of one node, as its server would have them."""

    def __init__(self, node: Node, folder: Path) -> None:
        nodes = node.nodes
        self.door = Door()
        store = HostKeyRow(node.database, folder)
        self.keys = HostKeys(store, node.database, lambda: nodes.tell(HostKeysChanged()))
        node.lobby.across.offer_host_keys = self.keys.look

    async def open(self) -> list[str]:
        self.door.offer((await self.keys.known()).keys)
        self.keys.open(cast(SshServer, self.door))
        return self.door.offered


@pytest.fixture
def both(pair: Pair, tmp_path: Path) -> tuple[Keys, Keys]:
    return Keys(pair.one, tmp_path / "one"), Keys(pair.other, tmp_path / "other")


async def test_all_servers_have_one_key_and_no_file_is_made(
    both: tuple[Keys, Keys], tmp_path: Path
) -> None:
    assert await both[0].open() == await both[1].open()
    assert not [*tmp_path.rglob("host_key*")]


async def test_the_key_that_a_house_had_in_a_file_stays_its_key(
    both: tuple[Keys, Keys], tmp_path: Path
) -> None:
    first = host_key(tmp_path / "one" / "host_key").get_fingerprint()
    host_key(tmp_path / "other" / "host_key")
    assert await both[0].open() == [first]
    assert await both[1].open() == [first], "a file of its own counts no more"


async def test_another_key_is_offered_and_follows_at_all_servers(both: tuple[Keys, Keys]) -> None:
    one, other = both
    (old,) = await one.open()
    await other.open()
    await other.keys.begin(3600)
    await until(lambda: len(one.door.offered) == 2, "the new key at the server not asked")
    assert one.door.offered == other.door.offered
    assert one.door.offered[0] == old
    new = one.door.offered[1]
    await one.keys.begin(0.1)
    await until(lambda: one.door.offered == [new], "the new key in the place of the old one")
    await until(lambda: other.door.offered == [new], "the same at the other")
    assert await both[1].open() == [new]
