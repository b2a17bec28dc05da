"""The screen of Submarine."""

from screens.submarine.screen import SubmarineScreen

__all__ = ["SubmarineScreen"]
