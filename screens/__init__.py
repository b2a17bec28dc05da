"""All screens: one for each game, and those around the games."""

PART_OF = "nim_tui"
"""The package that holds these screens, which tells it from other packages called `screens`."""
