"""Play tournaments of several formats: their terms, start, teams, check-in and withdrawals."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, String, Text

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add what tournaments so far, all of them round robins, leave at its default."""
    op.add_column("tournaments", Column("event", Text, nullable=False, server_default="{}"))
    op.add_column("tournaments", Column("starts", Double))
    op.add_column("tournaments", Column("begun", Double))
    players = "tournament_players"
    op.add_column(players, Column("team", String(80), nullable=False, server_default=""))
    op.add_column(players, Column("is_out", Boolean, nullable=False, server_default="0"))
    op.add_column(players, Column("is_checked_in", Boolean, nullable=False, server_default="0"))
