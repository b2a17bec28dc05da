"""Count the moves of a stand-in for the person of a seat."""

from alembic import op
from sqlalchemy import Column, Integer

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the count, 0 so far."""
    column = Column("lent_moves", Integer, nullable=False, server_default="0")
    op.add_column("seats", column)
