"""The bots of Submarine."""
