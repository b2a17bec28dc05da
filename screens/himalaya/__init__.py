"""The screen of Himalaya."""

from screens.himalaya.screen import HimalayaScreen

__all__ = ["HimalayaScreen"]
