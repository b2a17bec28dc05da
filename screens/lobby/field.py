"""The field over the lobby's last lines: what is typed is said, or searched for."""

from __future__ import annotations

from typing import Final

from textual.widgets import Input

from screens.lobby.app_api import LONGEST_SAID
from screens.text import _

LONGEST_SOUGHT: Final = 40


class TypingField(Input):
    """Closed until somebody wants to type.

    A field that made room for itself would have everything laid out and drawn anew, twice, for
    each line that is said: so it lies over what is there.
    """

    DEFAULT_CSS = """
    TypingField {
        display: none; layer: above; dock: bottom; offset: 0 -2;
        border: none; height: 1; padding: 0 1; background: $panel;
    }
    TypingField.open { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(compact=True, max_length=LONGEST_SAID)
        self.is_searching = False

    @property
    def is_open(self) -> bool:
        """Whether somebody types."""
        return self.has_class("open")

    def open(self, sought: str | None) -> None:
        """Be typed in: a search, beginning with what was `sought`, or talk."""
        self.is_searching = sought is not None
        self.value = sought or ""
        self.max_length = LONGEST_SOUGHT if self.is_searching else LONGEST_SAID
        self.placeholder = (
            _("a name or title, or empty for all") if self.is_searching else _("your message …")
        )
        self.add_class("open")
        self.focus()

    def close(self) -> None:
        """No longer be typed in."""
        self.remove_class("open")
