"""Mia, a game for nim_tui."""
