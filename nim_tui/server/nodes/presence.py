"""Living servers and their sessions, as rows that each server writes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, func, insert, or_, select

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


def tidy(database: Database, dead: Collection[int]) -> set[int]:
    """Remove servers that were `dead` before and still are, and guests without a session.

    Return the servers that are dead now: their guests may be moving to another. Raises
    StorageError.
    """
    with database.writing() as connection:
        connection.execute(delete(NODES).where(NODES.c.id.in_(dead), ~lives()))
        here = select(PRESENCE.c.account)
        nowhere = ACCOUNTS.c.id.not_in(here) & (ACCOUNTS.c.last_seen < database.now() - YOUNG)
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
        query = select(ACCOUNTS.c.id).where(ACCOUNTS.c.id.in_(accounts))
        still = {*connection.execute(query).scalars()}
        rows: list[dict[str, Any]] = [
            {"node": node, "visit": visit, "account": account, "place": place}
            for visit, (account, place) in here.items()
            if account in still
        ]
        if rows:
            connection.execute(insert(PRESENCE), rows)
        is_told_whole = len(changed) <= MOST_TOLD
        notify(database, connection, PeopleMoved(sorted(changed) if is_told_whole else None))


Sessions = Mapping[tuple[int, int], PersonElsewhere]
"""People at other servers, by server and session."""


def people_elsewhere(
    database: Database, node: int, moved: Collection[tuple[int, int]] | None = None
) -> Sessions:
    """Return the sessions at other living servers, in order of servers and sessions.

    If `moved` is given, only those. Raises StorageError.
    """
    query = (
        select(
            PRESENCE.c.node, PRESENCE.c.visit, PRESENCE.c.account, ACCOUNTS.c.name, PRESENCE.c.place
        )
        .join(ACCOUNTS, ACCOUNTS.c.id == PRESENCE.c.account)
        .join(NODES, NODES.c.id == PRESENCE.c.node)
        .where(PRESENCE.c.node != node)
        .order_by(PRESENCE.c.node, PRESENCE.c.visit)
    )
    if moved is None:
        query = query.where(lives())
    else:
        visits: dict[int, list[int]] = {}
        for at, visit in moved:
            visits.setdefault(at, []).append(visit)
        those = [(PRESENCE.c.node == at) & PRESENCE.c.visit.in_(visits[at]) for at in visits]
        query = query.where(or_(*those))
    with database.reading() as connection:
        found = connection.execute(query).all()
    return {(at, visit): PersonElsewhere(*who) for at, visit, *who in found}


class PeopleElsewhere:
    """The sessions at other servers, read in full at intervals, and singly when they move."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_session: dict[tuple[int, int], PersonElsewhere] = {}
        self.listed: Sequence[PersonElsewhere] = ()
        """The sessions; a new sequence after each change."""
        self.are_unread = True
        """Whether a read is due after a failure."""

    async def read(self) -> None:
        """Read all sessions. Raises StorageError."""
        self.are_unread = True
        found = await self._database.look(people_elsewhere, self._database.node or 0)
        self.are_unread = False
        self._by_session = dict(found)
        self.listed = tuple(found.values())

    async def hear(self, moved: Sequence[tuple[int, PeopleMoved]]) -> None:
        """Read the sessions that other servers report as moved. Raises StorageError."""
        if any(told.visits is None for _node, told in moved):
            await self.read()
            return
        those = {(node, visit) for node, told in moved for visit in told.visits or ()}
        self.are_unread = True
        found = await self._database.look(people_elsewhere, self._database.node or 0, those)
        self.are_unread = False
        for one in those:
            self._by_session.pop(one, None)
        self._by_session |= found
        self.listed = tuple(self._by_session.values())


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
        self._kept.clear()
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
        here, node = dict(self._here), self._database.node
        changed = {visit: one for visit, one in here.items() if self._kept.get(visit) != one}
        gone = self._kept.keys() - here.keys()
        if node is None or not (changed or gone):
            return
        try:
            await self._database.ask(keep_presence, node, changed, gone)
        except StorageError:
            return  # retried at the next check
        self._kept = here
