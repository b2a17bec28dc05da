"""The rows in which nodes tell each other something: each of them reads all in their order, once.

A row is written in the transaction of what it tells of, where it is one of this package. All
writers take turns, so rows come to be seen in the order of their numbers. NOTIFY only wakes who
reads.
"""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from nim_tui.server.database.connection import Database
from nim_tui.server.database.node_schema import POSTS
from nim_tui.server.database.posts import AnyPost, LineAdded, Post

CHANNEL: Final = "nim_tui"
"""By which nodes wake each other."""

LASTING: Final = 600.0
"""Seconds for which posts are kept: a node that slept longer begins anew."""

AT_ONCE: Final = 500
"""Posts that are read at once."""

_ADD: Final = insert(POSTS)


def post(database: Database, connection: Connection, *posts: Post) -> None:
    """Tell other nodes something, once this transaction is done; nothing where there are none."""
    node = database.node
    if node is None or not posts:
        return
    now = database.now()
    bodies = (msgspec.json.encode(one).decode() for one in posts)
    connection.execute(_ADD, [{"node": node, "body": body, "time": now} for body in bodies])
    connection.execute(select(func.pg_notify(CHANNEL, _wake(posts[-1]))))


def _wake(last: Post) -> str:
    return f"{last.table} {last.ply}" if isinstance(last, LineAdded) else "lobby"


def tell_nodes(database: Database, *posts: Post) -> None:
    """Tell other nodes something. Raises StorageTrouble."""
    with database.writing() as connection:
        post(database, connection, *posts)


def last_post(database: Database) -> int:
    """The number of the last post; 0 before there was one. Raises StorageTrouble."""
    with database.reading() as connection:
        return connection.execute(select(func.max(POSTS.c.id))).scalar() or 0


def posts_since(database: Database, number: int) -> list[tuple[int, int, AnyPost | None]]:
    """The next posts after one, in order, each with its number and node.

    None for what a node of a later version tells that is not known here. Raises StorageTrouble.
    """
    query = select(POSTS.c.id, POSTS.c.node, POSTS.c.body).where(POSTS.c.id > number)
    with database.reading() as connection:
        rows = connection.execute(query.order_by(POSTS.c.id).limit(AT_ONCE)).all()
    return [(row.id, row.node, _decoded(row.body)) for row in rows]


def _decoded(body: str) -> AnyPost | None:
    try:
        decoded: AnyPost = msgspec.json.decode(body, type=AnyPost)
    except msgspec.ValidationError:
        return None
    return decoded


def forget_posts(database: Database) -> None:
    """Forget what everybody has read. Raises StorageTrouble."""
    with database.writing() as connection:
        connection.execute(delete(POSTS).where(POSTS.c.time < database.now() - LASTING))
