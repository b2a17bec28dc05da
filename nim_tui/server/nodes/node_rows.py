"""Nodes, as rows: which live, who is where, and what is tidied after those that died.

Whether one lives is told by the clock of the database alone. A restart of the database counts as a
sign of life of all: nobody could give one while it stood still.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from nim_tui.server.accounts.store import forget_those_guests
from nim_tui.server.nodes.posts import PeopleMoved, Session, post
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    LIVE_TABLES,
    NODES,
    PRESENCE,
    RUNNING,
    TABLES,
)

LEASE: Final = 8.0
"""Seconds without a sign of life after which a node counts as dead."""

FORGOTTEN: Final = 60.0
"""Seconds after which nothing is known of it any more: its guests are gone."""

MOST_TOLD: Final = 200
"""Sessions that moved which are told one by one; of more at once all are read again."""

YOUNG: Final = 120.0
"""Seconds for which a guest may be on the way in, or back in."""


class PersonElsewhere(NamedTuple):
    """Somebody at another node, and the table on their screen."""

    account: int
    name: str
    at: str | None


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A server at the database."""

    id: int
    name: str
    version: int
    """Of the schema it knows."""
    beat_ago: float
    """Seconds since its last sign of life."""
    sessions: int


def _now() -> ColumnElement[float]:
    return cast(func.extract("epoch", func.clock_timestamp()), Double)


def _last_sign() -> ColumnElement[float]:
    restarted = cast(func.extract("epoch", func.pg_postmaster_start_time()), Double)
    return func.greatest(NODES.c.beat, restarted)


def lives() -> ColumnElement[bool]:
    """Of a row of nodes: whether that one lives."""
    return _last_sign() > _now() - LEASE


def join(database: Database, name: str, version: int, home: str | None = None) -> int:
    """Be a node from now on; its number. Raises StorageError.

    `home` is what this one alone can hold: the node that had it before is dead, whatever its last
    sign of life, and all that was its is free.
    """
    row = insert(NODES).values(name=name[:100], version=version, beat=_now(), home=home)
    with database.writing() as connection:
        if home is not None:
            connection.execute(delete(NODES).where(NODES.c.home == home))
        return int(connection.execute(row.returning(NODES.c.id)).scalar_one())


def leave(database: Database, node: int) -> None:
    """Be one no longer: its tables are free. Raises StorageError."""
    with database.writing() as connection:
        connection.execute(delete(NODES).where(NODES.c.id == node))


def beat(database: Database, node: int) -> bool:
    """Give a sign of life; False if this node is forgotten already. Raises StorageError."""
    with database.counting() as connection:  # another node may hold the turn to write for long
        row = update(NODES).where(NODES.c.id == node)
        return connection.execute(row.values(beat=_now())).rowcount == 1


def is_living(connection: Connection, node: int) -> bool:
    """Whether a node lives."""
    query = select(NODES.c.id).where(NODES.c.id == node, lives())
    return connection.execute(query).first() is not None


def living(database: Database) -> list[int]:
    """The nodes that live, the oldest first. Raises StorageError."""
    with database.reading() as connection:
        query = select(NODES.c.id).where(lives()).order_by(NODES.c.id)
        return list(connection.execute(query).scalars())


def known(database: Database) -> list[NodeRow]:
    """The nodes that live, the oldest first. Raises StorageError."""
    here = select(func.count()).where(PRESENCE.c.node == NODES.c.id).scalar_subquery()
    ago = func.greatest(_now() - NODES.c.beat, 0)
    query = select(NODES.c.id, NODES.c.name, NODES.c.version, ago, here).where(lives())
    with database.reading() as connection:
        return [NodeRow(*row) for row in connection.execute(query.order_by(NODES.c.id))]


def orphans(database: Database) -> list[str]:
    """The games being played that no living node owns, those last played first.

    Raises StorageError.
    """
    owned = select(LIVE_TABLES.c.table).join(NODES, NODES.c.id == LIVE_TABLES.c.node)
    query = select(TABLES.c.id).where(
        TABLES.c.status == RUNNING, TABLES.c.id.not_in(owned.where(lives()))
    )
    with database.reading() as connection:
        return list(connection.execute(query.order_by(TABLES.c.last_move.desc())).scalars())


def tidy(database: Database) -> int:
    """Forget nodes that are long dead, and guests who are nowhere; how many guests.

    Raises StorageError.
    """
    with database.writing() as connection:
        connection.execute(delete(NODES).where(_last_sign() <= _now() - FORGOTTEN))
        here = select(PRESENCE.c.account)
        nowhere = ACCOUNTS.c.id.not_in(here) & (ACCOUNTS.c.last_seen < database.now() - YOUNG)
        return forget_those_guests(connection, nowhere)


def keep_presence(
    database: Database,
    node: int,
    here: Mapping[int, tuple[int, str | None]],
    gone: Collection[int],
) -> None:
    """Keep who came to a node or moved about there, by session, and who went, and tell it.

    Raises StorageError.
    """
    with database.writing() as connection:
        changed = {*here, *gone}
        own = PRESENCE.c.node == node
        connection.execute(delete(PRESENCE).where(own, PRESENCE.c.visit.in_(changed)))
        accounts = {account for account, _place in here.values()}
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(accounts))
        names = {row.id: row.name for row in connection.execute(query)}
        sessions = [
            Session(visit, account, names[account], place)
            for visit, (account, place) in here.items()
            if account in names
        ]
        rows: list[dict[str, Any]] = [
            {"node": node, "visit": one.visit, "account": one.account, "place": one.at}
            for one in sessions
        ]
        if rows:
            connection.execute(insert(PRESENCE), rows)
        is_told_whole = len(changed) <= MOST_TOLD
        moved = PeopleMoved(sessions, [*gone]) if is_told_whole else PeopleMoved()
        post(database, connection, moved)


def people_elsewhere(database: Database, node: int) -> dict[tuple[int, int], PersonElsewhere]:
    """Return the people at other live nodes, by node and session, in that order.

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


def unfit_nodes(connection: Connection, version: int) -> list[str]:
    """The names of living nodes whose version differs from this one by more than one."""
    if connection.dialect.name == "sqlite":
        return []  # one server alone uses a file
    apart = or_(NODES.c.version < version - 1, NODES.c.version > version + 1)
    return list(connection.execute(select(NODES.c.name).where(apart, lives())).scalars())
