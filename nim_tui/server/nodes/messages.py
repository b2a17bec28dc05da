"""Messages between the servers at one PostgreSQL.

A message is sent by NOTIFY in the transaction that stores its subject, so that it arrives after the
commit, in the order of commits, or not at all. It holds a kind and ids, never moves or chat: the
receiver reads the rows. What everybody may know and every server hears of all others is told
whole: who came and went, whose turn it is, talk in the lobby. Nothing is kept for a server that
does not listen: after a reconnect it reads everything again.
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
"""The channel that every server listens on, as an SQL expression: schemas of one database are
separate.
"""

LONGEST: Final = 7_900
"""The most bytes of a message; PostgreSQL takes fewer than 8,000."""


def table_channel(table: str) -> str:
    """Return the channel of a table, for the servers that hold it."""
    return f"t_{table}"


class NodeMessage(msgspec.Struct, frozen=True, tag=True):
    """A message between the servers at one database."""


class LineAdded(NodeMessage, frozen=True):
    """A line of a record was written, with this number."""

    table: str
    ply: int


class TablesChanged(NodeMessage, frozen=True):
    """Tables may have changed."""

    tables: list[str]


class PeopleMoved(NodeMessage, frozen=True):
    """Sessions of the sending node came, left or changed tables.

    Without `here` all must be read.
    """

    visits: list[int] | None = None
    """All that moved, for nodes of the version before, which read them."""
    gone: list[int] = []
    here: list[tuple[int, int, str, str | None]] | None = None
    """The sessions that came or moved: session, account, name, table."""


class BoardChanged(NodeMessage, frozen=True):
    """Offers, votes or stand-ins at a table have changed."""

    table: str


class LobbyLine(msgspec.Struct, frozen=True):
    """A chat message of the lobby, which everybody may read."""

    account: int
    name: str
    text: str
    time: float


class ChatLineAdded(NodeMessage, frozen=True):
    """A chat message with this number was written; one of the lobby is told whole."""

    id: int
    lobby: LobbyLine | None = None


class ToldAt(NodeMessage, frozen=True):
    """A sentence, with its forms and facts, for everyone at a table."""

    table: str
    told: list[str]
    facts: dict[str, str | int]


class ToldPeople(NodeMessage, frozen=True):
    """A sentence for these accounts, anywhere."""

    accounts: list[int]
    told: list[str]
    facts: dict[str, str | int]


class Asked(NodeMessage, frozen=True):
    """An offer at a table that these accounts have not answered."""

    table: str
    accounts: list[int]


class TurnsChanged(NodeMessage, frozen=True):
    """A game has started or stopped waiting for these people; some get a bell."""

    table: str
    changed: list[int]
    rung: list[int]
    waiting: list[int] | None = None
    """The seats that must move now; not told by nodes of the version before."""


class Invited(NodeMessage, frozen=True):
    """A table was set up with invited people."""

    table: str
    host: int


class Begun(NodeMessage, frozen=True):
    """A game starts; `by`, who started it, goes there anyway."""

    table: str
    by: int | None


class RematchMade(NodeMessage, frozen=True):
    """The rematch of a game was set up."""

    table: str
    again: str


class Reopened(NodeMessage, frozen=True):
    """The seats of these games have other people or names now."""

    tables: list[str]


class Closed(NodeMessage, frozen=True):
    """A table was closed by an admin."""

    table: str


class Excluded(NodeMessage, frozen=True):
    """An account was excluded from a table."""

    table: str
    account: int


class GuestLeft(NodeMessage, frozen=True):
    """A guest account was deleted."""

    account: int


KEPT: Final = "kept"
RENAMED: Final = "renamed"
BLOCKS: Final = "blocks"
FORGOTTEN: Final = "forgotten"
"""The ways an account changed: new key, new name, changed blocks, deleted."""


class AccountChanged(NodeMessage, frozen=True):
    """An account changed."""

    account: int
    how: str


class Announced(NodeMessage, frozen=True):
    """A line announced to everyone."""

    text: str


class MessageChanged(NodeMessage, frozen=True):
    """The message of the day has changed."""


class MessageSent(NodeMessage, frozen=True):
    """A private message with this number was sent."""

    id: int


class VacationChanged(NodeMessage, frozen=True):
    """An account began or ended a vacation."""

    account: int


class Slowed(NodeMessage, frozen=True):
    """The slow mode of the lobby has changed."""

    seconds: float


class Kicked(NodeMessage, frozen=True):
    """A session at one server ends with a last line."""

    node: int
    visit: int
    text: str


class Drained(NodeMessage, frozen=True):
    """One server hands its people over to the others, and stops."""

    node: int
    seconds: int


KEY_GONE: Final = N_("This key or browser was removed from your account.")
MERGED: Final = N_("An admin merged this account with another. Sign in again.")
ERASED: Final = N_("An admin deleted this account.")
"""The last lines of ended sessions."""


class SessionsEnded(NodeMessage, frozen=True):
    """Sessions end with a last line: those of banned people, accounts or keys."""

    kind: str
    subjects: list[str]
    text: str = ""


AnyMessage = (
    LineAdded | TablesChanged | PeopleMoved | BoardChanged | ChatLineAdded | ToldAt | ToldPeople
    | Asked | TurnsChanged | Invited | Begun | RematchMade | Reopened | Closed | Excluded
    | GuestLeft | AccountChanged | Announced | Slowed | SessionsEnded | Kicked | Drained
    | MessageChanged | VacationChanged | MessageSent
)  # fmt: skip

_AT_TABLE: Final = (LineAdded, BoardChanged)
"""The kinds of messages sent only to nodes that hold the table."""


def notify(database: Database, connection: Connection, *messages: NodeMessage) -> None:
    """Tell other servers something at the end of this transaction; no effect without others."""
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
    """Tell other servers of something already stored. Raises StorageError."""
    with database.counting() as connection:
        notify(database, connection, *messages)


def _encoded(node: int, message: NodeMessage) -> Iterator[str]:
    """Encode a message of this node; a long one is split, list by list."""
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

    None for an unknown kind, such as of a later version, and for invalid text.
    """
    node, _space, body = text.partition(" ")
    try:
        message: AnyMessage = msgspec.json.decode(body, type=AnyMessage)
        return int(node), message
    except (msgspec.DecodeError, ValueError):
        return 0, None


MOST_UNTOLD: Final = 1000
"""The most messages waiting for the database; older ones are dropped."""


class Outbox:
    """Messages that belong to no stored row; they wait while the database is unavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._untold: deque[NodeMessage] = deque(maxlen=MOST_UNTOLD)
        self._telling = LatestWrite(database, self._tell_now)

    def tell(self, *messages: NodeMessage) -> None:
        """Send messages to the others, in order."""
        self._untold.extend(messages)
        self.keep()

    def keep(self) -> None:
        """Retry unsent messages."""
        if self._untold:
            self._telling.keep()

    async def _tell_now(self) -> None:
        messages = tuple(self._untold)
        self._untold.clear()
        try:
            if messages:
                await self._database.look(tell_nodes, *messages)
        except StorageError:  # the next check retries
            self._untold.extendleft(reversed(messages))
