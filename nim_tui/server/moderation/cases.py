"""A case for moderators: a person, perhaps a report about them, and what was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import or_, select

from nim_tui.server.accounts.store import Account, account_numbered, no_such_account
from nim_tui.server.moderation.audit import AuditEntry, audit_of_person, audit_of_report
from nim_tui.server.moderation.bans import Ban, ban_of_account
from nim_tui.server.moderation.reports import Report, report_numbered
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import MUTES


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
