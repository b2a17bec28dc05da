"""Messages between the servers at one PostgreSQL, and how they are sent.

A message is sent by NOTIFY in the transaction that stores its subject, so that it is heard after
the commit, in the order of commits, or not at all. It holds a kind and ids, never moves or chat:
the receiver reads the rows. Nothing is kept for a server that does not listen: after a reconnect it
reads everything again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Connection, func, literal, literal_column, select

from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.off_loop import LatestWrite
from rules.messages import N_

CHANNEL: Final = "'nim_tui_' || md5(current_schema())"
"""The channel on which every server listens, as PostgreSQL makes its name: houses in schemas of one
database are apart."""

LONGEST: Final = 7_900
"""Bytes of a message; PostgreSQL takes fewer than 8,000."""


def table_channel(table: str) -> str:
    """Return the channel of a table, on which those servers listen where it is held."""
    return f"t_{table}"


class NodeMessage(msgspec.Struct, frozen=True, tag=True):
    """A message between the servers at one database."""


class LineAdded(NodeMessage, frozen=True):
    """A line of a record was written, which has this number."""

    table: str
    ply: int


class TablesChanged(NodeMessage, frozen=True):
    """Tables may have changed."""

    tables: list[str]


class PeopleMoved(NodeMessage, frozen=True):
    """Sessions of the sending node came, left or changed tables.

    Without ids: so many that all are to be read.
    """

    visits: list[int] | None = None


class BoardChanged(NodeMessage, frozen=True):
    """Offers, votes or stand-ins at a table are other than before."""

    table: str


class ChatLineAdded(NodeMessage, frozen=True):
    """A chat message with this number was written."""

    id: int


class ToldAt(NodeMessage, frozen=True):
    """A sentence, its forms and facts, for everyone who looks at a table."""

    table: str
    told: list[str]
    facts: dict[str, str | int]


class ToldPeople(NodeMessage, frozen=True):
    """A sentence for these people, wherever they are."""

    accounts: list[int]
    told: list[str]
    facts: dict[str, str | int]


class Asked(NodeMessage, frozen=True):
    """An offer stands at a table, which these people have not answered."""

    table: str
    accounts: list[int]


class TurnsChanged(NodeMessage, frozen=True):
    """Games have started or stopped waiting for these people; some get a bell."""

    table: str
    changed: list[int]
    rung: list[int]


class Invited(NodeMessage, frozen=True):
    """A table was set up with invited people."""

    table: str
    host: int


class Begun(NodeMessage, frozen=True):
    """A game starts; `by`, who started it, goes there in any case."""

    table: str
    by: int | None


class RematchMade(NodeMessage, frozen=True):
    """The rematch of a game was set up."""

    table: str
    again: str


class Reopened(NodeMessage, frozen=True):
    """The seats of these games are other people's, or have other names now."""

    tables: list[str]


class Closed(NodeMessage, frozen=True):
    """A table was closed by an admin."""

    table: str


class GuestLeft(NodeMessage, frozen=True):
    """A guest account was deleted."""

    account: int


KEPT: Final = "kept"
RENAMED: Final = "renamed"
BLOCKS: Final = "blocks"
FORGOTTEN: Final = "forgotten"
"""The ways an account changed: a new key, a new name, other blocks, or deleted."""


class AccountChanged(NodeMessage, frozen=True):
    """An account changed."""

    account: int
    how: str


class Announced(NodeMessage, frozen=True):
    """A line announced to everyone."""

    text: str


class Slowed(NodeMessage, frozen=True):
    """So often people may say something in the lobby."""

    seconds: float


KEY_GONE: Final = N_("This key or browser was removed from your account.")
MERGED: Final = N_("An admin merged this account with another. Sign in again.")
ERASED: Final = N_("An admin deleted this account.")
"""Last lines of sessions that end so."""


class SessionsEnded(NodeMessage, frozen=True):
    """Sessions end with a last line: of who is banned, or of accounts or keys."""

    kind: str
    subjects: list[str]
    text: str = ""


AnyMessage = (
    LineAdded | TablesChanged | PeopleMoved | BoardChanged | ChatLineAdded | ToldAt | ToldPeople
    | Asked | TurnsChanged | Invited | Begun | RematchMade | Reopened | Closed | GuestLeft
    | AccountChanged | Announced | Slowed | SessionsEnded
)  # fmt: skip

_AT_TABLE: Final = (LineAdded, BoardChanged)
"""The kinds of messages for nodes that hold the table only."""


def notify(database: Database, connection: Connection, *messages: NodeMessage) -> None:
    """Tell other servers something once this transaction is done; nothing where there are none."""
    node = database.node
    if node is None:
        return
    for message in messages:
        channel: ColumnElement[str] = literal_column(CHANNEL)
        if isinstance(message, _AT_TABLE):
            channel = literal(table_channel(message.table))
        for text in _encoded(node, message):
            connection.execute(select(func.pg_notify(channel, text)))


def tell_nodes(database: Database, *messages: NodeMessage) -> None:
    """Tell other servers something that is stored already. Raises StorageError."""
    with database.counting() as connection:
        notify(database, connection, *messages)


def _encoded(node: int, message: NodeMessage) -> Iterator[str]:
    """Encode a message of this node; one that is too long is told in parts, list by list."""
    text = f"{node} {msgspec.json.encode(message).decode()}"
    if len(text.encode()) <= LONGEST:
        yield text
        return
    lists = {
        name: value
        for name, value in msgspec.structs.asdict(message).items()
        if isinstance(value, list) and len(value) > 1
    }
    if not lists:
        raise ValueError(f"{type(message).__name__} is too long to be told")
    name = max(lists, key=lambda one: len(lists[one]))
    half = len(lists[name]) // 2
    for part in (lists[name][:half], lists[name][half:]):
        yield from _encoded(node, msgspec.structs.replace(message, **{name: part}))


def decoded(text: str) -> tuple[int, AnyMessage | None]:
    """Return the node that sent a message and the message.

    None for one of a later version that is not known here, and for what no server sent.
    """
    node, _space, body = text.partition(" ")
    try:
        message: AnyMessage = msgspec.json.decode(body, type=AnyMessage)
        return int(node), message
    except (msgspec.DecodeError, ValueError):
        return 0, None


MOST_UNTOLD: Final = 1000
"""Messages that wait for a database that does not answer; older ones are lost."""


class Outbox:
    """Messages that are stored with nothing else; they wait for a database that is away."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._untold: deque[NodeMessage] = deque(maxlen=MOST_UNTOLD)
        self._telling = LatestWrite(database, self._tell_now)

    def tell(self, *messages: NodeMessage) -> None:
        """Tell the others something, in order."""
        self._untold.extend(messages)
        self.keep()

    def keep(self) -> None:
        """Try again what could not be told."""
        if self._untold:
            self._telling.keep()

    async def _tell_now(self) -> None:
        messages = tuple(self._untold)
        self._untold.clear()
        try:
            if messages:
                await self._database.look(tell_nodes, *messages)
        except StorageError:  # the next look tries it again
            self._untold.extendleft(reversed(messages))
