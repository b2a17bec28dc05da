"""Everything drawn: one screen a game, and the screens around them."""
