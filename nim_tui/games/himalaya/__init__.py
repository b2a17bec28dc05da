"""The bots of *Himalaya*, its board in words, and its encoding."""
