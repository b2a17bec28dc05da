"""Tests for games of other distributions, and for the screens of any Textual app.

A plug-in of pytest, which the extra `testing` brings. docs/tutorials/adding-a-game.md and
docs/how-to/test-screens.md show its use.
"""
