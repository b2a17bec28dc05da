"""Where a game at one's own machine begins: home, new tables, kept tables, settings."""
