"""Let bots play: their accounts, and tables that allow them."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, String, Text

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add a table of bots, none so far; no table so far allows them."""
    op.create_table(
        "bots",
        Column("account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        Column("owner", Integer, ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
        Column("owner_name", String(40), nullable=False),
        Column("source", String(200), nullable=False, server_default=""),
        Column("games", Text, nullable=False, server_default="[]"),
        Column("accepts", String(10), nullable=False, server_default="everyone"),
        Column("has_league", Boolean, nullable=False, server_default="1"),
        Column("made", Double, nullable=False),
    )
    op.add_column("tables", Column("allows_bots", Boolean, nullable=False, server_default="0"))
