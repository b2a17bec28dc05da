"""How often people did what they may not do too often, known to all servers at a database."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from nim_tui.server.database.connection import Database
from nim_tui.server.database.node_schema import PACES
from nim_tui.server.rate_limit import full_after


class PaceRule(NamedTuple):
    """So many at once of one kind, and then one every so many seconds."""

    kind: str
    at_once: int
    seconds: float


def take(database: Database, rule: PaceRule, who: str) -> None:
    """Do it once. Raises TooOften, StorageTrouble."""
    is_theirs = (PACES.c.kind == rule.kind) & (PACES.c.who == who)
    now = database.now()
    with database.writing() as connection:
        before = connection.execute(select(PACES.c.full_at).where(is_theirs)).scalar()
        known = now if before is None else before
        after = full_after(now, known, rule.at_once, rule.seconds)
        if before is None:
            values = {"kind": rule.kind, "who": who, "full_at": after}
            connection.execute(insert(PACES).values(values))
        else:
            connection.execute(update(PACES).where(is_theirs).values(full_at=after))


def forget_paces(database: Database) -> None:
    """Forget who has waited long enough. Raises StorageTrouble."""
    with database.writing() as connection:
        connection.execute(delete(PACES).where(PACES.c.full_at < database.now()))
