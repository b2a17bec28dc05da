"""The app of a session: the lobby, a table, a new table."""
