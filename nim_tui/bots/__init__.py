"""Players that are bots: they see what their seat sees, never the state."""
