"""How often notices are sent: tried again within bounds, and mail once a day."""

from __future__ import annotations

from nim_tui.server.accounts.store import Account
from nim_tui.server.notifications.queue import (
    A_DAY,
    MOST_FAILURES,
    MOST_TRIES,
    RETRIES,
    notice_figures,
    settle,
    take_due,
)
from nim_tui.server.notifications.subscriptions import confirm, gather_daily, subscribe_by_code
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import MAIL
from tests.nim_tui.server.correspondence import (
    WAIT,
    by_calendar,
    have,
    held,
    looked,
    nobody,
    tables,
    waits,
)
from tests.nim_tui.server.storage.conftest import Clock

POSTGRESQL_AT_NIGHT = True


def mailed(database: Database, person: Account) -> None:
    """An address that is confirmed, and on."""
    code = subscribe_by_code(database, person.id, MAIL, "ana@example.org", "en")
    confirm(database, person.id, MAIL, code.lower())


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
