"""Fixes for parts of Textual that cannot be used as they are, each with a test."""
