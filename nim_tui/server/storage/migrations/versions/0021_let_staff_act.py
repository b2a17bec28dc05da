"""Let staff act from inside: roles of accounts."""

from alembic import op
from sqlalchemy import Column, String

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the role, with which everybody is a member so far."""
    op.add_column("accounts", Column("role", String(10), nullable=False, server_default="member"))
