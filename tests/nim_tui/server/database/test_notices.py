"""Notices as kept: which turns are queued, sent, tried again, given up, or of no use any more."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pytest
from sqlalchemy import func, insert, select, update

from nim_tui.server.database.accounts import Account, register_guest, seen
from nim_tui.server.database.bans import account as banned_account
from nim_tui.server.database.bans import ban
from nim_tui.server.database.clocks import keep_clock
from nim_tui.server.database.connection import Database
from nim_tui.server.database.merging import erase, merge
from nim_tui.server.database.migrate import version
from nim_tui.server.database.node_schema import LIVE_TABLES, NODES
from nim_tui.server.database.notice_queue import (
    A_DAY,
    MOST_FAILURES,
    MOST_TRIES,
    RETRIES,
    Parcel,
    note_turns,
    notice_figures,
    settle,
    take_due,
)
from nim_tui.server.database.notice_schema import MAIL, NOTICES, NTFY, SUBSCRIPTIONS, WEBHOOK
from nim_tui.server.database.notice_turns import Turn, turns_of
from nim_tui.server.database.personal_data import personal_data
from nim_tui.server.database.records import end_game
from nim_tui.server.database.schema import SEATS, TABLES
from nim_tui.server.database.seats import note_waiting, set_stand_in, start
from nim_tui.server.database.subscriptions import (
    CODE_LIFE,
    NoSubscription,
    Subscription,
    confirm,
    feed_of,
    gather_daily,
    new_feed,
    stop,
    subscribe,
    subscribe_by_code,
    subscriptions,
    turn,
    unsubscribe,
)
from nim_tui.server.database.tables import SeatWish, TablePlan, create_table
from nim_tui.tables.clock import ClockPlan, SeatTime
from rules.messages import Refusal
from tests.nim_tui.server.database.conftest import Clock

THREE_DAYS = ClockPlan("days", 3 * 86_400)
WAIT = 60.0
HOOK = "https://hooks.example.org/a"

Here = Callable[[int], bool]


def nobody(_account: int) -> bool:
    return False


def only(*people: Account) -> Here:
    return lambda account: account in {one.id for one in people}


@pytest.fixture
def slow(database: Database, ana: Account, ben: Account) -> str:
    """A game by correspondence."""
    return by_calendar(database, ana, ben)


def by_calendar(
    database: Database, *people: Account, clock: ClockPlan = THREE_DAYS, visibility: str = "public"
) -> str:
    wishes = [SeatWish(account=one.id) for one in people]
    plan = TablePlan("bataille", wishes, clock=clock, visibility=visibility, title="A calm game")
    made = create_table(database, people[0].id, plan)
    start(database, made, 7)
    return made


def waits(database: Database, clock: Clock, table: str, *seats: int) -> None:
    """A second later it is the turn of these seats."""
    clock.pass_by(1.0)
    with database.writing() as connection:
        note_waiting(connection, table, seats)
    now = database.now()
    times = {seat: SeatTime(0.0, now if seat in seats else None) for seat in (0, 1)}
    keep_clock(database, table, times)


def have(database: Database, person: Account, kind: str = WEBHOOK) -> Subscription:
    """A subscription that is on."""
    subscribe(database, person.id, kind, HOOK, "en")
    turn(database, person.id, kind, is_on=True)
    return held(database, person, kind)


def held(database: Database, person: Account, kind: str = WEBHOOK) -> Subscription:
    (found,) = [one for one in subscriptions(database, person.id) if one.kind == kind]
    return found


def looked(database: Database, clock: Clock, is_here: Here = nobody) -> list[Parcel]:
    """What is sent once the wait is over."""
    clock.pass_by(WAIT)
    note_turns(database, is_here, WAIT)
    return take_due(database, is_here)


def tables(parcels: Collection[Parcel]) -> list[list[str]]:
    return [[one.table for one in parcel.turns] for parcel in parcels]


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


def test_what_fails_is_tried_again_and_then_given_up(
    database: Database, clock: Clock, ana: Account, slow: str
) -> None:
    have(database, ana)
    waits(database, clock, slow, 0)
    (parcel,) = looked(database, clock)
    for number in range(1, MOST_TRIES):
        assert parcel.tries == number
        assert settle(database, parcel, "status 503", is_final=False)
        clock.pass_by(RETRIES[number - 1] - 1.0)
        assert take_due(database, nobody) == [], "too early"
        clock.pass_by(1.0)
        (parcel,) = take_due(database, nobody)
    assert not settle(database, parcel, "status 503", is_final=False)
    clock.pass_by(10 * A_DAY)
    assert looked(database, clock) == []
    last = held(database, ana).last
    assert last is not None
    assert (last.what, last.how) == ("turn", "status 503")


def test_what_breaks_off_each_time_ends_too(
    database: Database, clock: Clock, ana: Account, slow: str
) -> None:
    have(database, ana)
    waits(database, clock, slow, 0)
    sent = len(looked(database, clock))
    for _ in range(3 * MOST_TRIES):
        clock.pass_by(A_DAY)
        sent += len(take_due(database, nobody))
    assert sent == MOST_TRIES
    assert notice_figures(database)["waiting"] == 0


def test_after_many_failures_a_subscription_is_off(
    database: Database, clock: Clock, ana: Account, slow: str
) -> None:
    have(database, ana)
    for number in range(MOST_FAILURES):
        assert held(database, ana).is_on, number
        waits(database, clock, slow, 1)
        waits(database, clock, slow, 0)
        (parcel,) = looked(database, clock)
        assert not settle(database, parcel, "status 410", is_final=True)
    assert not held(database, ana).is_on


def mailed(database: Database, person: Account) -> None:
    """An address that is confirmed, and on."""
    code = subscribe_by_code(database, person.id, MAIL, "ana@example.org", "en")
    confirm(database, person.id, MAIL, code.lower())


def test_mail_comes_once_a_day_and_game(
    database: Database, clock: Clock, ana: Account, ben: Account, slow: str
) -> None:
    mailed(database, ana)
    other = by_calendar(database, ana, ben)
    waits(database, clock, slow, 0)
    waits(database, clock, other, 0)
    first = looked(database, clock)
    assert tables(first) == [[slow], [other]]
    for parcel in first:
        settle(database, parcel, "", is_final=False)
    waits(database, clock, slow, 1)
    waits(database, clock, slow, 0)
    assert looked(database, clock) == [], "one a day"
    clock.pass_by(A_DAY - 3 * WAIT)
    assert looked(database, clock) == []
    assert tables(looked(database, clock)) == [[slow]]


def test_a_digest_comes_once_a_day_for_all_games(
    database: Database, clock: Clock, ana: Account, ben: Account, slow: str
) -> None:
    mailed(database, ana)
    gather_daily(database, ana.id, MAIL, is_daily=True)
    others = [by_calendar(database, ana, ben) for _ in range(3)]
    waits(database, clock, slow, 0)
    (first,) = looked(database, clock)
    settle(database, first, "", is_final=False)
    for other in others:
        waits(database, clock, other, 0)
    assert looked(database, clock) == []
    waits(database, clock, others[1], 1)
    clock.pass_by(A_DAY)
    (digest,) = looked(database, clock)
    assert tables([digest]) == [[others[0], others[2]]], "what waits by then"
    settle(database, digest, "", is_final=False)
    assert looked(database, clock) == []


def test_an_address_is_confirmed_by_its_code(
    database: Database, clock: Clock, ana: Account, ben: Account, slow: str
) -> None:
    code = subscribe_by_code(database, ana.id, MAIL, "ana@example.org", "en")
    waits(database, clock, slow, 0)
    with pytest.raises(NoSubscription):
        turn(database, ana.id, MAIL, is_on=True)
    with pytest.raises(Refusal):
        confirm(database, ben.id, MAIL, code)
    with pytest.raises(Refusal):
        confirm(database, ana.id, MAIL, "AAAA-AAAA")
    assert looked(database, clock) == []
    confirm(database, ana.id, MAIL, code)
    assert held(database, ana, MAIL).is_on
    with pytest.raises(Refusal):
        confirm(database, ana.id, MAIL, code)


@pytest.mark.parametrize("how", ["tries", "age", "replaced"])
def test_a_code_is_good_for_few_tries_and_not_for_long(
    database: Database, clock: Clock, ana: Account, how: str
) -> None:
    code = subscribe_by_code(database, ana.id, MAIL, "ana@example.org", "en")
    match how:
        case "tries":
            for _ in range(5):
                with pytest.raises(Refusal):
                    confirm(database, ana.id, MAIL, "AAAA-AAAA")
        case "age":
            clock.pass_by(CODE_LIFE + 1)
        case "replaced":
            subscribe_by_code(database, ana.id, MAIL, "ben@example.org", "en")
    with pytest.raises(Refusal):
        confirm(database, ana.id, MAIL, code)


def test_guests_have_none(database: Database) -> None:
    guest = register_guest(database, "Gus")
    with pytest.raises(NoSubscription):
        subscribe(database, guest.id, WEBHOOK, HOOK, "en")
    with pytest.raises(NoSubscription):
        new_feed(database, guest.id, "en")


def test_whoever_knows_the_word_stops_it(database: Database, ana: Account) -> None:
    have(database, ana)
    kept = have(database, ana, NTFY)
    assert not stop(database, "something else")
    assert stop(database, kept.stop)
    assert not held(database, ana, NTFY).is_on
    assert held(database, ana, WEBHOOK).is_on


def test_a_feed_is_read_by_its_secret_until_that_is_another(
    database: Database, ana: Account
) -> None:
    first = new_feed(database, ana.id, "en")
    found = feed_of(database, first)
    assert found is not None
    assert found.account == ana.id
    second = new_feed(database, ana.id, "en")
    assert feed_of(database, first) is None
    found = feed_of(database, second)
    assert found is not None
    stop(database, found.stop)
    assert feed_of(database, second) is None
    with database.reading() as connection:
        row = connection.execute(select(SUBSCRIPTIONS)).one()
    assert second not in str(row), "a digest alone is kept"


def test_of_a_table_nothing_is_told_that_somebody_typed(
    database: Database, clock: Clock, ana: Account, slow: str
) -> None:
    waits(database, clock, slow, 0)
    assert turns_of(database, ana.id) == [Turn(slow, "bataille", 3 * 86_400, clock.time)]


def test_the_owner_of_a_table_alone_sends(
    database: Database, clock: Clock, ana: Account, slow: str
) -> None:
    own, other = 1, 2
    with database.writing() as connection:
        for node in (own, other):
            row = {"id": node, "name": f"node:{node}", "version": version(), "beat": 0.0}
            connection.execute(insert(NODES).values(row))
        connection.execute(insert(LIVE_TABLES).values(table=slow, node=other, epoch=1))
    have(database, ana)
    waits(database, clock, slow, 0)
    database.node = own
    assert looked(database, clock) == []
    database.node = other
    clock.pass_by(WAIT)
    assert note_turns(database, nobody, WAIT) == 1
    with database.writing() as connection:
        connection.execute(update(LIVE_TABLES).values(node=own))
    assert take_due(database, nobody) == [], "it has lost the table"
    database.node = own
    assert tables(take_due(database, nobody)) == [[slow]], "who came to own it goes on"


def test_it_goes_with_the_account(
    database: Database, clock: Clock, ana: Account, ben: Account, slow: str
) -> None:
    have(database, ana)
    waits(database, clock, slow, 0)
    clock.pass_by(WAIT)
    assert note_turns(database, nobody, WAIT) == 1
    told = personal_data(database, ana)["notices"]
    assert [(one["kind"], one["address"], one["is_on"]) for one in told] == [(WEBHOOK, HOOK, True)]
    assert held(database, ana).stop not in str(told), "this is to be known by who is told alone"
    erase(database, ana)
    with database.reading() as connection:
        for sheet in (SUBSCRIPTIONS, NOTICES):
            assert connection.execute(select(func.count()).select_from(sheet)).scalar_one() == 0


def test_of_two_accounts_made_one_that_which_stays_keeps_its_own(
    database: Database, ana: Account, ben: Account
) -> None:
    have(database, ana)
    have(database, ana, NTFY)
    kept = have(database, ben, NTFY)
    merge(database, ana, ben)
    assert {one.kind for one in subscriptions(database, ben.id)} == {WEBHOOK, NTFY}
    assert held(database, ben, NTFY).id == kept.id
    unsubscribe(database, ben.id, NTFY)
    assert {one.kind for one in subscriptions(database, ben.id)} == {WEBHOOK}


def test_who_is_here_does_not_keep_others_waiting(
    database: Database,
    clock: Clock,
    ana: Account,
    ben: Account,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("nim_tui.server.database.notice_queue.MOST_AT_ONCE", 2)
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
