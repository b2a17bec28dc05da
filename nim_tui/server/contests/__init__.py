"""Ladders and tournaments."""
