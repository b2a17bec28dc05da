"""Drop the paces, which no server has written since locks decide."""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Drop the table, which only older servers used."""
    op.drop_table("paces")
