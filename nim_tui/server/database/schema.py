"""The tables of the database. Times are seconds since 1970 (UTC); JSON is kept as text."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData()

OPEN, RUNNING, OVER = "open", "running", "over"
"""What a table can be: seats are being taken, the game is played, it is over."""

PLAYERS, SPECTATORS = "players", "spectators"
"""Channels of talk at a table; the lobby has the first alone."""

PUBLIC, PRIVATE = "public", "private"
"""Who may see a table: everybody, or only who hosts it, sits at it or is invited."""


def _account(name: str = "account", **more: Any) -> Column[int]:
    """A column that names an account, and forgets it when the account goes."""
    return Column(name, ForeignKey("accounts.id", ondelete="SET NULL"), index=True, **more)


def _owner(**more: Any) -> Column[int]:
    """A column that names the account a row belongs to and goes with."""
    return Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, **more)


def _table(**more: Any) -> Column[str]:
    """A column that names the table a row belongs to and goes with."""
    return Column("table", ForeignKey("tables.id", ondelete="CASCADE"), **more)


NOBODY: Final = "-"
"""The skeleton of whom a seat is kept for by a name that nobody had: no name has it."""

SCHEMA: Final = Table("nim_tui_schema", METADATA, Column("version", Integer, nullable=False))

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("skeleton", String(100), nullable=False, unique=True),
    Column("folded", String(100), nullable=False, unique=True),
    Column("settings", Text, nullable=False, default="{}"),
    Column("is_guest", Boolean, nullable=False, default=False),
    Column("created", Double, nullable=False),
    Column("last_seen", Double, nullable=False),
    sqlite_autoincrement=True,
)
"""Where the database was made so, no number is given twice: a guest's might still be known."""

KEYS: Final = Table(
    "keys",
    METADATA,
    Column("fingerprint", String(100), primary_key=True),
    _owner(index=True),
    Column("added", Double, nullable=False),
    Column("name", String(40), nullable=False, default="", server_default=""),
)
"""`name`: what its holder calls it."""

CODES: Final = Table(
    "codes",
    METADATA,
    _owner(primary_key=True),
    Column("salt", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("made", Double, nullable=False),
    Column("tries", Integer, nullable=False, default=0),
)

INVITATIONS: Final = Table(
    "invitations",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), index=True),
    Column("made", Double, nullable=False),
    Column("ends", Double, nullable=False),
    Column("used", Double),
)
"""`account` invites, nobody for an admin; one that was used is kept until it `ends`, to count."""

BANS: Final = Table(
    "bans",
    METADATA,
    Column("kind", String(10), primary_key=True),
    Column("subject", String(100), primary_key=True),
    Column("reason", String(200), nullable=False),
    Column("made_by", String(40), nullable=False),
    Column("added", Double, nullable=False),
    Column("ends", Double),
)
"""`kind` and `subject` are those of `bans.Banned`."""

MUTES: Final = Table(
    "mutes",
    METADATA,
    _owner(primary_key=True),
    Column("ends", Double),
)
"""Who may say nothing, until it `ends`."""

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("header", Text, nullable=False),
    Column("title", String(100), nullable=False),
    Column("sought", String(200), nullable=False),
    _account("host"),
    Column("visibility", String(10), nullable=False),
    Column("status", String(10), nullable=False),
    Column("clock", Text),
    Column("created", Double, nullable=False),
    Column("last_move", Double, nullable=False),
    Column("moves", Integer, nullable=False, default=0),
    Column("plies", Integer, nullable=False, default=0),
    Column("result", Text),
    Column("rated_from", Integer, server_default="0"),
    Index("tables_by_status", "status", "last_move"),
    Index("tables_by_age", "status", "created"),
)
"""`moves` counts those that stand, `plies` all lines of the record; `result` is a line `Over`.

The game is rated if it has at least `rated_from` moves; without that number it is casual."""

SEATS: Final = Table(
    "seats",
    METADATA,
    _table(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Column("sought", String(100), nullable=False),
    _account(),
    Column("invited", String(40)),
    Column("invited_skeleton", String(100), index=True),
    Column("bot", String(40)),
    Column("stand_in", String(40)),
    Column("must_move", Boolean, nullable=False, default=False),
    Column("used", Double, nullable=False, default=0.0, server_default="0"),
    Column("since", Double),
    Column("joined", Double),
    Column("is_rated", Boolean, nullable=False, default=True, server_default="1"),
    Column("has_left", Boolean, nullable=False, default=False, server_default="0"),
    Column("lent_moves", Integer, nullable=False, default=0, server_default="0"),
    UniqueConstraint("table", "account"),
)
"""Who is `invited` alone may take the seat, told by the skeleton of their account, or with that
of NOBODY whoever has an invitation; `stand_in`: what plays while a person is away, and has made
`lent_moves` for them; `used` (seconds) and `since` are the seat's clock; it was taken when it was
`joined`. Once the game begins it is settled whether the seat `is_rated`; at its end, whether its
person `has_left`."""

LINES: Final = Table(
    "lines",
    METADATA,
    _table(primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("line", Text, nullable=False),
    Column("time", Double, nullable=False),
)

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True),
    _table(nullable=True),
    _account(),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("time", Double, nullable=False),
    Column("channel", String(10), nullable=False, default=PLAYERS, server_default=PLAYERS),
    Index("chat_by_place", "table", "id"),
    sqlite_autoincrement=True,
)
"""A line without a table was said in the lobby; `name` is kept for when the account is gone."""

BLOCKS: Final = Table(
    "blocks",
    METADATA,
    _owner(primary_key=True),
    Column("blocked", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True),
)
"""Of whom `account` hears nothing."""

REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    _account("reporter"),
    Column("reporter_name", String(40), nullable=False),
    _account("about"),
    Column("about_name", String(40), nullable=False),
    Column("reason", Text, nullable=False),
    Column("place", String(20)),
    Column("lines", Text, nullable=False),
    Column("time", Double, nullable=False),
    Column("closed", Double),
    Column("note", Text, nullable=False, default="", server_default=""),
    sqlite_autoincrement=True,
)
"""`place` is a table, or None for the lobby; `lines` what was said there last, as JSON."""

RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE")),
    Column("bot", String(40)),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    UniqueConstraint("game", "account"),
    UniqueConstraint("game", "bot"),
)

RATING_COURSE: Final = Table(
    "rating_course",
    METADATA,
    Column("id", Integer, primary_key=True),
    _owner(),
    Column("game", String(40), nullable=False),
    _table(nullable=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("time", Double, nullable=False),
    Index("course_by_account", "account", "game", "id"),
)
"""The rating of an account after each rated game."""
