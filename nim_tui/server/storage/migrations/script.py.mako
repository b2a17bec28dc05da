"""${message}."""

% if "sa." in (upgrades or ""):
import sqlalchemy as sa
% endif
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Say here what rows that are there already get."""
    ${upgrades or "pass"}
