"""What strangers may not do too often they may not do oftener by going from node to node."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from nim_tui.server import rate_limit as windows
from nim_tui.server.accounts.keys import WrongCode
from nim_tui.server.accounts.registration import (
    Registration,
    RegistrationRules,
    TooManyAccounts,
)
from nim_tui.server.accounts.store import NameTaken
from nim_tui.server.nodes import paces
from nim_tui.server.rate_limit import PaceRule, TooOften, WindowRule, forget_done
from nim_tui.server.settings.sections import INVITE, OPEN, SignUpConfig
from nim_tui.server.ssh import ClientInfo
from nim_tui.server.storage.schema import DONE
from tests.nim_tui.server.database.conftest import key
from tests.nim_tui.server.nodes.conftest import Node, Pair

ADDRESS = "192.0.2.1"


def door(node: Node, mode: str = OPEN, an_hour: int = 2) -> Registration:
    rules = RegistrationRules(SignUpConfig(registration=mode, new_accounts=an_hour))
    return Registration(node.database, rules, lambda _account: None, node.nodes)


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


async def test_what_was_done_is_forgotten_in_time(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = pair.one.nodes.window(WindowRule("codes", 1, 60.0))
    await window.take("ana")
    database = pair.other.database
    forget_done(database)
    with pytest.raises(TooOften):
        await pair.other.nodes.window(WindowRule("codes", 1, 60.0)).take("ana")
    now = database.now()
    monkeypatch.setattr(database, "now", lambda: now + 61)
    forget_done(database)
    with database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(DONE)).scalar_one() == 0


async def test_who_did_too_much_here_is_refused_without_the_database(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = pair.one.nodes.pace(PaceRule("pages", 2, 60.0))
    window = pair.one.nodes.window(WindowRule("codes", 1, 60.0))
    await pace.take("ana")
    await pace.take("ana")
    await window.take("ana")
    for module, name in ((paces, "take"), (paces, "take_in"), (windows, "take_in")):
        monkeypatch.setattr(module, name, lambda *_about: pytest.fail("it was asked"))
    for each in (pace, window):
        with pytest.raises(TooOften):
            await each.take("ana")
