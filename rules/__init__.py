"""The games, with no terminal, file or clock in them."""

PART_OF = "nim_tui"
"""The package that holds these rules, which tells this package from others called `rules`."""
