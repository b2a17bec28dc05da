"""Submarine: two to five expeditions fetch treasures from a sea they share."""

from rules.submarine.game import SUBMARINE

__all__ = ["SUBMARINE"]
