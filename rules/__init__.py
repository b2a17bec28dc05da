"""The games, with no terminal, file or clock in them."""

PART_OF = "nim_tui"
"""What this package is a part of: there are others of its name."""
