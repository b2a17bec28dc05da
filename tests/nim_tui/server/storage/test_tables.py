"""Tables before their game: plans, seats, starting."""

from __future__ import annotations

import re
from contextlib import suppress
from threading import Barrier, Thread
from typing import Any

import pytest

from nim_tui.server.accounts.store import Account, NoSuchAccount, register
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.game_store import load
from nim_tui.server.tables.listing import SeatRow, table_seen
from nim_tui.server.tables.seat_store import leave_seat, set_stand_in, start, take_seat
from nim_tui.server.tables.table_store import (
    CannotUseTable,
    SeatWish,
    TablePlan,
    create_table,
    fresh_id,
)
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import RecordHeader, SeatPlan
from rules.messages import Refusal
from tests.nim_tui.server.storage.conftest import Clock, begun, key

FREE = SeatRow("", None, None, None, None, False)


def plan(*seats: SeatWish, game: str = "bataille", **more: Any) -> TablePlan:
    return TablePlan(game, seats or (SeatWish(), SeatWish()), **more)


def test_ids_are_words_nobody_guesses() -> None:
    ids = {fresh_id() for _ in range(500)}
    assert len(ids) == 500
    assert all(re.fullmatch(r"([bdfgklmnprstvz][aeiou]){4}-[1-9]\d\d", one) for one in ids)


def test_a_table_is_set_up_as_planned(database: Database, ana: Account, clock: Clock) -> None:
    made = create_table(
        database,
        ana.id,
        plan(
            SeatWish(account=ana.id),
            SeatWish(bot="medium"),
            SeatWish(bot="medium"),
            SeatWish(invited="Zora"),
            game="himalaya",
            title="Tea\u202e at ten",
            clock=ClockPlan("move", 60),
        ),
    )
    row = table_seen(database, made, None)
    assert (row.game, row.title, row.status) == ("himalaya", "Tea at ten", "open")
    assert (row.host_name, row.visibility, row.clock) == ("Ana", "public", ClockPlan("move", 60))
    assert (row.created, row.last_move, row.moves) == (clock.time, clock.time, 0)
    assert [(s.name, s.account, s.invited, s.bot) for s in row.seats] == [
        ("Ana", ana.id, None, None),
        ("Nemo", None, None, "medium"),
        ("Argo", None, None, "medium"),
        ("", None, "Zora", None),
    ]
    with pytest.raises(CannotUseTable, match="has not begun"):
        load(database, made)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (plan(game="chess"), "unknown game"),
        (plan(SeatWish()), "players, not"),
        (plan(SeatWish(), SeatWish(bot="grandmaster")), "no bot"),
        (plan(SeatWish(), SeatWish(bot="MEDIUM ")), "no bot"),
        (plan(SeatWish(), SeatWish(invited="\x1b[2J")), "control characters"),
        (plan(SeatWish(), SeatWish(invited="Zora", bot="random")), "one person or one"),
        (plan(SeatWish(account=1), SeatWish(account=1)), "already has a seat at this table"),
        (plan(SeatWish(account=99), SeatWish()), "this account no longer exists"),
        (plan(options={"colour": "red"}), "no option"),
        (plan(visibility="secret"), "public or private"),
        (plan(title="\u200b\u202e"), "can be shown"),
    ],
)
def test_an_unfit_plan_is_refused(
    database: Database, ana: Account, wrong: TablePlan, why: str
) -> None:
    with pytest.raises(Refusal, match=why):
        create_table(database, ana.id, wrong)


def test_a_host_who_is_gone_sets_nothing_up(database: Database) -> None:
    with pytest.raises(NoSuchAccount, match="this account no longer exists"):
        create_table(database, 99, plan())


def test_people_sit_down_and_get_up(database: Database, ana: Account, ben: Account) -> None:
    made = create_table(database, ana.id, plan())
    assert take_seat(database, made, ana.id) == 0
    with pytest.raises(CannotUseTable, match="already has a seat at this table"):
        take_seat(database, made, ana.id)
    leave_seat(database, made, ana.id)
    assert table_seen(database, made, None).seats == (FREE, FREE)
    with pytest.raises(CannotUseTable, match="this player has no seat at this table"):
        leave_seat(database, made, ana.id)
    assert take_seat(database, made, ben.id) == 0
    assert take_seat(database, made, ana.id) == 1
    with pytest.raises(NoSuchAccount):
        take_seat(database, made, 99)
    with pytest.raises(CannotUseTable, match="unknown table"):
        take_seat(database, "nowhere-100", ana.id)


def test_an_invited_seat_is_kept_for_the_invited(
    database: Database, ana: Account, ben: Account
) -> None:
    zora = register(database, "Zora", key(7))
    wishes = (SeatWish(account=ana.id), SeatWish(), SeatWish(invited="zora"))
    made = create_table(database, ana.id, plan(*wishes, game="himalaya"))
    assert take_seat(database, made, ben.id) == 1
    with pytest.raises(CannotUseTable, match="not free"):
        take_seat(database, made, register(database, "Cleo", key(8)).id)
    assert take_seat(database, made, zora.id) == 2


def test_of_two_who_want_the_last_seat_one_alone_gets_it(
    database: Database, ana: Account, ben: Account
) -> None:
    made = create_table(database, ana.id, plan(SeatWish(bot="random"), SeatWish()))
    together, got = Barrier(2), []

    def sit(account: int) -> None:
        together.wait()
        with suppress(CannotUseTable):
            got.append((account, take_seat(database, made, account)))

    sitters = [Thread(target=sit, args=(one.id,), daemon=True) for one in (ana, ben)]
    for sitter in sitters:
        sitter.start()
    for sitter in sitters:
        sitter.join()
    seated = table_seen(database, made, None).seats[1].account
    assert got == [(seated, 1)]


def test_the_game_begins_once_all_sit(
    database: Database, ana: Account, ben: Account, clock: Clock
) -> None:
    made = create_table(database, ana.id, plan(SeatWish(account=ana.id), SeatWish()))
    with pytest.raises(CannotUseTable, match="still free"):
        start(database, made, 7)
    take_seat(database, made, ben.id)
    clock.pass_by(5)
    start(database, made, 7)
    header, lines = load(database, made)
    assert lines == ()
    assert isinstance(header, RecordHeader)
    assert (header.seats, header.seed) == ((SeatPlan("Ana"), SeatPlan("Ben")), 7)
    row = table_seen(database, made, None)
    assert (row.status, row.last_move) == ("running", clock.time)
    assert [seat.must_move for seat in row.seats] == [True, True]
    for late in (
        lambda: start(database, made, 8),
        lambda: take_seat(database, made, ana.id),
        lambda: leave_seat(database, made, ben.id),
    ):
        with pytest.raises(CannotUseTable, match="has begun"):
            late()


def test_a_seat_is_lent_to_a_program(database: Database, ana: Account) -> None:
    made = begun(database, ana, bots=("random",))
    set_stand_in(database, made, 0, "medium")
    assert [seat.stand_in for seat in table_seen(database, made, None).seats] == ["medium", None]
    set_stand_in(database, made, 0, None)
    assert table_seen(database, made, None).seats[0].stand_in is None
    with pytest.raises(CannotUseTable, match="this seat has no player"):
        set_stand_in(database, made, 1, "medium")
    with pytest.raises(Refusal, match="no bot"):
        set_stand_in(database, made, 0, "grandmaster")
