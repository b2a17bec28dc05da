"""What several server processes ("nodes") at one database know of each other.

A server that keeps things in a file is alone: then nothing is ever written here.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, String, Table, Text

from nim_tui.server.database.schema import METADATA

NODES: Final = Table(
    "nodes",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(100), nullable=False),
    Column("version", Integer, nullable=False),
    Column("beat", Double, nullable=False),
    Column("home", String(64)),
    sqlite_autoincrement=True,
)
"""`version` is that of the schema it knows; `beat`, by the clock of the database, its last sign of
life; `home` stands for what one node at a time can hold."""

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("node", ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
    Column("visit", Integer, primary_key=True, autoincrement=False),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("place", String(20)),
)
"""Who is at which node: a session, and the table on its screen."""

LIVE_TABLES: Final = Table(
    "live_tables",
    METADATA,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("node", ForeignKey("nodes.id", ondelete="SET NULL"), index=True),
    Column("epoch", Integer, nullable=False),
    Column("board", Text, nullable=False, default="{}", server_default="{}"),
    Column("again", String(20)),
)
"""Which node owns a table, and how often one came to (`epoch`); `board` is what is
known there beside the moves, as JSON; `again` the table of its rematch."""

POSTS: Final = Table(
    "posts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("node", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("time", Double, nullable=False),
    Index("posts_by_time", "time"),
    sqlite_autoincrement=True,
)
"""What nodes tell each other, in the order in which it came about; kept for minutes."""

PACES: Final = Table(
    "paces",
    METADATA,
    Column("kind", String(20), primary_key=True),
    Column("who", String(100), primary_key=True),
    Column("full_at", Double, nullable=False, index=True),
)
"""When somebody may do as much at once again of what nobody may do too often."""
