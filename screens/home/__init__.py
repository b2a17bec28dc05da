"""The screens of local play: home, new tables, kept tables, settings."""
