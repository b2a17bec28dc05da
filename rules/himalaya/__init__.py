"""Himalaya: caravans trade through mountain villages by programs laid in secret."""

from rules.himalaya.game import HIMALAYA

__all__ = ["HIMALAYA"]
