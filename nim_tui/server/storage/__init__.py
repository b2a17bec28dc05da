"""The database itself: connections, schema, migrations, backups."""
