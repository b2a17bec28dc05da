"""Orders of an operator to the database of a server, running or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from nim_tui.server.accounts.admin import from_accounts, list_accounts, make_invitation
from nim_tui.server.admin.protocol import (
    Announce,
    AnyOrder,
    Backup,
    Close,
    CloseTournament,
    Drain,
    Exclude,
    Facts,
    Invite,
    Kick,
    ListAccounts,
    ListNodes,
    ListSessions,
    ListTables,
    OfAccounts,
    OfClubs,
    OfContests,
    OfModeration,
    SetMessage,
    Slow,
    Stats,
)
from nim_tui.server.chat.store import LONGEST_CHAT_LINE
from nim_tui.server.clubs.service import from_clubs
from nim_tui.server.contests.tournament_service import from_contests
from nim_tui.server.identity import set_message
from nim_tui.server.moderation.admin import from_moderation
from nim_tui.server.moderation.authority import note, signed
from nim_tui.server.moderation.roles import OPERATOR, Issuer
from nim_tui.server.nodes.locks import living
from nim_tui.server.nodes.messages import (
    Announced,
    Slowed,
    TablesChanged,
    tell_nodes,
)
from nim_tui.server.nodes.presence import NodeRow, known, node_meant
from nim_tui.server.notifications.queue import notice_figures
from nim_tui.server.sessions.admin import paged_sessions, sessions_elsewhere, tell_server
from nim_tui.server.storage.backup import backup, figures
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.admin import close_for_good, page_of_tables
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_, Refusal

OfBooks = (
    Backup | Invite | ListAccounts | ListTables | SetMessage | Stats
    | OfAccounts | OfClubs | OfContests | OfModeration
)  # fmt: skip
"""The orders that need only the database."""


def from_books(database: Database, order: OfBooks, by: Issuer = OPERATOR) -> Facts:
    """Carry out an order of somebody; a Refusal changes nothing."""
    if isinstance(order, OfAccounts):
        return from_accounts(database, order, by)
    if isinstance(order, OfModeration):
        return from_moderation(database, order, by)
    if isinstance(order, OfContests):
        return from_contests(database, order, signed(database, order, by))
    if isinstance(order, OfClubs):
        return from_clubs(database, order, by)
    match order:
        case Backup():
            note(database, order, by)
            path = Path(order.path)
            backup(database, path)
            return {"backup": str(path), "bytes": path.stat().st_size}
        case SetMessage():
            return set_message(database, order, signed(database, order, by))
        case Stats():
            return book_figures(database)
        case ListAccounts():
            return list_accounts(database, order)
        case Invite():
            return make_invitation(database, order, by)
        case ListTables():
            return page_of_tables(database, order)


def book_figures(database: Database, *, briefly: bool = False) -> Facts:
    """Return the counts of the database; `briefly` gives those that metrics report."""
    counted = asdict(figures(database, briefly=briefly))
    known = {name: figure for name, figure in counted.items() if figure is not None}
    return {"database": known, "notices": notice_figures(database)}


NOBODY: Final = 0
"""The node number of messages sent from here, which no server has."""


class NeedsServer(Refusal):
    """The order needs a running server."""


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
            text = plain_line(order.text, LONGEST_CHAT_LINE)
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
