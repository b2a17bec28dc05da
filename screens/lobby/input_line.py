"""The text field for chat, search and pasted links."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from textual import events, on
from textual.screen import Screen
from textual.widgets import Input

from rules.messages import N_
from screens.lobby.api import LONGEST_PASTED, MOST_TYPED
from screens.text import _
from screens.widgets.menu import Menu

LONGEST_SOUGHT: Final = 40


class Typing(Enum):
    """The purpose of a typed line, with its placeholder and its most characters."""

    TALK = (N_("your message, or /help …"), MOST_TYPED)
    SEARCH = (N_("a name or title, or empty for all"), LONGEST_SOUGHT)
    COME = (N_("an invite link, or the name of a table"), LONGEST_PASTED)


class TypingField(Input):
    """A text field, closed until the user wants to type.

    It lies over other widgets: to make room for it, the whole screen would be laid out and drawn
    twice for each message.
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
        """The purpose of the text, or of the last text."""

    @property
    def is_open(self) -> bool:
        """Whether the field is open."""
        return self.has_class("open")

    def open(self, typing: Typing, begun: str = "") -> None:
        """Open the field for a purpose, with the text typed before."""
        self.typing = typing
        hint, most = typing.value
        self.value = begun
        self.max_length = most
        self.placeholder = _(hint)
        self.add_class("open")
        self.focus()

    def close(self) -> None:
        """Close the field."""
        self.remove_class("open")


class InputLines(Screen[Any]):
    """Mixin for a screen with a TypingField and a Menu, last among the bases.

    The screen overrides `sought`, `entered` and `tell`.
    """

    @property
    def sought(self) -> str:
        """The current search text."""
        return ""

    async def entered(self, typing: Typing, text: str) -> bool:
        """Use an entered text for its purpose; return whether the field may close."""
        raise NotImplementedError

    def tell(self, text: str) -> None:
        """Show a message; "" removes it."""

    def action_talk(self) -> None:
        """Open the field for chat."""
        self._open_field(Typing.TALK)

    def action_search(self) -> None:
        """Open the field for a search text."""
        self._open_field(Typing.SEARCH, self.sought)

    def action_come(self) -> None:
        """Open the field for a link or id of a table."""
        self._open_field(Typing.COME)

    def on_paste(self, event: events.Paste) -> None:
        """Take a paste outside the field as an invitation or the id of a table."""
        lines = event.text.strip().splitlines()
        if lines and not self.query_one(TypingField).is_open:
            event.stop()
            self._open_field(Typing.COME, lines[0].strip()[:LONGEST_PASTED])

    def _open_field(self, typing: Typing, begun: str = "") -> None:
        self.query_one(TypingField).open(typing, begun)
        self.tell(_("Enter: accept; Esc: cancel."))

    @on(Input.Submitted)
    async def typed(self, message: Input.Submitted) -> None:
        """Use the entered text; close the field on success."""
        message.stop()
        if await self.entered(self.query_one(TypingField).typing, message.value.strip()):
            self.action_leave_field()

    def action_leave_field(self) -> None:
        """Go back to the list."""
        self.query_one(TypingField).close()
        self.tell("")
        self.query_one(Menu).focus()


def open_field(screen: Screen[Any], value: str, placeholder: str | None) -> None:
    """Open the field of a screen; `placeholder` None keeps the field's own."""
    field = screen.query_one(Input)
    field.value = value
    if placeholder is not None:
        field.placeholder = placeholder
    field.add_class("open")
    field.focus()


def close_field(screen: Screen[Any]) -> None:
    """Hide the field, and focus the menu."""
    screen.query_one(Input).remove_class("open")
    screen.query_one(Menu).focus()
