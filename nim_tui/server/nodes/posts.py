"""The posts by which nodes tell each other news.

A row is written in the transaction of the change it tells of, where that change is one of this
package. All writers take turns, so rows become visible in the order of their numbers. NOTIFY only
wakes the readers.
"""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import PLAYERS, POSTS
from rules.messages import N_


class Post(msgspec.Struct, frozen=True, tag=True):
    """Something that other nodes are told."""


class LineAdded(Post, frozen=True):
    """A line of a record was written: this one, so that who has all before it need not read it."""

    table: str
    ply: int
    line: str


class TablesChanged(Post, frozen=True):
    """These tables are other than before, or may be."""

    tables: list[str]


class Session(msgspec.Struct, frozen=True, array_like=True):
    """The account of a session, and the table on its screen."""

    visit: int
    account: int
    name: str
    at: str | None


class PeopleMoved(Post, frozen=True):
    """Sessions of a node that came or are at another table, and those that ended.

    Without them, so many that all are to be read.
    """

    here: list[Session] | None = None
    gone: list[int] = []


class BoardChanged(Post, frozen=True):
    """A post with the public state of a table beside its moves."""

    table: str
    board: str


class Said(Post, frozen=True):
    """A line of talk."""

    id: int
    place: str | None
    account: int | None
    name: str
    text: str
    time: float
    channel: str = PLAYERS


class ToldAt(Post, frozen=True):
    """All who look at a table are told something: the forms of a sentence, and its facts."""

    table: str
    told: list[str]
    facts: dict[str, str | int]


class ToldPeople(Post, frozen=True):
    """These people are told something, wherever they are."""

    accounts: list[int]
    told: list[str]
    facts: dict[str, str | int]


class Asked(Post, frozen=True):
    """An offer stands at a table, which these people have not answered."""

    table: str
    accounts: list[int]


class TurnsChanged(Post, frozen=True):
    """A game has come to wait for these people or does so no longer; bells ring for some."""

    table: str
    changed: list[int]
    rung: list[int]


class Invited(Post, frozen=True):
    """A table was set up, to which people are invited."""

    table: str
    host: int


class Begun(Post, frozen=True):
    """A game begins; who began it (`by`) goes there in any case."""

    table: str
    by: int | None


class RematchMade(Post, frozen=True):
    """The rematch of a game was set up."""

    table: str
    again: str


class Reopened(Post, frozen=True):
    """The seats of these games are other people's, or have other names now."""

    tables: list[str]


class Closed(Post, frozen=True):
    """A table was closed by an admin."""

    table: str


class GuestLeft(Post, frozen=True):
    """A guest has left for good."""

    account: int


KEPT: Final = "kept"
RENAMED: Final = "renamed"
BLOCKS: Final = "blocks"
FORGOTTEN: Final = "forgotten"
"""How an account changed: a key opens it now, it has another name, hears of others than before, or
nothing known of it holds any more."""


class AccountChanged(Post, frozen=True):
    """An account changed."""

    account: int
    how: str


class Announced(Post, frozen=True):
    """Everybody is told a line."""

    text: str


class Slowed(Post, frozen=True):
    """So often people may say something in the lobby."""

    seconds: float


KEY_GONE: Final = N_("This key or browser opens your account no longer.")
MERGED: Final = N_("An admin has made this account one with another: come back.")
ERASED: Final = N_("An admin has deleted this account.")
"""Last lines of sessions that end so."""


class SessionsEnded(Post, frozen=True):
    """Sessions end with a last line: of who is banned, or of accounts or keys."""

    kind: str
    subjects: list[str]
    text: str = ""


class KeyCalled(Post, frozen=True):
    """Somebody wants a place of a key that has no more: its sessions are asked to answer."""

    key: str


class Order(Post, frozen=True):
    """The owner of a table is asked to do something there."""

    number: int
    node: int
    table: str
    act: str
    account: int
    seat: int


class Answered(Post, frozen=True):
    """How it went: why not, or nothing."""

    number: int
    node: int
    reason: str = ""
    facts: dict[str, str | int] = {}


class AdminAsked(Post, frozen=True):
    """An admin of one node asks something (`order`, as JSON) of another (`at`)."""

    number: int
    node: int
    at: int
    order: str


class AdminAnswered(Post, frozen=True):
    """The result of an admin's order, as JSON."""

    number: int
    node: int
    answer: str


AnyPost = (
    LineAdded | TablesChanged | PeopleMoved | BoardChanged | Said | ToldAt | ToldPeople | Asked
    | TurnsChanged | Invited | Begun | RematchMade | Reopened | Closed | GuestLeft | AccountChanged
    | Announced | Slowed | SessionsEnded | KeyCalled | Order | Answered
    | AdminAsked | AdminAnswered
)  # fmt: skip


CHANNEL: Final = "nim_tui"
"""By which nodes wake each other."""

LASTING: Final = 600.0
"""Seconds for which posts are kept: a node that slept longer begins anew."""

AT_ONCE: Final = 500
"""Posts that are read at once."""

_ADD: Final = insert(POSTS)


def post(database: Database, connection: Connection, *posts: Post) -> None:
    """Tell other nodes something, once this transaction is done; nothing where there are none."""
    node = database.node
    if node is None or not posts:
        return
    now = database.now()
    bodies = (msgspec.json.encode(one).decode() for one in posts)
    connection.execute(_ADD, [{"node": node, "body": body, "time": now} for body in bodies])
    connection.execute(select(func.pg_notify(CHANNEL, _wake(posts[-1]))))


def _wake(last: Post) -> str:
    return f"{last.table} {last.ply}" if isinstance(last, LineAdded) else "lobby"


def tell_nodes(database: Database, *posts: Post) -> None:
    """Tell other nodes something. Raises StorageError."""
    with database.writing() as connection:
        post(database, connection, *posts)


def last_post(database: Database) -> int:
    """The number of the last post; 0 before there was one. Raises StorageError."""
    with database.reading() as connection:
        return connection.execute(select(func.max(POSTS.c.id))).scalar() or 0


def posts_since(database: Database, number: int) -> list[tuple[int, int, AnyPost | None]]:
    """The next posts after one, in order, each with its number and node.

    None for what a node of a later version tells that is not known here. Raises StorageError.
    """
    query = select(POSTS.c.id, POSTS.c.node, POSTS.c.body).where(POSTS.c.id > number)
    with database.reading() as connection:
        rows = connection.execute(query.order_by(POSTS.c.id).limit(AT_ONCE)).all()
    return [(row.id, row.node, _decoded(row.body)) for row in rows]


def _decoded(body: str) -> AnyPost | None:
    try:
        decoded: AnyPost = msgspec.json.decode(body, type=AnyPost)
    except msgspec.ValidationError:
        return None
    return decoded


def forget_posts(database: Database) -> None:
    """Forget what everybody has read. Raises StorageError."""
    with database.writing() as connection:
        connection.execute(delete(POSTS).where(POSTS.c.time < database.now() - LASTING))
