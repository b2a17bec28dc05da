"""Storage of chat messages, and the most that one may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, insert, select

from nim_tui.server.accounts.store import no_such_account
from nim_tui.server.nodes.messages import ChatLineAdded, LobbyLine, notify
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import ACCOUNTS, CHAT, PLAYERS
from nim_tui.server.untrusted_text import plain_line

LONGEST_CHAT_LINE: Final = 300
"""The most cells of a text for other people: chat, report, announcement."""
MOST_KEPT: Final = 200
"""The most messages kept in the lobby, of each club and at each table; older ones are deleted."""

# Made once: people chat often, and making a statement takes longer than running it.
_NAME: Final = select(ACCOUNTS.c.name).where(ACCOUNTS.c.id == bindparam("account"))
_ADD: Final = insert(CHAT).returning(CHAT.c.id)


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A chat message: its number, author, text, and time (seconds since 1970)."""

    id: int
    account: int | None
    name: str
    text: str
    time: float
    channel: str = PLAYERS


def club_channel(club: int) -> str:
    """Return the channel of a club, in the lobby."""
    return f"c{club}"


def club_of(channel: str) -> int | None:
    """Return the club of a channel; None for one of the lobby or of tables."""
    number = channel[1:]
    return int(number) if channel[:1] == "c" and number.isdecimal() else None


def say(
    database: Database,
    account: int,
    text: str,
    table: str | None = None,
    channel: str = PLAYERS,
) -> ChatLine:
    """Store a message in a channel at a table, or in the lobby (None), and notify the nodes.

    Raises UnsuitableText, NoSuchAccount, StorageError (for an unknown table).
    """
    line = plain_line(text, LONGEST_CHAT_LINE)
    now = database.now()
    with database.writing(f"chat {table or ''}") as connection:
        name = connection.execute(_NAME, {"account": account}).scalar()
        if name is None:
            raise no_such_account(account)
        row = {"table": table, "account": account, "name": name, "text": line, "time": now}
        row["channel"] = channel
        number = connection.execute(_ADD, row).scalar_one()
        _forget_old(connection, table, channel)
        is_public = table is None and channel == PLAYERS
        told = LobbyLine(account, name, line, now) if is_public else None
        notify(database, connection, ChatLineAdded(number, told))
    return ChatLine(number, account, name, line, now, channel)


def _at(table: str | None) -> ColumnElement[bool]:
    return CHAT.c.table.is_(None) if table is None else CHAT.c.table == table


def _newest_old(place: ColumnElement[bool]) -> Select[tuple[int]]:
    """Return the newest message beyond the limit of a place and channel.

    Channels have separate limits: otherwise activity in one could be noticed in another.
    """
    channel = CHAT.c.channel == bindparam("channel")
    own = select(CHAT.c.id).where(place, channel)
    return own.order_by(CHAT.c.id.desc()).offset(MOST_KEPT).limit(1)


_OLD_IN_LOBBY: Final = _newest_old(CHAT.c.table.is_(None))
_OLD_AT_TABLE: Final = _newest_old(CHAT.c.table == bindparam("table"))


def _forget_old(connection: Connection, table: str | None, channel: str) -> None:
    query = _OLD_IN_LOBBY if table is None else _OLD_AT_TABLE
    newest_old = connection.execute(query, {"table": table, "channel": channel}).scalar()
    if newest_old is not None:
        old = (CHAT.c.channel == channel, CHAT.c.id <= newest_old)
        connection.execute(delete(CHAT).where(_at(table), *old))


_LINE: Final = (
    CHAT.c.id, CHAT.c.account, CHAT.c.name, CHAT.c.text, CHAT.c.time, CHAT.c.channel,
)  # fmt: skip
"""The columns of a ChatLine."""


def said(
    database: Database,
    table: str | None = None,
    channel: str = PLAYERS,
    *,
    most: int = 50,
    after: int = 0,
) -> list[ChatLine]:
    """Return the chat messages of a channel at a table or in the lobby (None), newest first.

    `after`: the number of a message; only messages after it are returned.
    """
    query = (
        select(*_LINE)
        .where(_at(table), CHAT.c.channel == channel, CHAT.c.id > after)
        .order_by(CHAT.c.id.desc())
        .limit(max(0, min(most, MOST_KEPT)))
    )
    with database.reading() as connection:
        return [ChatLine(*row) for row in connection.execute(query)]


def line_numbered(database: Database, number: int) -> tuple[str | None, ChatLine] | None:
    """Return a message with its table; None once it is deleted."""
    query = select(CHAT.c.table, *_LINE).where(CHAT.c.id == number)
    with database.reading() as connection:
        row = connection.execute(query).first()
    return None if row is None else (row[0], ChatLine(*row[1:]))
