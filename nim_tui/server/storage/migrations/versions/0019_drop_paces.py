"""Paces, which no server has written since locks decide, are no longer kept."""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Drop the table, which only servers of before used."""
    op.drop_table("paces")
