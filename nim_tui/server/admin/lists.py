"""Paginated lists; finding an account by name."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import func, select

from nim_tui.server.accounts.store import Account, NoSuchAccount, account_named
from nim_tui.server.admin.protocol import (
    CloseReport,
    Facts,
    ListAccounts,
    ListAudit,
    ListReports,
    ListTables,
    Mute,
    Unmute,
    Warn,
)
from nim_tui.server.moderation.audit import AuditEntry, audit, audit_after
from nim_tui.server.moderation.authority import signed
from nim_tui.server.moderation.mutes import mute, unmute, warn
from nim_tui.server.moderation.reports import close_report, reports
from nim_tui.server.moderation.roles import OPERATOR, Issuer
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import ACCOUNTS, BOTS, KEYS, MUTES
from nim_tui.server.tables.listing import TableQuery, TableRow, count_tables, list_tables
from nim_tui.server.untrusted_text import folded
from rules.messages import N_, Refusal

A_PAGE: Final = 100
"""Lines per page."""

A_REPORT_PAGE: Final = 20
"""Reports per page."""

OfHouse = ListAccounts | ListTables | Mute | Unmute | ListReports | CloseReport | ListAudit | Warn
"""The orders about accounts, tables, mutes and reports."""


class NotMuted(Refusal):
    """The account is not muted."""


def from_house(database: Database, order: OfHouse, by: Issuer = OPERATOR) -> Facts:
    """Carry out an order of somebody; a Refusal changes nothing."""
    match order:
        case ListAccounts():
            return _accounts(database, order)
        case ListTables():
            return _tables(database, order)
        case Mute():
            account = account_meant(database, order.whom)
            ends = None if order.seconds is None else database.now() + order.seconds
            mute(database, account.id, ends, signed(database, order, by, account))
            until = None if ends is None else clock(ends)
            return {"account": account.id, "name": account.name, "ends": until}
        case ListReports():
            return _reports(database, order, by)
        case Warn():
            account = account_meant(database, order.whom)
            told = warn(database, account.id, order.text, signed(database, order, by, account))
            return {"account": account.id, "name": account.name, "text": told}
        case ListAudit():
            return _audit(database, order)
        case CloseReport():
            sign = signed(database, order, by)
            close_report(database, order.report, order.note, sign, reader=by.account)
            return {"closed": order.report}
        case Unmute():
            account = account_meant(database, order.whom)
            if not unmute(database, account.id, signed(database, order, by, account)):
                raise NotMuted(N_("{name} is not muted"), name=repr(account.name))
            return {"account": account.id, "name": account.name}


def _audit(database: Database, order: ListAudit) -> Facts:
    if order.after is not None:
        found = audit_after(database, order.after, order.find, most=A_PAGE)
        return {"audit": [audit_facts(one) for one in found]}
    skip = (order.page - 1) * A_PAGE
    found, total = audit(database, order.find, most=A_PAGE, skip=skip)
    return _page("audit", [audit_facts(one) for one in found], order.page, total)


def audit_facts(entry: AuditEntry) -> Facts:
    """Return an entry of the audit log as listed."""
    return {
        "number": entry.id,
        "time": clock(entry.time),
        "by": entry.issuer,
        "by_command": entry.is_command,
        "order": entry.what,
        "whom": entry.whom,
        "why": entry.why,
        "report": entry.report,
        **({"facts": entry.facts} if entry.facts else {}),
    }


def _reports(database: Database, order: ListReports, by: Issuer) -> Facts:
    most, skip = A_REPORT_PAGE, (order.page - 1) * A_REPORT_PAGE
    found, total = reports(database, closed=order.closed, most=most, skip=skip, reader=by.account)
    listed = [
        {
            "report": one.id,
            "time": clock(one.time),
            "by": one.reporter_name,
            "about": one.about_name,
            "table": one.place,
            "reason": one.reason,
            "lines": [{"name": name, "text": text} for _account, name, text in one.lines],
            "closed": None if one.closed is None else clock(one.closed),
            "note": one.note,
        }
        for one in found
    ]
    return {
        "reports": listed, "page": order.page, "pages": -(-total // most), "total": total,
    }  # fmt: skip


def account_meant(database: Database, name: str) -> Account:
    """Return the account of exactly this name, not a look-alike. Raises NoSuchAccount."""
    account = account_named(database, name)
    if account is None:
        raise NoSuchAccount(N_("no player is called {name}"), name=repr(name))
    if _plain(account.name) != _plain(name):
        raise NoSuchAccount(
            N_("no player is called {name}; did you mean {other}?"),
            name=repr(name),
            other=repr(account.name),
        )
    return account


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()


def clock(seconds: float) -> str:
    """Return a time (seconds since 1970) as text, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def matches(facts: Facts, find: str) -> bool:
    """Whether a text is in any of the facts, ignoring case."""
    return any(find.casefold() in str(fact).casefold() for fact in facts.values())


def paged(name: str, found: Sequence[Facts], page: int) -> Facts:
    """Return a page of the results."""
    first = (page - 1) * A_PAGE
    return _page(name, found[first : first + A_PAGE], page, len(found))


def _page(name: str, found: Sequence[Facts], page: int, total: int) -> Facts:
    return {name: list(found), "page": page, "pages": -(-total // A_PAGE), "total": total}


def _accounts(database: Database, order: ListAccounts) -> Facts:
    meant = ACCOUNTS.c.name.icontains(order.find, autoescape=True)
    if alike := folded(order.find):
        meant |= ACCOUNTS.c.folded.contains(alike, autoescape=True)
    keys = select(func.count()).where(KEYS.c.account == ACCOUNTS.c.id).scalar_subquery()
    query = (
        select(
            ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.is_guest, ACCOUNTS.c.created,
            ACCOUNTS.c.last_seen, ACCOUNTS.c.role, keys.label("keys"),
            MUTES.c.account.label("muted"), MUTES.c.ends, BOTS.c.owner_name,
        )
        .select_from(
            ACCOUNTS.outerjoin(MUTES, MUTES.c.account == ACCOUNTS.c.id).outerjoin(
                BOTS, BOTS.c.account == ACCOUNTS.c.id
            )
        )
        .where(meant)
        .order_by(ACCOUNTS.c.last_seen.desc(), ACCOUNTS.c.id)
        .limit(A_PAGE)
        .offset((order.page - 1) * A_PAGE)
    )  # fmt: skip
    with database.reading() as connection:
        total = connection.execute(select(func.count()).where(meant)).scalar_one()
        rows = connection.execute(query).all()
    return _page("accounts", [_account(row, database.now()) for row in rows], order.page, total)


def _account(row: Any, now: float) -> Facts:
    is_muted = row.muted is not None and (row.ends is None or row.ends > now)
    return {
        "account": row.id,
        "name": row.name,
        "guest": row.is_guest,
        "role": row.role,
        "bot_of": row.owner_name,
        "keys": row.keys,
        "made": clock(row.created),
        "last_seen": clock(row.last_seen),
        "muted": is_muted,
        "muted_until": clock(row.ends) if is_muted and row.ends is not None else None,
    }


def _tables(database: Database, order: ListTables) -> Facts:
    search = TableQuery(
        status=order.status or None,
        game=order.game or None,
        text=order.find,
        by_age=True,
        sees_all=True,
    )
    total = count_tables(database, search)
    found = list_tables(database, search, most=A_PAGE, skip=(order.page - 1) * A_PAGE)
    return _page("tables", [_table(row) for row in found], order.page, total)


def _table(row: TableRow) -> Facts:
    return {
        "table": row.id,
        "game": row.game,
        "title": row.title,
        "host": row.host_name,
        "status": row.status,
        "seen_by": row.visibility,
        "seats": [seat.name or seat.bot or "" for seat in row.seats],
        "made": clock(row.created),
        "last_move": clock(row.last_move),
        "moves": row.moves,
    }
