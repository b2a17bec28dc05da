"""Lessons: a game's first turns on a real table, step by step."""
