"""The ladder of a game, as a page."""
