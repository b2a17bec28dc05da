"""Fixes for faults of Textual, each with a test."""
