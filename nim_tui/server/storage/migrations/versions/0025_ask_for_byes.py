"""Ask for half-point byes in Swiss tournaments."""

from alembic import op
from sqlalchemy import Boolean, Column

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add who asks for one, and the byes that are worth half a point; so far there are none."""
    players = "tournament_players"
    op.add_column(players, Column("asks_bye", Boolean, nullable=False, server_default="0"))
    games = "tournament_games"
    op.add_column(games, Column("is_half", Boolean, nullable=False, server_default="0"))
