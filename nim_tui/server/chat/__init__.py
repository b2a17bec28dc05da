"""Chat: stored messages, rooms, and chat commands."""
