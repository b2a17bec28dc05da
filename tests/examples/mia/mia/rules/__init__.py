"""The rules of Mia."""

from mia.rules.game import Rules

GAME = Rules()
