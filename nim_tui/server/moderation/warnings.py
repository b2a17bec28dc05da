"""Warnings by moderators: told at once, or at the next sign-in."""

from __future__ import annotations

from typing import Final

from sqlalchemy import insert, select, update

from nim_tui.server.moderation.signing import Sign, unsigned
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import WARNINGS
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_

TOLD: Final = N_("A moderator warns you: {text}")
LONGEST: Final = 200
"""The longest warning, in cells."""


def warn(database: Database, account: int, text: str, sign: Sign = unsigned) -> str:
    """Store a warning that is not told yet, and return its text. Raises UnsuitableText."""
    line, now = plain_line(text, LONGEST), database.now()
    with database.writing() as connection:
        sign(connection)
        row = {"account": account, "text": line, "time": now}
        connection.execute(insert(WARNINGS).values(row))
    return line


def has_untold(database: Database, account: int) -> bool:
    """Check for warnings that a person was not told yet. Raises StorageError."""
    new = (WARNINGS.c.account == account, WARNINGS.c.told.is_(None))
    with database.reading() as connection:
        return connection.execute(select(WARNINGS.c.id).where(*new)).first() is not None


def take_untold(database: Database, account: int) -> list[str]:
    """Return the warnings that a person was not told yet, once. Raises StorageError."""
    new = (WARNINGS.c.account == account, WARNINGS.c.told.is_(None))
    query = select(WARNINGS.c.text).where(*new).order_by(WARNINGS.c.id)
    with database.writing() as connection:
        found = list(connection.execute(query).scalars())
        connection.execute(update(WARNINGS).where(*new).values(told=database.now()))
    return found
