"""The notice in place of a screen that does not fit the terminal."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.widgets import Static

from screens.base import SMALLEST, BaseScreen
from screens.text import N_, _


def is_too_small(size: Size) -> bool:
    """Whether a terminal of this size is too small for the screens."""
    return size.width < SMALLEST[0] or size.height < SMALLEST[1]


class TooSmall(BaseScreen):
    """The screen of windows that are too small, with the needed and the actual size."""

    DEFAULT_CSS = """
    TooSmall { align: center middle; overflow: hidden; }
    TooSmall Static { text-align: center; }
    """
    BINDING_GROUP_TITLE = N_("Window too small")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", N_("Quit"), id="small.quit")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn the help off for lack of room."""
        return action != "help" and super().check_action(action, parameters)

    def compose(self) -> ComposeResult:
        """Build the notice."""
        yield Static(markup=False)

    def __init__(self, size: Size) -> None:
        super().__init__()
        self._size_told = size

    def on_mount(self) -> None:
        """Show the size."""
        self.tell(self._size_told)

    def on_screen_resume(self) -> None:
        """Close if the window grew while another screen was on top."""
        if not is_too_small(self.app.size):
            self.dismiss()

    def tell(self, size: Size) -> None:
        """Show a new size."""
        text = _(
            "This screen needs {width} x {height} characters; your window has {w} x {h}. Your "
            "game is safe."
        )
        self.query_one(Static).update(
            text.format(width=SMALLEST[0], height=SMALLEST[1], w=size.width, h=size.height)
        )
