"""The games, with no terminal, file or clock in them."""
