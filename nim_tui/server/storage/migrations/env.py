"""Alembic's entry: migrations run on the given connection, in its transaction."""

from alembic import context

from nim_tui.server.storage.schema import METADATA, SCHEMA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=SCHEMA.name,
)
context.run_migrations()
