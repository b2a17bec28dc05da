"""What every screen of the house shares."""

from __future__ import annotations

from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from screens.compositor import CroppingCompositor
from screens.house import House

SMALLEST: tuple[int, int] = (80, 24)
"""Columns and lines that every screen fits."""


def house(widget: Widget) -> House:
    """The app a widget belongs to, as the house of its screens."""
    app: object = widget.app
    assert isinstance(app, House)
    return app


class Room(Screen[None]):
    """A full screen."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = CroppingCompositor()


class Pane(ModalScreen[str]):
    """A box over a screen; it answers with a word, or "" when it is left."""

    DEFAULT_CSS = """
    Pane { align: center middle; background: $background 60%; }
    Pane > .box {
        width: 76; max-width: 96%; height: auto; max-height: 96%;
        border: round $accent; padding: 0 1; background: $background;
        border-title-color: $accent; border-title-style: bold;
        border-subtitle-color: $text-muted;
    }
    """
