"""Orders of an operator to the database of a server, running or not."""

from __future__ import annotations

from collections.abc import Sequence
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
from nim_tui.server.admin.lists import OfHouse, account_meant, clock, from_house, matches, paged
from nim_tui.server.admin.protocol import (
    Announce,
    AnyOrder,
    Backup,
    BanOrder,
    Close,
    CloseClub,
    CloseTournament,
    Drain,
    Erase,
    Exclude,
    Export,
    Facts,
    Invite,
    Kick,
    ListBans,
    ListClubs,
    ListKeys,
    ListNodes,
    ListSessions,
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
    Slow,
    Stats,
    Unban,
)
from nim_tui.server.chat.store import LONGEST_SAID
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
from nim_tui.server.nodes.locks import living
from nim_tui.server.nodes.messages import (
    Announced,
    Drained,
    Kicked,
    Slowed,
    TablesChanged,
    tell_nodes,
)
from nim_tui.server.nodes.presence import NodeRow, has_session, known, node_meant, people_elsewhere
from nim_tui.server.notifications.queue import notice_figures
from nim_tui.server.storage.backup import backup, figures
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.game_store import tables_being_played
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import CannotUseTable, table_row
from nim_tui.server.untrusted_text import plain_line
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


def close_for_good(database: Database, order: Close, by: Issuer) -> None:
    """Close a table in the database. Raises CannotUseTable, StorageError."""
    table = order.table
    if not end_game(database, table, None, signed(database, order, by)):
        with database.reading() as connection:
            table_row(connection, table)
        raise CannotUseTable(N_("the game at table {id} is already over"), id=repr(table))


NOBODY: Final = 0
"""The node number of messages sent from here, which no server has."""


class NeedsServer(Refusal):
    """The order needs a running server."""


class NoSession(Refusal):
    """No session has this number."""


def tell_server(database: Database, order: Kick | Drain, node: int) -> Facts:
    """Pass an order on to another server. Raises NoSession, StorageError."""
    if isinstance(order, Drain):
        tell_nodes(database, Drained(node, order.seconds))
        played = len(tables_being_played(database))
        return {"played": played, "seconds": order.seconds, "hands_over": len(known(database)) > 1}
    if not has_session(database, node, order.visit):
        raise no_session(order.visit)
    tell_nodes(database, Kicked(node, order.visit, order.text.strip()))
    return {"kicked": order.visit}


def no_session(visit: int) -> NoSession:
    """Return the refusal that names an unknown session."""
    return NoSession(N_("unknown session {number}"), number=visit)


def sessions_elsewhere(database: Database, node: int) -> list[Facts]:
    """Return the sessions at other servers than this one, without their addresses and keys.

    Raises StorageError.
    """
    none: Facts = {"key": None, "address": "", "since": None}
    names = {row.id: row.name for row in known(database)}
    return [
        {"visit": visit, "account": one.account, "name": one.name, "table": one.at, "node": at}
        | none
        | {"server": names.get(at, str(at))}
        for (at, visit), one in people_elsewhere(database, node).items()
    ]


def paged_sessions(listed: Sequence[Facts], order: ListSessions) -> Facts:
    """Return a page of the sessions that an order asks for."""
    return paged("visits", [facts for facts in listed if matches(facts, order.find)], order.page)


def listed_nodes(nodes: Sequence[NodeRow], here: int | None) -> list[Facts]:
    """Return servers as listed, and whether each is `here`."""
    return [asdict(node) | {"here": node.id == here} for node in nodes]


def from_shared(address: str, order: AnyOrder) -> Facts:
    """Carry out an order at a database. Raises a Refusal with the reason."""
    from nim_tui.server.storage.postgres import open_postgres  # noqa: PLC0415 - needs psycopg

    database = open_postgres(address)
    database.node = NOBODY
    try:
        return _done(database, order)
    finally:
        database.close()


def _done(database: Database, order: AnyOrder) -> Facts:
    match order:
        case ListNodes():
            return {"nodes": listed_nodes(known(database), None)}
        case ListSessions():
            return paged_sessions(sessions_elsewhere(database, NOBODY), order)
        case Announce() | Slow() if not living(database):
            raise NeedsServer(N_("no server is using this database"))
        case Announce():
            text = plain_line(order.text, LONGEST_SAID)
            note(database, order, Issuer(order.by))
            tell_nodes(database, Announced(text))
            return {"announced": text, "told": sum(node.sessions for node in known(database))}
        case Slow():
            note(database, order, Issuer(order.by))
            tell_nodes(database, Slowed(order.seconds))
            return {"seconds": order.seconds}
        case Close():
            close_for_good(database, order, Issuer(order.by))
            tell_nodes(database, TablesChanged([order.table]))
            return {"closed": order.table, "told": 0}
        case Kick() | Drain():
            if not order.node:
                raise NeedsServer(N_("name the server: --node NAME, as in the list of nodes"))
            node = node_meant(database, order.node)
            note(database, order, Issuer(order.by))
            return tell_server(database, order, node)
        case Exclude():
            raise NeedsServer(
                N_("only a server can do this: run the command on the machine of one")
            )
        case _:
            facts = from_books(database, order, Issuer(order.by))
            if isinstance(order, CloseTournament):
                tell_nodes(database, TablesChanged([]))
            return facts
