"""How many connections and sessions an address or a key has, at all nodes together.

Each node keeps rows of its own; those of a node that is dead count no longer. Whoever takes a place
of somebody holds that somebody's turn, and no other: two nodes never both give the last one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from zlib import crc32

from sqlalchemy import Connection, and_, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert

from nim_tui.server.nodes.node_rows import lives
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import LONGEST_WHO, NODES, PLACES

_TURNS: Final = 0x706C
"""What sets the turns of this file apart from all others of the database."""

Key = tuple[str, str]
"""A kind, and whose."""


class Wanted(NamedTuple):
    """One more place of a kind for somebody."""

    kind: str
    whose: str
    here: int
    """How many they have at this node, with this one."""
    most: int
    """How many they may have in all."""


def take_places(database: Database, node: int, wanted: Sequence[Wanted]) -> str | None:
    """Take a place of every kind; or none, and tell the kind there are no more of.

    Raises StorageError.
    """
    wanted = sorted(one._replace(whose=one.whose[:LONGEST_WHO]) for one in wanted)
    with database.counting() as connection:
        turns = [func.pg_advisory_xact_lock(_TURNS, _number(one)) for one in wanted]
        connection.execute(select(*turns))
        elsewhere = _taken_elsewhere(connection, node, wanted)
        for one in wanted:
            if one.here + elsewhere.get((one.kind, one.whose), 0) > one.most:
                return one.kind
        _keep(connection, node, {(one.kind, one.whose): one.here for one in wanted})
    return None


def _number(one: Wanted) -> int:
    return crc32(f"{one.kind} {one.whose}".encode("utf-8", "replace")) - 2**31


def _taken_elsewhere(
    connection: Connection, node: int, wanted: Sequence[Wanted]
) -> Mapping[Key, int]:
    theirs = [
        and_(PLACES.c.whose == one.whose, PLACES.c.kind == one.kind, PLACES.c.node != node)
        for one in wanted
    ]
    query = (
        select(PLACES.c.kind, PLACES.c.whose, func.sum(PLACES.c.taken))
        .join(NODES, NODES.c.id == PLACES.c.node)
        .where(or_(*theirs), lives())
        .group_by(PLACES.c.kind, PLACES.c.whose)
    )
    return {(kind, whose): int(taken) for kind, whose, taken in connection.execute(query)}


def keep_places(database: Database, node: int, taken: Mapping[Key, int]) -> None:
    """Keep how many are taken at a node, of what has changed. Raises StorageError."""
    with database.counting() as connection:
        _keep(connection, node, {(kind, whose[:LONGEST_WHO]): taken[kind, whose]
                                 for kind, whose in taken})  # fmt: skip


def _keep(connection: Connection, node: int, taken: Mapping[Key, int]) -> None:
    """In the order of their keys: two that write the same never wait for each other."""
    rows = [
        {"node": node, "kind": kind, "whose": whose, "taken": count}
        for (kind, whose), count in sorted(taken.items())
    ]
    held = [row for row in rows if row["taken"]]
    if held:
        put = insert(PLACES).values(held)
        keys = [PLACES.c.node, PLACES.c.kind, PLACES.c.whose]
        connection.execute(
            put.on_conflict_do_update(index_elements=keys, set_={"taken": put.excluded.taken})
        )
    gone = [
        and_(PLACES.c.kind == row["kind"], PLACES.c.whose == row["whose"])
        for row in rows
        if not row["taken"]
    ]
    if gone:
        connection.execute(delete(PLACES).where(PLACES.c.node == node, or_(*gone)))
