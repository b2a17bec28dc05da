"""All screens: one per game, and the screens around them."""

PART_OF = "nim_tui"
"""The package above this one, to tell it from others called `screens`."""
