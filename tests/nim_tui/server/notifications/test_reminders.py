"""Reminders before time runs out: once, to those who are away, in time."""

from __future__ import annotations

from nim_tui.server.accounts.store import Account
from nim_tui.server.notifications.messages import ServerLinks, turn_message
from nim_tui.server.notifications.queue import settle, take_due
from nim_tui.server.notifications.sender import note_reminders
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import MAIL
from nim_tui.server.tables.vacations import begin_vacation
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.correspondence import WAIT, by_calendar, have, looked, nobody, only, waits
from tests.nim_tui.server.storage.conftest import Clock

HOUR = 3600
DAY = 24 * HOUR


def test_a_reminder_comes_once_in_the_last_hours(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    have(database, ana)
    waits(database, clock, by_calendar(database, ana, ben), 0)
    clock.pass_by(3 * DAY - 19 * HOUR)
    assert note_reminders(database, nobody, 24.0) == 0, "a quarter of the time is left at most"
    clock.pass_by(2 * HOUR)
    assert note_reminders(database, only(ana), 24.0) == 0
    assert note_reminders(database, nobody, 24.0) == 1
    assert note_reminders(database, nobody, 24.0) == 0
    (parcel,) = take_due(database, nobody)
    message = turn_message(parcel.turns, "CODE", ServerLinks(""))
    assert message.title == "Time is running out: Bataille sous les mers"
    assert message.lines[0].endswith("3 days per move; 17 hours left")


def test_a_mail_of_today_does_not_hold_a_reminder_back(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    have(database, ana, "ana@example.org", MAIL)
    waits(database, clock, by_calendar(database, ana, ben, clock=ClockPlan("days", DAY)), 0)
    (first,) = looked(database, clock)
    settle(database, first, "", is_final=False)
    clock.pass_by(20 * HOUR)
    assert note_reminders(database, nobody, 24.0) == 1
    (second,) = take_due(database, nobody)
    assert [first.turns[0].left, second.turns[0].left] == [None, 4 * HOUR - WAIT]


def test_nobody_is_reminded_on_vacation(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    have(database, ana)
    waits(database, clock, by_calendar(database, ana, ben), 0)
    clock.pass_by(2 * DAY)
    begin_vacation(database, ana.id, 5, 30)
    clock.pass_by(2 * DAY)
    assert note_reminders(database, nobody, 24.0) == 0
    clock.pass_by(3 * DAY + 7 * HOUR)
    assert note_reminders(database, nobody, 24.0) == 1
