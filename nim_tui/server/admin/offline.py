"""Orders of an operator to the database of a server, running or not."""

from __future__ import annotations

from dataclasses import asdict
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from nim_tui.server.accounts.admin import from_accounts
from nim_tui.server.accounts.invitations import INVITATION_LIFE, invite
from nim_tui.server.accounts.keys import keys_of
from nim_tui.server.accounts.store import (
    Account,
    NoSuchAccount,
    account_numbered,
    account_with_key,
)
from nim_tui.server.admin.lists import OfHouse, account_meant, clock, from_house
from nim_tui.server.admin.orders import (
    Backup,
    BanOrder,
    CloseClub,
    CloseTournament,
    Erase,
    Export,
    Facts,
    Invite,
    ListBans,
    ListClubs,
    ListKeys,
    ListTournaments,
    MakeClub,
    Merge,
    OfAccounts,
    OfClubs,
    OfContests,
    Recover,
    Rename,
    SetMessage,
    SetRole,
    Stats,
    Unban,
)
from nim_tui.server.clubs.service import from_clubs
from nim_tui.server.contests.tournament_service import from_contests
from nim_tui.server.identity import set_message
from nim_tui.server.moderation.authority import note, signed
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
from nim_tui.server.moderation.roles import OPERATOR, Issuer
from nim_tui.server.notifications.queue import notice_figures
from nim_tui.server.storage.backup import backup, figures
from nim_tui.server.storage.database import Database
from rules.messages import N_, Refusal

MOST_LISTED: Final = 5_000
"""The most bans in a list."""

NO_REASON: Final = "no reason was given"

OfBooks = (
    ListBans | BanOrder | Unban | Invite | Backup | Stats | SetMessage | OfHouse | OfAccounts
    | OfContests | OfClubs
)  # fmt: skip
"""The orders that need only the database."""


class NotShutOut(Refusal):
    """No such ban is in force."""


def from_books(database: Database, order: OfBooks, by: Issuer = OPERATOR) -> Facts:
    """Carry out an order of somebody; a Refusal changes nothing."""
    match order:
        case ListBans():
            return _banned(database)
        case BanOrder():
            return ban_facts(database, make_ban(database, order, by))
        case Unban():
            return _unban(database, order, by)
        case Invite():
            code = invite(database, None, signed(database, order, by))
            ends = database.now() + INVITATION_LIFE
            return {"invitation": code, "ends": clock(ends)}
        case Backup():
            note(database, order, by)
            path = Path(order.path)
            backup(database, path)
            return {"backup": str(path), "bytes": path.stat().st_size}
        case SetMessage():
            return set_message(database, order, signed(database, order, by))
        case Stats():
            return book_figures(database)
        case ListKeys() | Recover() | Rename() | Merge() | Erase() | Export() | SetRole():
            return from_accounts(database, order, by)
        case ListTournaments() | CloseTournament():
            return from_contests(database, order, signed(database, order, by))
        case ListClubs() | MakeClub() | CloseClub():
            return from_clubs(database, order, by)
        case _:
            return from_house(database, order, by)


def book_figures(database: Database, *, briefly: bool = False) -> Facts:
    """Return the counts of the database; `briefly` gives those that metrics report."""
    counted = asdict(figures(database, briefly=briefly))
    known = {name: figure for name, figure in counted.items() if figure is not None}
    return {"database": known, "notices": notice_figures(database)}


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
    ends = None if order.seconds is None else database.now() + order.seconds
    reason = order.reason.strip() or NO_REASON
    meant = _meant(database, order.whom)
    sign = signed(database, order, by, _owner(database, meant))
    return ban(database, meant, reason, by=by.name, ends=ends, sign=sign)


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
    known = account_meant(database, whom)
    if known.is_guest:
        raise NoSuchAccount(
            N_("{name} is a guest, without a key; kick ends the session"), name=repr(known.name)
        )
    return account(known.id)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
