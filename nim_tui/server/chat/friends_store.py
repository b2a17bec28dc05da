"""Storage of followed players and of private messages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from nim_tui.server.chat.store import LONGEST_CHAT_LINE
from nim_tui.server.nodes.messages import MessageSent, notify
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import ACCOUNTS, BLOCKS, FOLLOWS, PRIVATE_MESSAGES
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_, Refusal

MOST_FOLLOWED: Final = 200
"""People that one person may follow."""
MOST_KEPT: Final = 200
"""The most messages kept between two people; older ones are deleted."""
MOST_UNREAD: Final = 20
"""The most unread messages from one person to another; further ones are refused."""
MOST_TALKS: Final = 100
"""The most conversations listed."""

_M: Final = PRIVATE_MESSAGES.c


class CannotFollow(Refusal):
    """A person cannot be followed; the message says why."""


class CannotSend(Refusal):
    """A private message cannot be sent; the message says why."""


# Followed players


def follow(database: Database, account: int, other: int) -> None:
    """Follow a person; no effect if already followed. Raises CannotFollow, StorageError."""
    if account == other:
        raise CannotFollow(N_("that is you"))
    with database.writing() as connection:
        own = FOLLOWS.c.account == account
        count = connection.execute(select(func.count()).select_from(FOLLOWS).where(own))
        if count.scalar_one() >= MOST_FOLLOWED:
            raise CannotFollow(N_("you already follow {most} people"), most=MOST_FOLLOWED)
        connection.execute(delete(FOLLOWS).where(own, FOLLOWS.c.followed == other))
        connection.execute(insert(FOLLOWS).values(account=account, followed=other))


def unfollow(database: Database, account: int, other: int) -> None:
    """Stop following a person. Raises StorageError."""
    with database.writing() as connection:
        own = (FOLLOWS.c.account == account, FOLLOWS.c.followed == other)
        connection.execute(delete(FOLLOWS).where(*own))


def followed_by(database: Database, account: int) -> dict[int, str]:
    """Return the accounts that one follows, by number and name. Raises StorageError."""
    query = (
        select(ACCOUNTS.c.id, ACCOUNTS.c.name)
        .join(FOLLOWS, FOLLOWS.c.followed == ACCOUNTS.c.id)
        .where(FOLLOWS.c.account == account)
    )
    with database.reading() as connection:
        return {row.id: row.name for row in connection.execute(query)}


def followers_of(database: Database, account: int) -> set[int]:
    """Return the followers of an account where neither has blocked the other.

    Raises StorageError.
    """
    query = select(FOLLOWS.c.account).where(FOLLOWS.c.followed == account)
    with database.reading() as connection:
        return set(connection.execute(query).scalars()) - _apart_from(connection, account)


def _apart_from(connection: Connection, account: int) -> set[int]:
    """Return the accounts that one has blocked, or that have blocked it."""
    blocked = select(BLOCKS.c.blocked).where(BLOCKS.c.account == account)
    blockers = select(BLOCKS.c.account).where(BLOCKS.c.blocked == account)
    return {*connection.execute(blocked).scalars(), *connection.execute(blockers).scalars()}


# Private messages


@dataclass(frozen=True, slots=True)
class PrivateLine:
    """A private message: its number, writer, reader, text, and time (seconds since 1970)."""

    id: int
    writer: int
    name: str
    """The name of the writer."""
    reader: int
    text: str
    time: float


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation: the other person, the last message, and the number of unread ones."""

    account: int
    name: str
    last: PrivateLine
    unread: int


def send(database: Database, writer: int, reader: int, text: str) -> int:
    """Store a private message and notify the nodes; return its number.

    A writer whom the reader has blocked learns nothing of it: the message is stored, and hidden.
    Raises UnsuitableText, CannotSend, StorageError.
    """
    line = plain_line(text, LONGEST_CHAT_LINE)
    if writer == reader:
        raise CannotSend(N_("that is you"))
    with database.writing() as connection:
        way = and_(_M.writer == writer, _M.reader == reader)
        unread = select(func.count()).select_from(PRIVATE_MESSAGES).where(way, _M.read.is_(None))
        if connection.execute(unread).scalar_one() >= MOST_UNREAD:
            raise CannotSend(
                N_("they have not read your last {most} messages yet"), most=MOST_UNREAD
            )
        row = {"writer": writer, "reader": reader, "text": line, "time": database.now()}
        added = insert(PRIVATE_MESSAGES).values(row).returning(_M.id)
        number = int(connection.execute(added).scalar_one())
        _forget_old(connection, _between(writer, reader))
        notify(database, connection, MessageSent(number))
    return number


def _between(one: int, other: int) -> ColumnElement[bool]:
    return or_(
        and_(_M.writer == one, _M.reader == other), and_(_M.writer == other, _M.reader == one)
    )


def _forget_old(connection: Connection, which: ColumnElement[bool]) -> None:
    newest = select(_M.id).where(which).order_by(_M.id.desc()).offset(MOST_KEPT).limit(1)
    old = connection.execute(newest).scalar()
    if old is not None:
        connection.execute(delete(PRIVATE_MESSAGES).where(which, _M.id <= old))


_LINES: Final = select(PRIVATE_MESSAGES, ACCOUNTS.c.name).join(
    ACCOUNTS, ACCOUNTS.c.id == PRIVATE_MESSAGES.c.writer
)


def _line(row: Any) -> PrivateLine:
    return PrivateLine(row.id, row.writer, row.name, row.reader, row.text, row.time)


def message_numbered(database: Database, number: int) -> PrivateLine | None:
    """Return a message, unless its reader has blocked its writer. Raises StorageError."""
    hides = and_(BLOCKS.c.account == _M.reader, BLOCKS.c.blocked == _M.writer)
    query = _LINES.outerjoin(BLOCKS, hides).where(_M.id == number, BLOCKS.c.account.is_(None))
    with database.reading() as connection:
        row = connection.execute(query).first()
        return None if row is None else _line(row)


def talk_with(database: Database, own: int, other: int, most: int = 50) -> list[PrivateLine]:
    """Return the messages between two people, oldest first, and mark them read by `own`.

    Those of a blocked person are left out, and stay unread. Raises StorageError.
    """
    with database.writing() as connection:
        shown = _between(own, other)
        if other in blocked_here(connection, own):
            shown = and_(_M.writer == own, _M.reader == other)
        query = _LINES.where(shown).order_by(_M.id.desc()).limit(most)
        lines = [_line(row) for row in connection.execute(query)][::-1]
        read = [one.id for one in lines if one.reader == own]
        unread = (_M.id.in_(read), _M.read.is_(None))
        connection.execute(update(PRIVATE_MESSAGES).where(*unread).values(read=database.now()))
    return lines


def blocked_here(connection: Connection, account: int) -> Collection[int]:
    """Return the accounts that one has blocked, within a transaction."""
    query = select(BLOCKS.c.blocked).where(BLOCKS.c.account == account)
    return set(connection.execute(query).scalars())


def talks_of(database: Database, own: int) -> Sequence[Talk]:
    """Return the conversations of an account, newest first, without blocked people.

    Raises StorageError.
    """
    with database.reading() as connection:
        blocked = blocked_here(connection, own)
        other = case((_M.writer == own, _M.reader), else_=_M.writer)
        mine = or_(_M.writer == own, _M.reader == own)
        newest = select(func.max(_M.id)).where(mine).group_by(other)
        query = _LINES.where(_M.id.in_(newest)).order_by(_M.id.desc()).limit(2 * MOST_TALKS)
        lines = [_line(row) for row in connection.execute(query)]
        last = {one.writer if one.reader == own else one.reader: one for one in lines}
        unread = _unread(connection, own)
        names = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(last))
        called = {row.id: row.name for row in connection.execute(names)}
    return [
        Talk(account, called[account], line, unread.get(account, 0))
        for account, line in last.items()
        if account in called and account not in blocked
    ][:MOST_TALKS]


def _unread(connection: Connection, own: int) -> dict[int, int]:
    query = select(_M.writer, func.count()).where(_M.reader == own, _M.read.is_(None))
    rows = connection.execute(query.group_by(_M.writer))
    return {row[0]: row[1] for row in rows}


def unread_of(database: Database, own: int) -> int:
    """Return the number of unread messages of people who are not blocked. Raises StorageError."""
    with database.reading() as connection:
        blocked = blocked_here(connection, own)
        return sum(n for one, n in _unread(connection, own).items() if one not in blocked)
