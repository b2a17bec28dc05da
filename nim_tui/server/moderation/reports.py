"""Reports about people, and cases: a person, perhaps a report about them, and what was done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    delete,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from nim_tui.server.accounts.store import Account, account_numbered, no_such_account
from nim_tui.server.chat.store import ChatLine
from nim_tui.server.moderation.audit import AuditEntry, audit_of_person, audit_of_report
from nim_tui.server.moderation.bans import Ban, ban_of_account
from nim_tui.server.storage.database import Database, Sign, unsigned
from nim_tui.server.storage.schema import ACCOUNTS, MUTES, REPORTS, RUNNING, SEATS, TABLES
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_, Refusal

LONGEST_REASON: Final = 200
"""The longest reason, in cells."""
MOST_OPEN: Final = 5_000
"""The most open reports; further ones are refused."""


class NoReport(Refusal):
    """A report cannot be made or closed; the message says why."""


@dataclass(frozen=True, slots=True)
class Reported:
    """The account that reports and the account reported, by number and name."""

    by: tuple[int, str]
    about: tuple[int, str]
    place: str | None
    """The table; None for the lobby."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report, for admins. Times are seconds since 1970."""

    id: int
    reporter_name: str
    about_name: str
    reason: str
    place: str | None
    lines: Sequence[tuple[int | None, str, str]]
    """The last messages there: account number, name and text."""
    time: float
    closed: float | None
    note: str
    about: int | None
    """The number of the reported account."""
    is_hidden: bool
    """Whether the messages are hidden from their reader, who plays there now."""


def report(database: Database, what: Reported, reason: str, lines: Sequence[ChatLine]) -> int:
    """Store a report with the last messages; return its number. Raises UnsuitableText, NoReport."""
    told = plain_line(reason, LONGEST_REASON)
    kept = msgspec.json.encode([(line.account, line.name, line.text) for line in lines])
    with database.writing() as connection:
        still = select(func.count()).select_from(REPORTS).where(REPORTS.c.closed.is_(None))
        if connection.execute(still).scalar_one() >= MOST_OPEN:
            raise NoReport(N_("too many reports at the moment: try again later"))
        row = insert(REPORTS).values(
            reporter=what.by[0], reporter_name=what.by[1], about=what.about[0],
            about_name=what.about[1], place=what.place, reason=told, lines=kept.decode(),
            time=database.now(),
        )  # fmt: skip
        return int(connection.execute(row.returning(REPORTS.c.id)).scalar_one())


_BY, _ABOUT = ACCOUNTS.alias("by"), ACCOUNTS.alias("about_account")
_WITH_NAMES: Final = (
    select(
        REPORTS,
        func.coalesce(_BY.c.name, REPORTS.c.reporter_name).label("by_now"),
        func.coalesce(_ABOUT.c.name, REPORTS.c.about_name).label("about_now"),
    )
    .outerjoin(_BY, _BY.c.id == REPORTS.c.reporter)
    .outerjoin(_ABOUT, _ABOUT.c.id == REPORTS.c.about)
)
"""The reports with the present names of their people."""


def reports(
    database: Database,
    *,
    closed: bool = False,
    most: int = 20,
    skip: int = 0,
    reader: int | None = None,
) -> tuple[list[Report], int]:
    """Return reports, newest first, and their total number; with `closed` the closed ones too.

    Without those about the account that reads them, if there is one.
    """
    which = [REPORTS.c.id > 0 if closed else REPORTS.c.closed.is_(None), _not_about(reader)]
    query = _WITH_NAMES.where(*which).order_by(REPORTS.c.id.desc())
    with database.reading() as connection:
        total = connection.execute(select(func.count()).select_from(REPORTS).where(*which))
        count = total.scalar_one()
        rows = connection.execute(query.limit(most).offset(skip)).all()
        return [_report(connection, row, reader) for row in rows], count


def report_numbered(connection: Connection, number: int, reader: int | None = None) -> Report:
    """Return a report, within a transaction. Raises NoReport."""
    query = _WITH_NAMES.where(REPORTS.c.id == number, _not_about(reader))
    row = connection.execute(query).first()
    if row is None:
        raise NoReport(N_("unknown report {number}"), number=number)
    return _report(connection, row, reader)


def _not_about(reader: int | None) -> ColumnElement[bool]:
    if reader is None:
        return true()
    return REPORTS.c.about.is_(None) | (REPORTS.c.about != reader)


def _report(connection: Connection, row: Row[Any], reader: int | None) -> Report:
    lines = msgspec.json.decode(row.lines, type=list[tuple[int | None, str, str]])
    is_hidden = reader is not None and _plays_at(connection, row.place, reader)
    called = {row.reporter: row.by_now, row.about: row.about_now}
    told = [(who, called.get(who, name) if who else name, text) for who, name, text in lines]
    return Report(
        row.id, row.by_now, row.about_now, row.reason, row.place, [] if is_hidden else told,
        row.time, row.closed, row.note, row.about, is_hidden=is_hidden,
    )  # fmt: skip


def _plays_at(connection: Connection, table: str | None, account: int) -> bool:
    """Check whether a person plays a running game, and must not read what spectators said."""
    seat = select(SEATS.c.seat).join(TABLES, TABLES.c.id == SEATS.c.table)
    own = (TABLES.c.id == table, TABLES.c.status == RUNNING, SEATS.c.account == account)
    return connection.execute(seat.where(*own)).first() is not None


def close_report(
    database: Database,
    number: int,
    note: str = "",
    sign: Sign = unsigned,
    *,
    reader: int | None = None,
) -> None:
    """Close a report, unless it is about its reader. Raises NoReport, UnsuitableText."""
    told = plain_line(note, LONGEST_REASON) if note.strip() else ""
    with database.writing() as connection:
        sign(connection)
        this = (REPORTS.c.id == number, REPORTS.c.closed.is_(None), _not_about(reader))
        done = update(REPORTS).where(*this).values(closed=database.now(), note=told)
        if connection.execute(done).rowcount == 0:
            raise NoReport(N_("report {number} is not open"), number=number)


def forget_in_reports(connection: Connection, account: int, name: str) -> None:
    """Remove a person from all reports, their messages included; `name` replaces theirs."""
    connection.execute(delete(REPORTS).where(REPORTS.c.about == account))
    own = update(REPORTS).where(REPORTS.c.reporter == account)
    connection.execute(own.values(reporter_name=name))
    _change_lines(connection, lambda line: None if line[0] == account else line)


def move_in_reports(connection: Connection, gone: int, into: int) -> None:
    """Make reports by, about and with messages of an account those of another."""
    for column in (REPORTS.c.about, REPORTS.c.reporter):
        connection.execute(update(REPORTS).where(column == gone).values({column: into}))
    _change_lines(connection, lambda line: (into, *line[1:]) if line[0] == gone else line)


_Line = tuple[int | None, str, str]
"""A reported message: account, name, text."""


def _change_lines(connection: Connection, change: Callable[[_Line], _Line | None]) -> None:
    """Change the messages of all reports; those changed to None are left out."""
    for number, text in connection.execute(select(REPORTS.c.id, REPORTS.c.lines)).all():
        lines = msgspec.json.decode(text, type=list[_Line])
        kept = [line for line in map(change, lines) if line is not None]
        if kept != lines:
            this = update(REPORTS).where(REPORTS.c.id == number)
            connection.execute(this.values(lines=msgspec.json.encode(kept).decode()))


@dataclass(frozen=True, slots=True)
class Case:
    """A person as moderators see them. Times are seconds since 1970."""

    person: Account
    is_muted: bool
    muted_until: float | None
    ban: Ban | None
    report: Report | None
    done: Sequence[AuditEntry]
    """The orders that answered the report, or the latest ones about the person; oldest first."""


def case_of_report(database: Database, number: int, reader: int) -> Case:
    """Return the case of a report, for its reader. Raises NoReport, StorageError."""
    with database.reading() as connection:
        report = report_numbered(connection, number, reader)
        done = audit_of_report(connection, number)
    person = None if report.about is None else account_numbered(database, report.about)
    if person is None:
        raise no_such_account(0)
    return _case(database, person, report, done)


def case_of_person(database: Database, number: int) -> Case:
    """Return the case of an account. Raises NoSuchAccount, StorageError."""
    person = account_numbered(database, number)
    if person is None:
        raise no_such_account(0)
    with database.reading() as connection:
        done = audit_of_person(connection, person.id)
    return _case(database, person, None, done)


def _case(
    database: Database, person: Account, report: Report | None, done: Sequence[AuditEntry]
) -> Case:
    lasts = or_(MUTES.c.ends.is_(None), MUTES.c.ends > database.now())
    query = select(MUTES.c.ends).where(MUTES.c.account == person.id, lasts)
    with database.reading() as connection:
        muted = connection.execute(query).first()
    ends = None if muted is None else muted.ends
    ban = ban_of_account(database, person.id)
    return Case(person, muted is not None, ends, ban, report, done)
