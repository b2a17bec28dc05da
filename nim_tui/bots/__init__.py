"""Bots: players that see the view of their seat, never the state."""
