"""Players that are programs: they see what their seat sees, never the state."""
