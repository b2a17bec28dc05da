"""Admin orders of moderation: bans, mutes, warnings, reports, the audit log."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final

from nim_tui.server.accounts.keys import keys_of
from nim_tui.server.accounts.store import (
    Account,
    account_meant,
    account_numbered,
    account_with_key,
    member_meant,
)
from nim_tui.server.admin.lists import A_PAGE, a_page, clock
from nim_tui.server.admin.protocol import (
    BanOrder,
    CloseReport,
    Facts,
    ListAudit,
    ListBans,
    ListReports,
    Mute,
    OfModeration,
    Unban,
    Unmute,
    Warn,
)
from nim_tui.server.moderation.audit import AuditEntry, audit, audit_after
from nim_tui.server.moderation.authority import signed
from nim_tui.server.moderation.bans import (
    ACCOUNT,
    KEY,
    Ban,
    Banned,
    account,
    ban,
    ban_of,
    bans,
    key,
    lift_ban,
    network,
)
from nim_tui.server.moderation.mutes import mute, unmute, warn
from nim_tui.server.moderation.reports import close_report, reports
from nim_tui.server.moderation.roles import OPERATOR, Issuer
from nim_tui.server.storage.database import Database
from rules.messages import N_, Refusal

A_REPORT_PAGE: Final = 20
"""Reports per page."""

MOST_LISTED: Final = 5_000
"""The most bans in a list."""

NO_REASON: Final = "no reason was given"


class NotShutOut(Refusal):
    """No such ban is in force."""


class NotMuted(Refusal):
    """The account is not muted."""


def from_moderation(database: Database, order: OfModeration, by: Issuer = OPERATOR) -> Facts:
    """Carry out an order of somebody; a Refusal changes nothing."""
    match order:
        case ListBans():
            return _banned(database)
        case BanOrder():
            return ban_facts(database, make_ban(database, order, by))
        case Unban():
            return _unban(database, order, by)
        case ListReports():
            return _reports(database, order, by)
        case CloseReport():
            sign = signed(database, order, by)
            close_report(database, order.report, order.note, sign, reader=by.account)
            return {"closed": order.report}
        case ListAudit():
            return _audit(database, order)
        case Mute() | Unmute() | Warn():
            return _to_person(database, order, by)


def _to_person(database: Database, order: Mute | Unmute | Warn, by: Issuer) -> Facts:
    meant = account_meant(database, order.whom)
    told: Facts = {"account": meant.id, "name": meant.name}
    sign = signed(database, order, by, meant)
    match order:
        case Mute():
            ends = _end_of(database, order)
            mute(database, meant.id, ends, sign)
            return {**told, "ends": None if ends is None else clock(ends)}
        case Unmute():
            if not unmute(database, meant.id, sign):
                raise NotMuted(N_("{name} is not muted"), name=repr(meant.name))
            return told
        case Warn():
            return {**told, "text": warn(database, meant.id, order.text, sign)}


def _end_of(database: Database, order: Mute | BanOrder) -> float | None:
    """Return the end of what lasts for a time from now on; None if it has none."""
    return None if order.seconds is None else database.now() + order.seconds


def _banned(database: Database) -> Facts:
    every = bans(database)
    listed = [_told(database, one) for one in every[:MOST_LISTED]]
    return {"bans": listed, "more": len(every) - len(listed)}


def _told(database: Database, made: Ban) -> Facts:
    """Return a ban as listed, with the account's name."""
    kind, whom = made.banned.kind, made.banned.subject
    if kind == ACCOUNT:
        known = account_numbered(database, int(whom))
        whom = whom if known is None else known.name
    return {
        "kind": kind,
        "whom": whom,
        "since": clock(made.added),
        "ends": None if made.ends is None else clock(made.ends),
        "by": made.made_by,
        "reason": made.reason,
    }


def make_ban(database: Database, order: BanOrder, by: Issuer = OPERATOR) -> Ban:
    """Ban somebody. Raises NoSuchAccount, CannotBan, UnsuitableText, NotAllowed."""
    reason = order.reason.strip() or NO_REASON
    meant = _meant(database, order.whom)
    sign = signed(database, order, by, _owner(database, meant))
    return ban(database, meant, reason, by=by.name, ends=_end_of(database, order), sign=sign)


def _owner(database: Database, banned: Banned) -> Account | None:
    """Return the account that a ban is about, if any."""
    if banned.kind == ACCOUNT:
        return account_numbered(database, int(banned.subject))
    return account_with_key(database, banned.subject) if banned.kind == KEY else None


def ban_facts(database: Database, made: Ban) -> Facts:
    """Return the result of an order to ban."""
    return {"banned": _told(database, made)}


def _unban(database: Database, order: Unban, by: Issuer) -> Facts:
    banned = _meant(database, order.whom)
    every = [banned]
    if banned.kind == ACCOUNT:
        every += [key(known) for known, _added in keys_of(database, int(banned.subject))]
    sign = signed(database, order, by, _owner(database, banned))
    lifted = lift_ban(database, *every, sign=sign)
    if not lifted:
        around = ban_of(database, None, order.whom)
        if around is not None:
            raise NotShutOut(
                N_("{whom} is in the banned network {network}"),
                whom=repr(order.whom),
                network=around.banned.subject,
            )
        raise NotShutOut(N_("{whom} is not banned"), whom=repr(order.whom))
    return {"unbanned": order.whom, "bans": lifted}


def _meant(database: Database, whom: str) -> Banned:
    """Return the network, the key, or the account of exactly this name.

    Raises NoSuchAccount, CannotBan.
    """
    if "/" in whom.partition(":")[0] or _is_address(whom.partition("/")[0]):
        return network(whom)
    if ":" in whom:  # no name has a colon, and every fingerprint does
        return key(whom)
    return account(member_meant(database, whom).id)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _audit(database: Database, order: ListAudit) -> Facts:
    if order.after is not None:
        found = audit_after(database, order.after, order.find, most=A_PAGE)
        return {"audit": [audit_facts(one) for one in found]}
    skip = (order.page - 1) * A_PAGE
    found, total = audit(database, order.find, most=A_PAGE, skip=skip)
    return a_page("audit", [audit_facts(one) for one in found], order.page, total)


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
    return a_page("reports", listed, order.page, total, most)
