"""Found clubs: names, members, tournaments. Their chat is in channels of the lobby."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, String

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the tables, and an index by which the chat of a club is found among the others."""
    op.create_table(
        "clubs",
        Column("id", Integer, primary_key=True),
        Column("name", String(80), nullable=False),
        Column("skeleton", String(200), nullable=False, unique=True),
        Column(
            "captain", Integer, ForeignKey("accounts.id", ondelete="SET NULL"), index=True
        ),
        Column("is_open", Boolean, nullable=False),
        Column("created", Double, nullable=False),
        sqlite_autoincrement=True,
    )  # fmt: skip
    op.create_table(
        "club_members",
        Column(
            "club", Integer, ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True
        ),
        Column(
            "account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True,
            index=True,
        ),
        Column("standing", String(10), nullable=False),
        Column("since", Double, nullable=False),
    )  # fmt: skip
    op.add_column("tournaments", Column("club", Integer))
    op.create_index("ix_tournaments_club", "tournaments", ["club"])
    op.create_index("chat_by_channel", "chat", ["table", "channel", "id"])
