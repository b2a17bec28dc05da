"""Living servers and their sessions, as rows that each server writes."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, func, insert, select

from nim_tui.server.accounts.store import forget_those_guests
from nim_tui.server.nodes.messages import PeopleMoved, notify
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.off_loop import LatestWrite
from nim_tui.server.storage.schema import ACCOUNTS, NODES, PRESENCE, lives
from rules.messages import N_, Refusal

MOST_TOLD: Final = 200
"""The most moved sessions named in a message; with more all are read again."""

YOUNG: Final = 120.0
"""Seconds for which a guest without a session may be moving between servers."""


class PersonElsewhere(NamedTuple):
    """A person at another server, and the table on their screen."""

    account: int
    name: str
    at: str | None


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A server at the database."""

    id: int
    name: str
    version: int
    """The version of its database schema."""
    sessions: int


def join(database: Database, node: int, name: str, version: int) -> None:
    """Store a living server. Raises StorageError."""
    with database.writing() as connection:
        connection.execute(delete(NODES).where(NODES.c.id == node))
        connection.execute(insert(NODES).values(id=node, name=name[:100], version=version))


def leave(database: Database, node: int) -> None:
    """Remove a server and its sessions, and tell the others. Raises StorageError."""
    with database.writing() as connection:
        connection.execute(delete(NODES).where(NODES.c.id == node))
        notify(database, connection, PeopleMoved())


def known(database: Database) -> list[NodeRow]:
    """Return the living servers, oldest first. Raises StorageError."""
    here = select(func.count()).where(PRESENCE.c.node == NODES.c.id).scalar_subquery()
    query = select(NODES.c.id, NODES.c.name, NODES.c.version, here).where(lives())
    with database.reading() as connection:
        return [NodeRow(*row) for row in connection.execute(query.order_by(NODES.c.id))]


class NoNode(Refusal):
    """No living server has this name or number."""


def node_meant(database: Database, word: str) -> int:
    """Return the number of the living server of a name or number. Raises NoNode, StorageError."""
    found = [node.id for node in known(database) if word in (node.name, str(node.id))]
    if len(found) != 1:
        raise no_node(word)
    return found[0]


def no_node(word: str) -> NoNode:
    """Return the refusal of a name that means no server, or several."""
    return NoNode(N_("no server, or more than one, is named {name}"), name=repr(word[:60]))


def has_session(database: Database, node: int, visit: int) -> bool:
    """Whether a server has a session of this number. Raises StorageError."""
    query = select(PRESENCE.c.visit).where(PRESENCE.c.node == node, PRESENCE.c.visit == visit)
    with database.reading() as connection:
        return connection.execute(query).first() is not None


def names(database: Database, numbers: Collection[int]) -> list[str]:
    """Return the names of servers, living or not. Raises StorageError."""
    query = select(NODES.c.name).where(NODES.c.id.in_(numbers)).order_by(NODES.c.id)
    with database.reading() as connection:
        return list(connection.execute(query).scalars())


def tidy(database: Database, dead: Collection[int], grace: float = 0.0) -> set[int]:
    """Remove servers that were `dead` before and still are, and guests without a session.

    Guests may come back within `grace` seconds. Return the servers that are dead now: their guests
    may be moving to another. Raises StorageError.
    """
    since = database.now() - max(YOUNG, grace)
    with database.writing() as connection:
        connection.execute(delete(NODES).where(NODES.c.id.in_(dead), ~lives()))
        here = select(PRESENCE.c.account)
        nowhere = ACCOUNTS.c.id.not_in(here) & (ACCOUNTS.c.last_seen < since)
        forget_those_guests(connection, nowhere)
        return {*connection.execute(select(NODES.c.id).where(~lives())).scalars()}


def keep_presence(
    database: Database,
    node: int,
    here: Mapping[int, tuple[int, str | None]],
    gone: Collection[int],
) -> None:
    """Store new, moved and ended sessions of a server, and tell the others.

    Raises StorageError.
    """
    with database.writing(f"presence {node}") as connection:
        changed = {*here, *gone}
        own = PRESENCE.c.node == node
        connection.execute(delete(PRESENCE).where(own, PRESENCE.c.visit.in_(changed)))
        accounts = {account for account, _place in here.values()}
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(accounts))
        names = dict(connection.execute(query).all())
        rows: list[dict[str, Any]] = [
            {"node": node, "visit": visit, "account": account, "place": place}
            for visit, (account, place) in here.items()
            if account in names
        ]
        if rows:
            connection.execute(insert(PRESENCE), rows)
        told = PeopleMoved()
        if len(changed) <= MOST_TOLD:
            stored = {row["visit"] for row in rows}
            told = PeopleMoved(
                sorted(changed),
                gone=sorted(changed - stored),
                here=[
                    (row["visit"], row["account"], names[row["account"]], row["place"])
                    for row in rows
                ],
            )
        notify(database, connection, told)


Session = tuple[int, int]
"""A server, and the number of a session there."""
Sessions = Mapping[Session, PersonElsewhere]
"""People at other servers, by session."""


def people_elsewhere(database: Database, node: int) -> Sessions:
    """Return the sessions at other living servers, in order of servers and sessions.

    Raises StorageError.
    """
    query = (
        select(
            PRESENCE.c.node, PRESENCE.c.visit, PRESENCE.c.account, ACCOUNTS.c.name, PRESENCE.c.place
        )
        .join(ACCOUNTS, ACCOUNTS.c.id == PRESENCE.c.account)
        .join(NODES, NODES.c.id == PRESENCE.c.node)
        .where(PRESENCE.c.node != node, lives())
        .order_by(PRESENCE.c.node, PRESENCE.c.visit)
    )
    with database.reading() as connection:
        found = connection.execute(query).all()
    return {(at, visit): PersonElsewhere(*who) for at, visit, *who in found}


class Moves(NamedTuple):
    """A change of the people at other servers."""

    come: Collection[int]
    gone: Collection[int]
    """The accounts with a first session, and those without any more."""
    tables: Set[str]
    """The tables where somebody came or left."""


class PeopleElsewhere:
    """The sessions at other servers, indexed: a change costs the same however many there are."""

    def __init__(self) -> None:
        self._by_session: dict[Session, PersonElsewhere] = {}
        self._by_account: dict[int, dict[Session, PersonElsewhere]] = {}
        self._by_name: dict[str, dict[Session, PersonElsewhere]] = {}
        self._by_table: dict[str, dict[Session, PersonElsewhere]] = {}
        self._names: list[tuple[str, str]] = []
        """The names, in order without case."""

    def __iter__(self) -> Iterator[PersonElsewhere]:
        return iter(self._by_session.values())

    def __len__(self) -> int:
        return len(self._by_session)

    def has(self, account: int) -> bool:
        """Whether an account is at another server."""
        return account in self._by_account

    def at(self, table: str) -> Collection[PersonElsewhere]:
        """Return the sessions at a table."""
        return self._by_table.get(table, {}).values()

    def names(self) -> list[tuple[str, str]]:
        """Return the names, each once, in order without case, with that by which they are ordered.

        The list is a copy.
        """
        return self._names.copy()

    def called(self, name: str) -> Collection[PersonElsewhere]:
        """Return the sessions of a name."""
        return self._by_name.get(name, {}).values()

    def change(self, gone: Iterable[Session], here: Sessions) -> Moves:
        """Note sessions that ended, and those that came or moved."""
        was_here: dict[int, bool] = {}
        tables: set[str] = set()
        for session in chain(gone, here):
            before, now = self._by_session.get(session), here.get(session)
            if before == now:
                continue
            for one in (before, now):
                if one is not None:
                    was_here.setdefault(one.account, self.has(one.account))
                    tables |= {one.at} if one.at is not None else set()
            if before is not None:
                self._take_out(session, before)
            if now is not None:
                self._put_in(session, now)
        come = [account for account, was in was_here.items() if self.has(account) and not was]
        away = [account for account, was in was_here.items() if was and not self.has(account)]
        return Moves(come, away, tables)

    def _put_in(self, session: Session, one: PersonElsewhere) -> None:
        self._by_session[session] = one
        if one.name not in self._by_name:
            insort(self._names, (one.name.casefold(), one.name))
        for index, key in self._indexes(one):
            index.setdefault(key, {})[session] = one

    def _take_out(self, session: Session, one: PersonElsewhere) -> None:
        del self._by_session[session]
        for index, key in self._indexes(one):
            del index[key][session]
            if not index[key]:
                del index[key]
        if one.name not in self._by_name:
            del self._names[bisect_left(self._names, (one.name.casefold(), one.name))]

    def _indexes(
        self, one: PersonElsewhere
    ) -> Iterator[tuple[dict[Any, dict[Session, PersonElsewhere]], Any]]:
        yield self._by_account, one.account
        yield self._by_name, one.name
        if one.at is not None:
            yield self._by_table, one.at

    def replace(self, found: Sessions) -> Moves:
        """Note all sessions, as they were read."""
        return self.change([one for one in self._by_session if one not in found], found)

    def hear(self, node: int, told: PeopleMoved) -> Moves | None:
        """Note what a server tells of its sessions; None: all must be read."""
        if told.here is None:
            return None
        here = {
            (node, visit): PersonElsewhere(account, name, at)
            for visit, account, name, at in told.here
        }
        return self.change([(node, visit) for visit in told.gone], here)


class PresenceRows:
    """The sessions of this server, present and as stored; only changes are written."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._here: dict[int, tuple[int, str | None]] = {}
        self._kept: dict[int, tuple[int, str | None]] = {}
        self._latest = LatestWrite(database, self._keep_now)
        self.is_open = False
        """Whether this server is registered, so that rows may be written."""

    def show(self, visit: int, account: int, at: str | None) -> None:
        """Note a session at a table; unstored guests are left out."""
        if account >= 0 and self._here.get(visit) != (account, at):
            self._here[visit] = (account, at)
            self.keep()

    def show_gone(self, visit: int) -> None:
        """Note the end of a session."""
        if self._here.pop(visit, None) is not None:
            self.keep()

    def begin_anew(self) -> None:
        """Store all sessions again, as none is stored now."""
        self._kept = {}
        self.is_open = True
        self.keep()

    @property
    def is_kept(self) -> bool:
        """Whether all changes are stored."""
        return self._here == self._kept

    def keep(self) -> None:
        """Store the changes."""
        if self.is_open and not self.is_kept:
            self._latest.keep()

    async def _keep_now(self) -> None:
        here, kept, node = dict(self._here), self._kept, self._database.node
        changed = {visit: one for visit, one in here.items() if kept.get(visit) != one}
        gone = kept.keys() - here.keys()
        if node is None or not (changed or gone):
            return
        try:
            await self._database.ask(keep_presence, node, changed, gone)
        except StorageError:
            return  # retried at the next check
        if self._kept is kept:  # else the server was registered anew meanwhile, without sessions
            self._kept = here
