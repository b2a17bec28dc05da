"""Invitations to a free seat of one table."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Connection, Double, ForeignKey, String, Table

from nim_tui.server.database.schema import METADATA

SEAT_LINKS: Final = Table(
    "seat_links",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column(
        "made_by", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("made", Double, nullable=False),
    Column("used", Double),
    Column("used_by", ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
)  # fmt: skip
"""Of each token a digest alone; one that was `used` is kept until the game is over."""


def add_seat_links(connection: Connection, real: str) -> None:
    """Make this sheet in an older database, by its type of a Double."""
    accounts = "INTEGER{} REFERENCES accounts (id) ON DELETE"
    made_by, used_by = accounts.format(" NOT NULL") + " CASCADE", accounts.format("") + " SET NULL"
    for statement in (
        "CREATE TABLE seat_links (digest VARCHAR(64) NOT NULL PRIMARY KEY,"
        ' "table" VARCHAR(20) NOT NULL REFERENCES tables (id) ON DELETE CASCADE,'
        f" made_by {made_by}, made {real} NOT NULL, used {real}, used_by {used_by})",
        'CREATE INDEX ix_seat_links_table ON seat_links ("table")',
        "CREATE INDEX ix_seat_links_made_by ON seat_links (made_by)",
        "CREATE INDEX ix_seat_links_used_by ON seat_links (used_by)",
    ):
        connection.exec_driver_sql(statement)
