"""Let owners pause their bots."""

from alembic import op
from sqlalchemy import Boolean, Column

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Pause no bot so far."""
    op.add_column("bots", Column("is_paused", Boolean, nullable=False, server_default="0"))
