"""Know guests by their browser, so that they find their seats after a restart."""

from alembic import op
from sqlalchemy import Column, String

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the digest of the browser's secret, unknown so far."""
    op.add_column("accounts", Column("browser", String(50)))
