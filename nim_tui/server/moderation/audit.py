"""The audit log: a line for each order of the staff, written in the transaction of the order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, func, insert, or_, select, update

from nim_tui.server.accounts.store import Account
from nim_tui.server.admin.protocol import AnyOrder, tag_of
from nim_tui.server.moderation.roles import Issuer
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import AUDIT, REPORTS
from nim_tui.server.untrusted_text import cut_line

_SUBJECTS: Final = ("whom", "table", "tournament", "club", "visit", "path")
"""The fields that name what an order is about."""
_REASONS: Final = ("reason", "note", "text")
_OWN: Final = (*_SUBJECTS, *_REASONS, "by", "report")
"""The fields with columns of their own."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An order of the staff, and its issuer. Times are seconds since 1970."""

    id: int
    time: float
    issuer: str
    is_command: bool
    """Whether an operator gave it by a command."""
    what: str
    whom: str
    why: str
    facts: dict[str, Any]
    """Further facts of the order, such as its duration."""
    report: int | None
    """The report that it answers."""


def record(
    connection: Connection, now: float, order: AnyOrder, by: Issuer, whom: Account | None
) -> None:
    """Write an order down, within its transaction."""
    told = msgspec.structs.asdict(order)
    subject = next((told[name] for name in _SUBJECTS if told.get(name)), "")
    why = next((told[name] for name in _REASONS if told.get(name)), "")
    facts = {name: one for name, one in told.items() if name not in _OWN and one not in (None, "")}
    row = {
        "issuer": by.account, "issuer_name": cut_line(by.name, 40)[:40],
        "is_command": by.account is None, "what": tag_of(order),
        "whom": None if whom is None else whom.id,
        "whom_name": cut_line(str(subject if whom is None else whom.name), 120)[:120],
        "why": cut_line(why, 400), "facts": msgspec.json.encode(facts).decode(),
        "report": _known_report(connection, told.get("report")), "time": now,
    }  # fmt: skip
    connection.execute(insert(AUDIT).values(row))


def _known_report(connection: Connection, number: int | None) -> int | None:
    return connection.execute(select(REPORTS.c.id).where(REPORTS.c.id == number)).scalar()


def audit(
    database: Database, find: str = "", *, most: int = 100, skip: int = 0
) -> tuple[list[AuditEntry], int]:
    """Return entries with a text in them, newest first, and their total number."""
    which = _with(find)
    count = select(func.count()).select_from(AUDIT).where(which)
    query = select(AUDIT).where(which).order_by(AUDIT.c.id.desc()).limit(most).offset(skip)
    with database.reading() as connection:
        return _entries(connection, query), connection.execute(count).scalar_one()


def audit_after(
    database: Database, number: int, find: str = "", *, most: int = 100
) -> list[AuditEntry]:
    """Return the entries after a number, oldest first."""
    query = select(AUDIT).where(AUDIT.c.id > number, _with(find)).order_by(AUDIT.c.id)
    with database.reading() as connection:
        return _entries(connection, query.limit(most))


def audit_of_report(connection: Connection, report: int) -> list[AuditEntry]:
    """Return the orders that answered a report, oldest first, within a transaction."""
    query = select(AUDIT).where(AUDIT.c.report == report).order_by(AUDIT.c.id).limit(100)
    return _entries(connection, query)


def audit_of_person(connection: Connection, account: int) -> list[AuditEntry]:
    """Return the latest orders about a person, oldest first, within a transaction."""
    query = select(AUDIT).where(AUDIT.c.whom == account).order_by(AUDIT.c.id.desc()).limit(20)
    return _entries(connection, query)[::-1]


def _with(find: str) -> ColumnElement[bool]:
    columns = (AUDIT.c.issuer_name, AUDIT.c.what, AUDIT.c.whom_name, AUDIT.c.why)
    return or_(*(column.icontains(find, autoescape=True) for column in columns))


def _entries(connection: Connection, query: Select[Any]) -> list[AuditEntry]:
    return [_entry(row) for row in connection.execute(query)]


def _entry(row: Row[Any]) -> AuditEntry:
    return AuditEntry(
        row.id, row.time, row.issuer_name, row.is_command, row.what, row.whom_name, row.why,
        msgspec.json.decode(row.facts, type=dict[str, Any]), row.report,
    )  # fmt: skip


# Accounts that are merged or deleted


def move_in_audit(connection: Connection, gone: int, into: int) -> None:
    """Move the entries of an account to another, within a transaction."""
    for column in (AUDIT.c.issuer, AUDIT.c.whom):
        connection.execute(update(AUDIT).where(column == gone).values({column: into}))


def forget_in_audit(connection: Connection, account: int) -> None:
    """Leave only the number of an account in its entries, within a transaction."""
    name = f"account {account}"
    issued = update(AUDIT).where(AUDIT.c.issuer == account)
    connection.execute(issued.values(issuer_name=name))
    about = update(AUDIT).where(AUDIT.c.whom == account)
    connection.execute(about.values(whom_name=name, why="", facts="{}"))
