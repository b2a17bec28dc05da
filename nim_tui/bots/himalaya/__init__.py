"""The bots of Himalaya."""
