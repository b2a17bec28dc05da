"""Write a migration: what `schema.py` says and the migrations do not say yet."""

from __future__ import annotations

import sys

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from nim_tui.server.storage.migrate import MIGRATIONS, upgrade, version


def write(what: str) -> None:
    """Write the next migration, named by `what` it does; empty where the schema is the same."""
    with create_engine("sqlite://").begin() as connection:
        upgrade(connection)
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS))
        config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
        command.revision(config, what, autogenerate=True, rev_id=f"{version() + 1:04}")


if __name__ == "__main__":
    write(sys.argv[1])
