"""Warnings by moderators: told at once, or at the next sign-in, and kept in the profile."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from nim_tui.server.moderation.signing import Sign, unsigned
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import WARNINGS
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_

TOLD = N_("A moderator warns you: {text}")
LONGEST = 200
"""The longest warning, in cells."""
MOST_SHOWN = 3
"""Warnings in a profile."""


def warn(database: Database, account: int, text: str, sign: Sign = unsigned) -> str:
    """Store a warning that is not told yet, and return its text. Raises UnsuitableText."""
    line, now = plain_line(text, LONGEST), database.now()
    with database.writing() as connection:
        sign(connection)
        row = {"account": account, "text": line, "time": now}
        connection.execute(insert(WARNINGS).values(row))
    return line


def take_untold(database: Database, account: int) -> list[str]:
    """Return the warnings that a person was not told yet, once. Raises StorageError."""
    new = (WARNINGS.c.account == account, WARNINGS.c.told.is_(None))
    query = select(WARNINGS.c.text).where(*new).order_by(WARNINGS.c.id)
    with database.reading() as connection:
        if not (found := list(connection.execute(query).scalars())):
            return []
    with database.writing() as connection:
        connection.execute(update(WARNINGS).where(*new).values(told=database.now()))
    return found


def latest(database: Database, account: int) -> list[tuple[float, str]]:
    """Return the latest warnings of a person, newest first, each with its time."""
    own = select(WARNINGS.c.time, WARNINGS.c.text).where(WARNINGS.c.account == account)
    with database.reading() as connection:
        rows = connection.execute(own.order_by(WARNINGS.c.id.desc()).limit(MOST_SHOWN))
        return [(row.time, row.text) for row in rows]
