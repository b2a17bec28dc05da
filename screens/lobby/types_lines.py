"""Lines that are typed or pasted in the lobby: opened by keys, entered, or given up."""

from __future__ import annotations

from typing import Any

from textual import events, on
from textual.screen import Screen
from textual.widgets import Input

from screens.lobby.field import Typing, TypingField
from screens.lobby.links_api import LONGEST_PASTED
from screens.text import _
from screens.widgets.menu import Menu


class TypesLines(Screen[Any]):
    """Mixin of a screen with a TypingField and a Menu, last among the bases.

    `sought`, `entered` and `tell` are the screen's.
    """

    @property
    def sought(self) -> str:
        """What is searched for now."""
        return ""

    async def entered(self, typing: Typing, text: str) -> bool:
        """Do what a line was typed for; whether that is done, so that the field can be closed."""
        raise NotImplementedError

    def tell(self, text: str) -> None:
        """Say something; no longer, if it is empty."""

    def action_talk(self) -> None:
        """Open the field for chat."""
        self._open_field(Typing.TALK)

    def action_search(self) -> None:
        """Open the field for what tables shall have in them."""
        self._open_field(Typing.SEARCH, self.sought)

    def action_come(self) -> None:
        """Open the field for what leads to a table."""
        self._open_field(Typing.COME)

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted while nothing is typed can only lead to a table."""
        lines = event.text.strip().splitlines()
        if lines and not self.query_one(TypingField).is_open:
            event.stop()
            self._open_field(Typing.COME, lines[0].strip()[:LONGEST_PASTED])

    def _open_field(self, typing: Typing, begun: str = "") -> None:
        self.query_one(TypingField).open(typing, begun)
        self.tell(_("Enter accepts what you type, Esc cancels."))

    @on(Input.Submitted)
    async def typed(self, message: Input.Submitted) -> None:
        """A line is entered."""
        message.stop()
        if await self.entered(self.query_one(TypingField).typing, message.value.strip()):
            self.action_leave_field()

    def action_leave_field(self) -> None:
        """Back to the list."""
        self.query_one(TypingField).close()
        self.tell("")
        self.query_one(Menu).focus()
