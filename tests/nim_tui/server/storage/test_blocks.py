"""Somebody who is blocked finds no seat at the blocker's tables, and is not told why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.moderation.blocks import block, unblock
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.invite_link_store import make_link, use_link
from nim_tui.server.tables.seat_store import leave_seat, take_seat
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from rules.messages import Refusal
from tests.nim_tui.server.storage.conftest import key


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
