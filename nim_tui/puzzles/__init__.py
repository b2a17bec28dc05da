"""Puzzles: one move to be found at a real table, mined from games between bots."""
