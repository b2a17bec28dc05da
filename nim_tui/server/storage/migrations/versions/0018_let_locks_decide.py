"""Let locks decide which servers live and which one runs a table, instead of posted rows."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, String, Text, text

from nim_tui.server.storage.migrate import UnusableDatabase
from rules.messages import N_

revision = "0018"
down_revision = "0017"

_BEATS = "SELECT name FROM nodes WHERE beat > extract(epoch FROM clock_timestamp()) - 10"


def upgrade() -> None:
    """Drop the rows; older servers, which do not use locks, must be stopped first."""
    _see_that_none_runs()
    op.create_table(
        "boards",
        Column("table", String(20), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        Column("board", Text, nullable=False, server_default="{}"),
        Column("again", String(20)),
    )
    op.execute(text('INSERT INTO boards SELECT "table", board, again FROM live_tables'))
    for name in ("live_tables", "posts", "places", "presence", "nodes"):
        op.drop_table(name)
    op.create_table(
        "nodes",
        Column("id", Integer, primary_key=True),
        Column("name", String(100), nullable=False),
        Column("version", Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "presence",
        Column("node", Integer, ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
        Column("visit", Integer, primary_key=True, autoincrement=False),
        Column(
            "account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False,
            index=True,
        ),
        Column("place", String(20)),
    )  # fmt: skip


def _see_that_none_runs() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    names = list(connection.exec_driver_sql(_BEATS).scalars())
    if names:
        raise UnusableDatabase(
            N_("servers with an incompatible version use {path} ({names}): stop them first"),
            path="the database",
            names=", ".join(names)[:200],
        )
