"""The bots of Der Schwarm."""
