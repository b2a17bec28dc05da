"""What several servers at one database count together, so that strangers have one bound at all.

A server that keeps things in a file is alone, and counts by itself: then nothing is written here.
Addresses stand here for as long as somebody comes from there, and an hour or a day longer.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Connection, Double, ForeignKey, Index, Integer, String, Table

from nim_tui.server.database.schema import METADATA

LONGEST_WHO: Final = 120
"""Characters of an address, a key or a number of an account."""

PLACES: Final = Table(
    "places",
    METADATA,
    Column("node", ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(30), primary_key=True),
    Column("whose", String(LONGEST_WHO), primary_key=True),
    Column("taken", Integer, nullable=False),
    Index("places_by_whose", "whose", "kind"),
)
"""How many connections or sessions (`kind`) an address or a key has at a node."""

DONE: Final = Table(
    "done_lately",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("kind", String(30), nullable=False),
    Column("who", String(LONGEST_WHO), nullable=False),
    Column("ends", Double, nullable=False, index=True),
    Index("done_by_who", "who", "kind", "ends"),
)
"""What somebody may do so often in a span of time; each counts until it `ends`."""


def add_places(connection: Connection, real: str, number: str) -> None:
    """The step that adds this, with what a Double and a numbered row are called there.

    A node also tells its `home` from then on: the folder that it alone holds.
    """
    for statement in (
        "ALTER TABLE nodes ADD COLUMN home VARCHAR(64)",
        "CREATE TABLE places (node INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,"
        " kind VARCHAR(30) NOT NULL, whose VARCHAR(120) NOT NULL, taken INTEGER NOT NULL,"
        " PRIMARY KEY (node, kind, whose))",
        "CREATE INDEX places_by_whose ON places (whose, kind)",
        f"CREATE TABLE done_lately (id {number}, kind VARCHAR(30) NOT NULL,"
        f" who VARCHAR(120) NOT NULL, ends {real} NOT NULL)",
        "CREATE INDEX ix_done_lately_ends ON done_lately (ends)",
        "CREATE INDEX done_by_who ON done_lately (who, kind, ends)",
    ):
        connection.exec_driver_sql(statement)
