"""Tournaments, as pages."""
