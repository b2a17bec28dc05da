"""A server that is killed before it tells what it has stored: others know it all the same."""

from __future__ import annotations

import time

import pytest

from nim_tui.server.accounts.merging import rename
from nim_tui.server.moderation.blocks import block
from nim_tui.server.moderation.mutes import SlowModeActive
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from tests.nim_tui.server.nodes.conftest import Pair
from tests.waiting import until


@pytest.fixture
def mute(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """The first of two nodes tells nothing after it was stored, as if it were killed by then."""
    monkeypatch.setattr(pair.one.nodes._outbox, "tell", lambda *_posts: None)
    return pair


@pytest.mark.slow
async def test_what_is_stored_is_told_with_it(mute: Pair) -> None:
    ana, ben = mute.comes("Ana", mute.other), mute.comes("Ben", mute.other)
    plan = TablePlan("bataille", [SeatWish(account=ana.account), SeatWish(invited="Ben")])
    table = await mute.one.lobby.tables.create(ana.account, plan)
    await until(
        lambda: any("invites you" in line for line in ben.heard),
        "withdraw N: withdraw the invite links to your table N",
    )
    await mute.one.lobby.tables.join(table, ben.account)
    await until(lambda: any("The game begins" in line for line in ana.heard), "the beginning")
    known = mute.other.lobby.table_list.known(table)
    assert known is not None
    assert known.status == "running"
    await mute.one.lobby.talking.say(ana.account, "hello")
    await until(lambda: "Ana: hello" in ben.heard, "the line")


async def test_a_seat_that_is_taken_is_seen_elsewhere(mute: Pair) -> None:
    ana, ben = mute.account("Ana").id, mute.account("Ben").id
    plan = TablePlan("submarine", [SeatWish(account=ana), SeatWish(), SeatWish()])
    table = await mute.one.lobby.tables.create(ana, plan)
    await mute.one.lobby.tables.join(table, ben)
    await until(lambda: ben in mute.other.lobby.table_list.seated(table), "Ben")


@pytest.mark.slow
async def test_what_a_server_that_is_gone_has_not_told_is_read(mute: Pair) -> None:
    ana, ben = mute.comes("Ana", mute.one), mute.comes("Ben", mute.other)
    table = await mute.one.lobby.tables.create(
        ana.account, TablePlan("bataille", [SeatWish(account=ana.account), SeatWish()])
    )
    await until(lambda: mute.other.lobby.table_list.known(table), "the table")
    await mute.one.lobby.tables.get_up(table, ana.account)  # it is closed by that
    block(mute.one.database, ben.account, ana.account)
    await mute.one.stands_still()
    await until(lambda: mute.other.lobby.table_list.known(table) is None, "its end")
    blocks = mute.other.lobby.talking.blocks
    await until(lambda: blocks.of(ben.account) == {ana.account}, "whom Ben blocks")


@pytest.mark.slow
async def test_a_table_that_was_closed_and_a_new_name_are_told_with_it(mute: Pair) -> None:
    tables = [await mute.table("Ana", "Ben") for _each in range(2)]
    ben, ana = mute.comes("Ben", mute.other), mute.comes("Ana", mute.other)
    await ben.goes_to(tables[0])
    held = await ana.goes_to(tables[1])
    end_game(mute.one.database, tables[0], None)
    await until(lambda: ben.shown_out == [tables[0]], "the way out")
    assert held.table.seats[1].name == "Ben"
    rename(mute.one.database, mute.account("Ben"), "Benno")
    await until(lambda: ben.name == "Benno", "the name")
    await until(lambda: mute.other.held(tables[1]).table.seats[1].name == "Benno", "at the table")


@pytest.mark.slow
async def test_slow_mode_is_counted_at_all_servers(pair: Pair) -> None:
    ana, there = pair.comes("Ana", pair.one), pair.comes("Ana", pair.other)
    ben = pair.comes("Ben", pair.other)
    pair.one.lobby.talking.set_slow_mode(30)
    await until(lambda: pair.other.lobby.talking.slow_mode.seconds == 30, "slow mode")
    begun = time.monotonic()
    await pair.one.lobby.talking.say(ana.account, "hello")
    with pytest.raises(
        SlowModeActive, match=r"slow mode: one message every 30 s; wait \d+ s"
    ) as refused:
        await pair.other.lobby.talking.say(there.account, "and another")
    assert 28 - (time.monotonic() - begun) <= int(str(refused.value.facts["left"])) <= 30
    await pair.other.lobby.talking.say(ben.account, "hello")
    pair.one.lobby.talking.set_slow_mode(0)
    await until(lambda: pair.other.lobby.talking.slow_mode.seconds == 0, "its end")
    await pair.other.lobby.talking.say(there.account, "and another")
