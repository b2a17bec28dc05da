"""Serve clubs: a message of the day, vacations, reminders, friends, private messages."""

from alembic import op
from sqlalchemy import Column, Double, ForeignKey, Integer, String, Text

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the tables; nobody was reminded of a turn yet."""
    op.create_table(
        "day_messages",
        Column("language", String(10), primary_key=True),
        Column("text", Text, nullable=False),
        Column("time", Double, nullable=False),
    )
    op.create_table(
        "vacations",
        Column("id", Integer, primary_key=True),
        Column(
            "account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False,
            index=True,
        ),
        Column("begins", Double, nullable=False),
        Column("ends", Double, nullable=False),
        sqlite_autoincrement=True,
    )  # fmt: skip
    op.add_column("notices", Column("ends", Double))
    op.create_table(
        "follows",
        Column(
            "account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
        ),
        Column(
            "followed", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True,
            index=True,
        ),
    )  # fmt: skip
    op.create_table(
        "private_messages",
        Column("id", Integer, primary_key=True),
        Column(
            "writer", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False,
            index=True,
        ),
        Column(
            "reader", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False,
            index=True,
        ),
        Column("text", Text, nullable=False),
        Column("time", Double, nullable=False),
        Column("read", Double),
        sqlite_autoincrement=True,
    )  # fmt: skip
