"""Chat: stored lines, rooms, and the commands that people type."""
