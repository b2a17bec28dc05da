"""The games, with no terminal, file or clock in them."""

PART_OF = "nim_tui"
"""The package above this one, to tell it from others called `rules`."""
