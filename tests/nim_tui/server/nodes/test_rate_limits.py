"""What strangers may not do too often they may not do oftener by going from node to node."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.keys import WrongCode
from nim_tui.server.accounts.registration import (
    Registration,
    RegistrationRules,
    TooManyAccounts,
)
from nim_tui.server.accounts.store import NameTaken
from nim_tui.server.rate_limit import RateLimit, TooOften
from nim_tui.server.settings.sections import INVITE, OPEN, SignUpConfig
from nim_tui.server.ssh import ClientInfo
from tests.nim_tui.server.nodes.conftest import Node, Pair
from tests.nim_tui.server.storage.conftest import key

ADDRESS = "192.0.2.1"


def door(node: Node, mode: str = OPEN, an_hour: int = 2) -> Registration:
    rules = RegistrationRules(SignUpConfig(registration=mode, new_accounts=an_hour))
    return Registration(node.database, rules, lambda _account: None, shared=True)


def client(number: int, address: str = ADDRESS) -> ClientInfo:
    return ClientInfo(number, key(number), address)


async def test_an_address_makes_so_many_accounts_at_all_nodes(pair: Pair) -> None:
    one, other = door(pair.one), door(pair.other)
    await one.register(client(1), "Ana")
    await other.register(client(2), "Ben")
    for each in (one, other):
        with pytest.raises(TooManyAccounts):
            await each.register(client(3), "Cleo")
    await other.register(client(3, "192.0.2.2"), "Cleo")


async def test_a_name_that_is_taken_counts_nowhere(pair: Pair) -> None:
    one, other = door(pair.one), door(pair.other)
    await one.register(client(1), "Ana")
    for each in (one, other) * 2:
        with pytest.raises(NameTaken):
            await each.register(client(2), "Ana")
    await other.register(client(2), "Ben")


async def test_invitations_are_not_tried_oftener_at_two_nodes(pair: Pair) -> None:
    doors = (door(pair.one, INVITE), door(pair.other, INVITE))
    for number in range(5):
        with pytest.raises(WrongCode):
            await doors[number % 2].register(client(1), "Ana 2345-6789-ABCD-EFGH")
    for each in doors:
        with pytest.raises(TooOften):
            await each.register(client(1), "Ana 2345-6789-ABCD-EFGH")


async def test_who_did_too_much_here_is_refused_without_the_database(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = RateLimit(pair.one.database, "pages", 2, 60.0, shared=True)
    await limit.take("ana")
    await limit.take("ana")
    monkeypatch.setattr(RateLimit, "_take_row", lambda *_about: pytest.fail("it was asked"))
    with pytest.raises(TooOften):
        await limit.take("ana")


async def test_one_who_is_refused_elsewhere_has_lost_nothing_here(pair: Pair) -> None:
    here, there = (
        RateLimit(node.database, "pages", 2, 60.0, shared=True) for node in (pair.one, pair.other)
    )
    await here.take("ana")
    await here.take("ana")
    with pytest.raises(TooOften):
        await there.take("ana")
    there.check("ana")
    await here.refund("ana")
    await there.take("ana")
