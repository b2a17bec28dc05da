"""The field over the lobby's last lines: for talk, a search, or what leads to a table."""

from __future__ import annotations

from enum import Enum
from typing import Final

from textual.widgets import Input

from rules.messages import N_
from screens.lobby.app_api import MOST_TYPED
from screens.lobby.links_api import LONGEST_PASTED
from screens.text import _

LONGEST_SOUGHT: Final = 40


class Typing(Enum):
    """What a line is typed for, with what the empty field says and how much it takes."""

    TALK = (N_("your message …"), MOST_TYPED)
    SEARCH = (N_("a name or title, or empty for all"), LONGEST_SOUGHT)
    COME = (N_("an invitation, or the name of a table"), LONGEST_PASTED)


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
        super().__init__(compact=True, max_length=MOST_TYPED)
        self.typing = Typing.TALK
        """What is typed, or was last."""

    @property
    def is_open(self) -> bool:
        """Whether somebody types."""
        return self.has_class("open")

    def open(self, typing: Typing, begun: str = "") -> None:
        """Be typed in, for something, beginning with what was there already."""
        self.typing = typing
        hint, most = typing.value
        self.value = begun
        self.max_length = most
        self.placeholder = _(hint)
        self.add_class("open")
        self.focus()

    def close(self) -> None:
        """No longer be typed in."""
        self.remove_class("open")
