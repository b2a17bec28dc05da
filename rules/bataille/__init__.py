"""Bataille sous les mers (Sub Search): two fleets hunt each other's hidden submarines."""

from rules.bataille.game import BATAILLE

__all__ = ["BATAILLE"]
