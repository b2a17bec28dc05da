"""Mutes, slow mode and warnings."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import ceil
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from nim_tui.server.moderation.bans import in_utc
from nim_tui.server.rate_limit import RateLimit, TooOften
from nim_tui.server.storage.database import Database, Sign, unsigned
from nim_tui.server.storage.schema import ACCOUNTS, MUTES, WARNINGS
from nim_tui.server.untrusted_text import plain_line, skeleton
from rules.messages import N_, Refusal


class Muted(Refusal):
    """The account is muted; the message says until when."""


def mute(database: Database, account: int, ends: float | None, sign: Sign = unsigned) -> None:
    """Mute an account until a time or (None) for good; replaces an earlier mute."""
    with database.writing() as connection:
        sign(connection)
        connection.execute(delete(MUTES).where(MUTES.c.account == account))
        connection.execute(insert(MUTES).values(account=account, ends=ends))


def unmute(database: Database, account: int, sign: Sign = unsigned) -> bool:
    """Unmute an account; return whether it was muted."""
    with database.writing() as connection:
        is_on = (MUTES.c.ends.is_(None)) | (MUTES.c.ends > database.now())
        was = connection.execute(select(MUTES.c.account).where(MUTES.c.account == account, is_on))
        was_muted = was.first() is not None
        if was_muted:
            sign(connection)
        connection.execute(delete(MUTES).where(MUTES.c.account == account))
    return was_muted


def check_not_muted(database: Database, account: int) -> None:
    """Check that an account is not muted. Raises Muted."""
    with database.reading() as connection:
        check_may_say(connection, account, database.now())


def check_may_say(connection: Connection, account: int, now: float) -> None:
    """Check that an account is not muted, within a transaction."""
    query = select(MUTES.c.ends).where(MUTES.c.account == account)
    row = connection.execute(query).first()
    if row is None:
        return
    if row.ends is None:
        raise Muted(N_("an admin muted you"))
    if row.ends > now:
        raise Muted(N_("an admin muted you until {time} UTC"), time=in_utc(row.ends))


def check_words(
    connection: Connection, account: int, now: float, title: str, invited: Iterable[str] = ()
) -> None:
    """Raise Muted if a muted account would show its own words to others.

    Such words are its titles, and names of invited people that no account has.
    """
    try:
        check_may_say(connection, account, now)
    except Muted as muted:
        if title.strip():
            raise Muted(N_("an admin muted you: leave the title empty")) from muted
        if not all(_is_called(connection, name) for name in invited):
            raise Muted(N_("an admin muted you: invite players by their account names")) from muted


def _is_called(connection: Connection, name: str) -> bool:
    same = select(ACCOUNTS.c.id).where(ACCOUNTS.c.skeleton == skeleton(name[:100]))
    return connection.execute(same.limit(1)).first() is not None


class SlowModeActive(Refusal):
    """Slow mode is on; the message says how long to wait."""


class SlowMode:
    """Slow mode: the time since each person's last message, at any node."""

    def __init__(self, seconds: float, database: Database, *, shared: bool) -> None:
        """`shared`: messages at all servers count."""
        self._database = database
        self._shared = shared
        self.set(seconds)

    def set(self, seconds: float) -> None:
        """Set the seconds between messages of one person; 0: no limit."""
        self.seconds = seconds
        """The seconds between two messages of one person."""
        kind = f"slow {seconds:g}"[:20]
        self._limit = RateLimit(self._database, kind, 1, seconds, shared=self._shared)

    def check(self, who: Hashable) -> None:
        """Check that an account may write now, as far as is known here. Raises SlowModeActive."""
        try:
            self._limit.check(who)
        except TooOften as refusal:
            raise self._too_soon(refusal.left) from None

    async def take(self, who: Hashable) -> None:
        """Count a message now. Raises SlowModeActive, StorageError."""
        if self.seconds <= 0:
            return
        try:
            await self._limit.take(who)
        except TooOften as refusal:
            raise self._too_soon(refusal.left) from None

    def _too_soon(self, left: float) -> SlowModeActive:
        return SlowModeActive(
            N_("slow mode: one message every {seconds} s; wait {left} s"),
            seconds=ceil(self.seconds),
            left=ceil(left),
        )


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
