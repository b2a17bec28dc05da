"""Of whom a member wants to hear nothing: known to the member alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from nim_tui.server.database.connection import Database
from nim_tui.server.database.schema import BLOCKS
from rules.messages import N_, Refusal

MOST_BLOCKED: Final = 500
"""People that one person may block."""


class CannotBlock(Refusal):
    """Somebody cannot be blocked; the message says why."""


def blocked_by(database: Database, account: int) -> set[int]:
    """Whom somebody has blocked."""
    with database.reading() as connection:
        query = select(BLOCKS.c.blocked).where(BLOCKS.c.account == account)
        return set(connection.execute(query).scalars())


def is_blocked(connection: Connection, account: int, by: Collection[int | None]) -> bool:
    """Whether somebody is blocked by any of these, inside a transaction."""
    query = select(BLOCKS.c.blocked).where(BLOCKS.c.account.in_(by), BLOCKS.c.blocked == account)
    return connection.execute(query).first() is not None


def block(database: Database, account: int, other: int) -> None:
    """Let somebody hear nothing of another any more; again, nothing changes. Raises CannotBlock."""
    if account == other:
        raise CannotBlock(N_("this is you"))
    with database.writing() as connection:
        own = BLOCKS.c.account == account
        count = connection.execute(select(func.count()).select_from(BLOCKS).where(own))
        if count.scalar_one() >= MOST_BLOCKED:
            raise CannotBlock(N_("you have blocked {most} people already"), most=MOST_BLOCKED)
        connection.execute(delete(BLOCKS).where(own, BLOCKS.c.blocked == other))
        connection.execute(insert(BLOCKS).values(account=account, blocked=other))


def unblock(database: Database, account: int, other: int) -> None:
    """Let somebody hear of another again."""
    with database.writing() as connection:
        own = (BLOCKS.c.account == account, BLOCKS.c.blocked == other)
        connection.execute(delete(BLOCKS).where(*own))
