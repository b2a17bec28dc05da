"""Notices as kept: which turns are queued and sent, and which are of no use any more."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from nim_tui.server.accounts.store import Account, seen
from nim_tui.server.moderation.bans import account as banned_account
from nim_tui.server.moderation.bans import ban
from nim_tui.server.notifications.queue import (
    A_DAY,
    WaitingTurn,
    note_turns,
    notice_figures,
    settle,
    take_due,
    turns_of,
)
from nim_tui.server.notifications.subscriptions import subscribe, turn
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import SEATS, TABLES, WEBHOOK
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.seat_store import set_stand_in
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.correspondence import (
    HOOK,
    WAIT,
    by_calendar,
    have,
    looked,
    nobody,
    only,
    tables,
    waits,
)
from tests.nim_tui.server.storage.conftest import Clock

POSTGRESQL_AT_NIGHT = True


def test_a_turn_is_told_once(database: Database, clock: Clock, ana: Account, slow: str) -> None:
    have(database, ana)
    waits(database, clock, slow, 0)
    assert note_turns(database, nobody, WAIT) == 0, "they may be back in a moment"
    (parcel,) = looked(database, clock)
    assert parcel.to.address == HOOK
    assert tables([parcel]) == [[slow]]
    assert take_due(database, nobody) == [], "another sender finds it taken"
    settle(database, parcel, "", is_final=False)
    clock.pass_by(A_DAY)
    assert looked(database, clock) == []
    waits(database, clock, slow, 1)
    waits(database, clock, slow, 0)
    assert tables(looked(database, clock)) == [[slow]], "a turn of later is another"


def test_nobody_is_told_who_did_not_ask(
    database: Database, clock: Clock, ana: Account, slow: str
) -> None:
    subscribe(database, ana.id, WEBHOOK, HOOK, "en")
    waits(database, clock, slow, 0, 1)
    assert looked(database, clock) == [], "off by default"


def test_who_is_here_or_was_since_is_not_told(
    database: Database, clock: Clock, ana: Account, slow: str
) -> None:
    have(database, ana)
    waits(database, clock, slow, 0)
    assert looked(database, clock, only(ana)) == []
    clock.pass_by(1.0)
    seen(database, ana.id)
    assert looked(database, clock) == [], "they have seen it"


@pytest.mark.parametrize("how", ["here", "moved", "stand-in", "over", "off", "banned", "newer"])
def test_a_notice_of_no_use_any_more_is_not_sent(
    database: Database, clock: Clock, ana: Account, slow: str, how: str
) -> None:
    have(database, ana)
    waits(database, clock, slow, 0)
    clock.pass_by(WAIT)
    assert note_turns(database, nobody, WAIT) == 1
    match how:
        case "moved":
            waits(database, clock, slow, 1)
        case "stand-in":
            set_stand_in(database, slow, 0, "random")
        case "over":
            end_game(database, slow, None)
        case "off":
            turn(database, ana.id, WEBHOOK, is_on=False)
        case "banned":
            ban(database, banned_account(ana.id), "rude", by="admin", ends=None)
        case "newer":
            waits(database, clock, slow, 1)
            waits(database, clock, slow, 0)
    assert take_due(database, only(ana) if how == "here" else nobody) == []
    assert notice_figures(database)["waiting"] == 0
    later = looked(database, clock)
    assert tables(later) == ([[slow]] if how == "newer" else [])


def test_games_by_other_clocks_tell_nobody(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    have(database, ana)
    quick = by_calendar(database, ana, ben, clock=ClockPlan("move", 86_400))
    waits(database, clock, quick, 0)
    assert looked(database, clock) == []


def test_of_a_table_nothing_is_told_that_somebody_typed(
    database: Database, clock: Clock, ana: Account, slow: str
) -> None:
    waits(database, clock, slow, 0)
    assert turns_of(database, ana.id) == [WaitingTurn(slow, "bataille", 3 * 86_400, clock.time)]


def test_who_is_here_does_not_keep_others_waiting(
    database: Database,
    clock: Clock,
    ana: Account,
    ben: Account,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("nim_tui.server.notifications.queue.MOST_AT_ONCE", 2)
    for one in (ana, ben):
        have(database, one)
    for _ in range(5):
        waits(database, clock, by_calendar(database, ana, ben), 0)
    late = by_calendar(database, ana, ben)
    waits(database, clock, late, 1)
    assert tables(looked(database, clock, only(ana))) == [[late]]
    with database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(TABLES)).scalar_one() == 6
        assert connection.execute(select(func.count()).select_from(SEATS)).scalar_one() == 12
