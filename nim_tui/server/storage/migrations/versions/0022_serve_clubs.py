"""Serve clubs: a message of the day."""

from alembic import op
from sqlalchemy import Column, Double, String, Text

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the message of the day, which nobody has set."""
    op.create_table(
        "day_messages",
        Column("language", String(10), primary_key=True),
        Column("text", Text, nullable=False),
        Column("time", Double, nullable=False),
    )
