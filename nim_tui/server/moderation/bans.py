"""Bans of accounts, keys and networks."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    String,
    and_,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from nim_tui.server.ip_addresses import address_in, network_of
from nim_tui.server.nodes.messages import SessionsEnded, notify
from nim_tui.server.ssh import ConnectionRefused
from nim_tui.server.storage.database import Database, Sign, unsigned
from nim_tui.server.storage.schema import BANS, CODES, INVITATIONS, KEYS
from nim_tui.server.untrusted_text import cut_line, plain_line
from rules.messages import N_, Refusal

ACCOUNT, KEY, NETWORK = "account", "key", "network"
"""The kinds of bans."""

MOST_BANS: Final = 10_000
"""The most bans."""

LONGEST_REASON: Final = 200
"""The longest reason, in cells."""

LONGEST_BAN: Final = 10 * 366 * 86_400
"""The longest ban, in seconds; a longer one has no end."""

_WIDEST: Final = {4: 8, 6: 16}
"""The shortest prefixes by IP version: no slip bans half the world."""

_FINGERPRINT: Final = re.compile(r"[A-Za-z0-9]{2,10}:[A-Za-z0-9+/=:_-]{16,80}")


class CannotBan(Refusal):
    """The ban is not possible; the message says why."""


@dataclass(frozen=True, slots=True)
class Banned:
    """The account, key or network that is banned."""

    kind: str
    subject: str
    """The number of an account, a fingerprint, or a network as `192.0.2.0/24`."""

    def holds(self, address: str) -> bool:
        """Whether this is a network that contains an address."""
        return self.kind == NETWORK and self.subject in _networks_around(address)


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban, with times in seconds since 1970."""

    banned: Banned
    reason: str
    made_by: str
    added: float
    ends: float | None
    """The end; None for a ban without end."""


def account(number: int) -> Banned:
    """Return the target for an account, with any of its keys."""
    return Banned(ACCOUNT, str(number))


def key(fingerprint: str) -> Banned:
    """Return the target for a key. Raises CannotBan."""
    if not _FINGERPRINT.fullmatch(fingerprint):
        raise CannotBan(N_("not the fingerprint of a key"))
    return Banned(KEY, fingerprint)


def network(text: str) -> Banned:
    """Return the target for an address or a network in CIDR form. Raises CannotBan.

    An IPv6 address stands for its /64, which one person has whole.
    """
    told = text.strip()
    try:
        if "/" not in told:
            told = network_of(str(ipaddress.ip_address(told)))
        net = ipaddress.ip_network(told, strict=False)
        host = ipaddress.ip_address(told.partition("/")[0])
    except ValueError:
        raise CannotBan(
            N_("{text} is neither an address nor a network"), text=repr(text[:60])
        ) from None
    if host != net.network_address:
        raise CannotBan(
            N_("{text} is not a network; did you mean {other}?"), text=repr(told), other=str(net)
        )
    if isinstance(net, ipaddress.IPv6Network) and net.network_address.ipv4_mapped is not None:
        raise CannotBan(N_("{text}: write it as an IPv4 network"), text=repr(told))
    if net.prefixlen < _WIDEST[net.version]:
        raise CannotBan(
            N_("{text} is too wide: at most a /{most} can be banned"),
            text=str(net),
            most=_WIDEST[net.version],
        )
    return Banned(NETWORK, str(net))


def ban(
    database: Database,
    banned: Banned,
    reason: str,
    *,
    by: str = "",
    ends: float | None = None,
    sign: Sign = unsigned,
) -> Ban:
    """Ban a target, or change the reason and end of its ban. Raises CannotBan, UnsuitableText.

    Codes and invitations of the account become void: nobody returns by one.
    """
    told = plain_line(reason, LONGEST_REASON, LONGEST_REASON)
    made_by = cut_line(by, 40)[:40]
    now = database.now()
    if ends is not None and not now < ends <= now + LONGEST_BAN:
        raise CannotBan(N_("a ban must end in the future, within ten years"))
    made = Ban(banned, told, made_by, now, ends)
    with database.writing() as connection:
        sign(connection)
        connection.execute(delete(BANS).where(or_(_is(banned), BANS.c.ends <= now)))
        kept = connection.execute(select(func.count()).select_from(BANS)).scalar_one()
        if kept >= MOST_BANS:
            raise CannotBan(N_("there are already {most} bans: lift some"), most=MOST_BANS)
        row = {"kind": banned.kind, "subject": banned.subject, "reason": told}
        connection.execute(insert(BANS).values(**row, made_by=made_by, added=now, ends=ends))
        _void(connection, banned)
        notify(database, connection, SessionsEnded(banned.kind, [banned.subject]))
    return made


def _void(connection: Connection, banned: Banned) -> None:
    if banned.kind == NETWORK:
        return
    owners = select(KEYS.c.account).where(
        KEYS.c.fingerprint == banned.subject
        if banned.kind == KEY
        else KEYS.c.account == int(banned.subject)
    )
    connection.execute(delete(CODES).where(CODES.c.account.in_(owners)))
    unused = and_(INVITATIONS.c.account.in_(owners), INVITATIONS.c.used.is_(None))
    connection.execute(update(INVITATIONS).where(unused).values(used=INVITATIONS.c.made))


def lift_ban(database: Database, *banned: Banned, sign: Sign = unsigned) -> int:
    """Remove the bans of some targets; return how many there were."""
    with database.writing() as connection:
        which = or_(*map(_is, banned))
        stood = select(func.count()).select_from(BANS).where(which, _lasts(database.now()))
        count = connection.execute(stood).scalar_one()
        if count:
            sign(connection)
        connection.execute(delete(BANS).where(which))
        return count


def ban_of(database: Database, fingerprint: str | None, address: str = "") -> Ban | None:
    """Return the longest ban by key, by its account, or by address; None without a ban."""
    own = [and_(BANS.c.kind == NETWORK, BANS.c.subject.in_(_networks_around(address)))]
    if fingerprint is not None:
        number = cast(KEYS.c.account, String)
        owner = select(number).where(KEYS.c.fingerprint == fingerprint)
        own.append(and_(BANS.c.kind == KEY, BANS.c.subject == fingerprint))
        own.append(and_(BANS.c.kind == ACCOUNT, BANS.c.subject.in_(owner)))
    with database.reading() as connection:
        query = select(BANS).where(or_(*own), _lasts(database.now()))
        longest = query.order_by(BANS.c.ends.is_(None).desc(), BANS.c.ends.desc()).limit(1)
        row = connection.execute(longest).first()
    return None if row is None else _ban(row)


def ban_of_account(database: Database, account: int) -> Ban | None:
    """Return the ban of an account or, if all its keys are banned, of one of them."""
    with database.reading() as connection:
        if not keeps_out(connection, account, database.now()):
            return None
        keys = select(KEYS.c.fingerprint).where(KEYS.c.account == account)
        own = and_(BANS.c.kind == ACCOUNT, BANS.c.subject == str(account))
        by_key = and_(BANS.c.kind == KEY, BANS.c.subject.in_(keys))
        query = select(BANS).where(or_(own, by_key), _lasts(database.now()))
        row = connection.execute(query.order_by(BANS.c.kind)).first()
    return None if row is None else _ban(row)


def is_shut_out(database: Database, account: int) -> bool:
    """Check for a ban of an account, with any of its keys."""
    with database.reading() as connection:
        return keeps_out(connection, account, database.now())


def keeps_out(connection: Connection, account: int, now: float) -> bool:
    """Check for a ban of an account, within a transaction."""
    own = and_(BANS.c.kind == ACCOUNT, BANS.c.subject == str(account), _lasts(now))
    if connection.execute(select(BANS.c.subject).where(own)).first() is not None:
        return True
    by_key = and_(BANS.c.kind == KEY, BANS.c.subject == KEYS.c.fingerprint, _lasts(now))
    both = select(KEYS.c.fingerprint, BANS.c.subject).outerjoin(BANS, by_key)
    rows = connection.execute(both.where(KEYS.c.account == account)).all()
    return bool(rows) and all(row.subject is not None for row in rows)


def banned_beyond(connection: Connection, account: int, now: float, ends: float) -> bool:
    """Check for a ban of an account that lasts longer than this, within a transaction."""
    own = and_(BANS.c.kind == ACCOUNT, BANS.c.subject == str(account), _lasts(now))
    later = or_(BANS.c.ends.is_(None), BANS.c.ends > ends)
    return connection.execute(select(BANS.c.subject).where(own, later)).first() is not None


def bans(database: Database) -> list[Ban]:
    """Return the bans in force, the latest first."""
    with database.reading() as connection:
        query = select(BANS).where(_lasts(database.now()))
        rows = connection.execute(query.order_by(BANS.c.added.desc(), BANS.c.subject))
        return [_ban(row) for row in rows]


def _ban(row: Row[Any]) -> Ban:
    return Ban(Banned(row.kind, row.subject), row.reason, row.made_by, row.added, row.ends)


def _is(banned: Banned) -> ColumnElement[bool]:
    return and_(BANS.c.kind == banned.kind, BANS.c.subject == banned.subject)


def _lasts(now: float) -> ColumnElement[bool]:
    return or_(BANS.c.ends.is_(None), BANS.c.ends > now)


def _networks_around(address: str) -> list[str]:
    """Return every network that can be banned and contains an address, as stored."""
    known = address_in(address)
    if known is None:
        return []
    prefixes = range(_WIDEST[known.version], known.max_prefixlen + 1)
    return [str(ipaddress.ip_network((known, bits), strict=False)) for bits in prefixes]


def in_utc(seconds: float) -> str:
    """Return a time (seconds since 1970) in UTC, without the word UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def shut_out(ban: Ban, appeals: str = "") -> ConnectionRefused:
    """Return the refusal of a banned person, with the mail address for `appeals`, if any."""
    facts = {"text": ban.reason, "time": in_utc(ban.ends or 0), "address": appeals}
    if ban.ends is None:
        told = N_("You are banned from this server: {text}")
        if appeals:
            told = N_("You are banned from this server: {text} (appeals: {address})")
    else:
        told = N_("You are banned from this server until {time} UTC: {text}")
        if appeals:
            told = N_(
                "You are banned from this server until {time} UTC: {text} (appeals: {address})"
            )
    return ConnectionRefused("banned", told, **facts)
