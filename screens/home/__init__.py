"""The screens of the local game: home, new tables, kept tables, settings."""
