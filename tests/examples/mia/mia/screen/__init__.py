"""The screen of Mia."""
