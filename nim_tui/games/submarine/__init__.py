"""The bots of *Submarine*, its board in words, and its encoding."""
