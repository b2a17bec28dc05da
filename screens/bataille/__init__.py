"""The screen of Bataille sous les mers."""

from screens.bataille.screen import BatailleScreen

__all__ = ["BatailleScreen"]
