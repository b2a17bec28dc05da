"""Somebody who is blocked finds no seat at the blocker's tables, and is not told why."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import cast

import pytest

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.moderation.blocks import BlockCache, block, unblock
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.invite_link_store import make_link, use_link
from nim_tui.server.tables.seat_store import leave_seat, take_seat
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from rules.messages import Refusal
from tests.nim_tui.server.storage.conftest import key
from tests.waiting import until


def set_up(database: Database, host: Account, seat: SeatWish) -> str:
    """A table at which the host waits for one more."""
    return create_table(database, host.id, TablePlan("bataille", [SeatWish(account=host.id), seat]))


def refused(coming: Callable[[], object]) -> str:
    """What somebody is told who may not sit down."""
    with pytest.raises(Refusal) as refusal:
        coming()
    return str(refusal.value)


@pytest.mark.parametrize("seat", [SeatWish(), SeatWish(invited="Ben")])
def test_a_table_of_the_blocker_is_like_a_full_one(
    database: Database, ana: Account, ben: Account, seat: SeatWish
) -> None:
    table, cleo = set_up(database, ana, seat), register(database, "Cleo", key(3))
    block(database, ana.id, ben.id)
    told = refused(lambda: take_seat(database, table, ben.id))
    full = set_up(database, cleo, SeatWish(account=ana.id))
    assert told == refused(lambda: take_seat(database, full, ben.id))
    unblock(database, ana.id, ben.id)
    assert take_seat(database, table, ben.id) == 1
    block(database, ana.id, ben.id)
    leave_seat(database, table, ben.id)
    assert refused(lambda: take_seat(database, table, ben.id)) == told


def test_a_link_of_the_blocker_is_like_a_wrong_one(
    database: Database, ana: Account, ben: Account
) -> None:
    token = make_link(database, set_up(database, ana, SeatWish()), ana.id)
    block(database, ana.id, ben.id)
    told = refused(lambda: use_link(database, token, ben.id))
    assert told == refused(lambda: use_link(database, "AAAA", ben.id))


def test_tables_of_others_are_open_to_who_is_blocked(
    database: Database, ana: Account, ben: Account
) -> None:
    block(database, ana.id, ben.id)
    cleo = register(database, "Cleo", key(3))
    table = create_table(
        database, cleo.id, TablePlan("himalaya", [SeatWish(), SeatWish(), SeatWish()])
    )
    for number, one in enumerate((ana, ben, cleo)):
        assert take_seat(database, table, one.id) == number
    own = set_up(database, ben, SeatWish())
    assert take_seat(database, own, ana.id) == 1, "who blocks may still go there"


class SlowReads:
    """A database of one account, whose reads end when they are told to."""

    def __init__(self) -> None:
        self.blocked = {2}
        self.reads: list[asyncio.Event] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None]) -> None:
        self._tasks.add(asyncio.create_task(work))

    async def look(self, _ask: object, _account: int) -> set[int]:
        found, ends = set(self.blocked), asyncio.Event()
        self.reads.append(ends)
        await ends.wait()
        return found


async def test_a_change_during_the_read_of_an_arrival_is_not_lost() -> None:
    database = SlowReads()
    cache = BlockCache(cast(Database, database), lambda: None)
    cache.learn(1)
    await until(lambda: database.reads, "the read of an arrival")
    database.blocked = {2, 3}
    cache.learn(1)  # another node tells of the change
    database.reads[0].set()
    await until(lambda: len(database.reads) == 2, "another read")
    assert not cache.is_known(1)
    database.reads[1].set()
    await until(lambda: cache.is_known(1), "blocks that are known")
    assert cache.of(1) == {2, 3}
