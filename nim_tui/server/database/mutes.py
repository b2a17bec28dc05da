"""Who may say nothing, and until when."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, insert, select

from nim_tui.server.database.connection import Database
from nim_tui.server.database.schema import MUTES
from rules.messages import N_, Refusal


class Muted(Refusal):
    """Somebody may say nothing here; the message says until when."""


def mute(database: Database, account: int, ends: float | None) -> None:
    """Let somebody say nothing until then, or (None) for good; what was before is replaced."""
    with database.writing() as connection:
        connection.execute(delete(MUTES).where(MUTES.c.account == account))
        connection.execute(insert(MUTES).values(account=account, ends=ends))


def unmute(database: Database, account: int) -> bool:
    """Let somebody talk again; whether they were muted."""
    with database.writing() as connection:
        is_on = (MUTES.c.ends.is_(None)) | (MUTES.c.ends > database.now())
        was = connection.execute(select(MUTES.c.account).where(MUTES.c.account == account, is_on))
        was_muted = was.first() is not None
        connection.execute(delete(MUTES).where(MUTES.c.account == account))
    return was_muted


def check_not_muted(database: Database, account: int) -> None:
    """Raises Muted for whom may say nothing."""
    with database.reading() as connection:
        query = select(MUTES.c.ends).where(MUTES.c.account == account)
        row = connection.execute(query).first()
    if row is None:
        return
    if row.ends is None:
        raise Muted(N_("an admin has muted you"))
    if row.ends > database.now():
        until = datetime.fromtimestamp(row.ends).strftime("%Y-%m-%d %H:%M")
        raise Muted(N_("an admin has muted you until {time}"), time=until)
