"""What somebody may do so often in any span of time, known to all servers at a database."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, func, insert, select

from nim_tui.server.database.connection import Database
from nim_tui.server.database.place_schema import DONE, LONGEST_WHO
from nim_tui.server.rate_limit import too_often


class WindowRule(NamedTuple):
    """So many of one kind in any span of so many seconds."""

    kind: str
    most: int
    seconds: float


def take_in(database: Database, rule: WindowRule, who: str) -> int:
    """Do it once; its number, by which it is given back. Raises TooOften, StorageTrouble."""
    now, who = database.now(), who[:LONGEST_WHO]
    lately = (DONE.c.kind == rule.kind) & (DONE.c.who == who) & (DONE.c.ends > now)
    with database.writing() as connection:
        query = select(func.count()).select_from(DONE).where(lately)
        if connection.execute(query).scalar_one() >= rule.most:
            raise too_often()
        row = insert(DONE).values(kind=rule.kind, who=who, ends=now + rule.seconds)
        return int(connection.execute(row.returning(DONE.c.id)).scalar_one())


def give_back_to(database: Database, number: int) -> None:
    """It came to nothing. Raises StorageTrouble."""
    with database.writing() as connection:
        connection.execute(delete(DONE).where(DONE.c.id == number))


def forget_done(database: Database) -> None:
    """Forget what counts no longer. Raises StorageTrouble."""
    with database.writing() as connection:
        connection.execute(delete(DONE).where(DONE.c.ends <= database.now()))
