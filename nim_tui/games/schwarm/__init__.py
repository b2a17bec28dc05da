"""The bots of *Der Schwarm*, its board in words, and its encoding."""
