"""Everything drawn: one screen a game, and the screens around them."""

PART_OF = "nim_tui"
"""What this package is a part of: there may be others of its name."""
