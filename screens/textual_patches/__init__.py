"""Fixes for unusable parts of Textual, each with a test."""
