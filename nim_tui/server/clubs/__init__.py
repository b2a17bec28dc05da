"""Clubs: their members, captain and chat."""
