"""Open tables to the members of a club."""

from alembic import op
from sqlalchemy import Column, Integer

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the club of a table; no table so far has one."""
    op.add_column("tables", Column("club", Integer))
    op.create_index("ix_tables_club", "tables", ["club"])
