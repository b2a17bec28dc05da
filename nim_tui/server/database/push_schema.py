"""Web push: the key by which push services know this house, and what browsers gave it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Connection, Double, ForeignKey, Integer, String, Table, Text

from nim_tui.server.database.schema import METADATA

PUSH_KEY: Final = Table(
    "push_key",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("pem", Text, nullable=False),
    Column("made", Double, nullable=False),
)
"""One row, for all servers at the database: what a browser takes is bound to this key."""

PUSH_BROWSERS: Final = Table(
    "push_browsers",
    METADATA,
    Column(
        "subscription",
        ForeignKey("notice_subscriptions.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("point", String(100), nullable=False),
    Column("auth", String(30), nullable=False),
)
"""For whom notices to a browser are encrypted, beside where they are sent: as browsers write it."""


def add_push(connection: Connection, real: str) -> None:
    """Make these sheets in an older database, by its type of a Double."""
    for statement in (
        "CREATE TABLE push_key (id INTEGER NOT NULL PRIMARY KEY, pem TEXT NOT NULL,"
        f" made {real} NOT NULL)",
        "CREATE TABLE push_browsers (subscription INTEGER NOT NULL PRIMARY KEY"
        " REFERENCES notice_subscriptions (id) ON DELETE CASCADE,"
        " point VARCHAR(100) NOT NULL, auth VARCHAR(30) NOT NULL)",
    ):
        connection.exec_driver_sql(statement)
