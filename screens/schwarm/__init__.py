"""The screen of Der Schwarm."""

from screens.schwarm.screen import SchwarmScreen

__all__ = ["SchwarmScreen"]
