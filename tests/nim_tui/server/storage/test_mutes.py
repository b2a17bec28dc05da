"""Who is muted says nothing to others, in no words that others read anywhere."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from nim_tui.server.accounts.store import Account
from nim_tui.server.contests.tournament_store import TournamentPlan, set_up
from nim_tui.server.moderation.mutes import Muted, check_not_muted, mute, unmute
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.storage.conftest import Clock

POSTGRESQL_AT_NIGHT = True

CUP = TournamentPlan("bataille", 4, 2, ClockPlan("game", 900), rated_from=20)


def plan(title: str = "", invited: str | None = None) -> TablePlan:
    return TablePlan("bataille", [SeatWish(), SeatWish(invited=invited)], title)


def test_until_when_is_told_in_utc_wherever_the_server_stands(
    database: Database, ana: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        mute(database, ana.id, 1_003_600.0)
        with pytest.raises(Muted, match=r"^an admin muted you until 1970-01-12 14:46 UTC$"):
            check_not_muted(database, ana.id)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_no_title_of_a_table_speaks_for_who_is_muted(
    database: Database, ana: Account, clock: Clock
) -> None:
    mute(database, ana.id, clock.time + 60)
    with pytest.raises(Muted, match="leave the title empty"):
        create_table(database, ana.id, plan("You all cheat"))
    table = create_table(database, ana.id, plan())
    assert table_seen(database, table, ana.id).title == "Bataille sous les mers"
    clock.pass_by(61)
    create_table(database, ana.id, plan("Tea at ten"))


def test_nobody_is_invited_by_a_name_that_says_something(
    database: Database, ana: Account, ben: Account
) -> None:
    mute(database, ana.id, None)
    with pytest.raises(Muted, match="an admin muted you: invite players by their account names"):
        create_table(database, ana.id, plan(invited="Ben is a cheat"))
    create_table(database, ana.id, plan(invited="ben"))
    unmute(database, ana.id)
    create_table(database, ana.id, plan(invited="Somebody new"))


def test_no_title_of_a_tournament_either(database: Database, ana: Account) -> None:
    mute(database, ana.id, None)
    with pytest.raises(Muted, match="leave the title empty"):
        set_up(database, ana.id, replace(CUP, title="You all cheat"), ContestConfig())
    set_up(database, ana.id, CUP, ContestConfig())


def test_a_game_is_played_again_under_the_title_it_had(database: Database, ana: Account) -> None:
    mute(database, ana.id, None)
    again = replace(plan("Tea at ten"), is_again=True)
    table = create_table(database, ana.id, again)
    assert table_seen(database, table, ana.id).title == "Tea at ten"
