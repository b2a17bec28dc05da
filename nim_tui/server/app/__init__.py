"""The app that a visitor gets: the lobby, a table, a new table."""
