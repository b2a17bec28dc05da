"""Puzzles: one move to find at a real table, mined from games between bots."""
