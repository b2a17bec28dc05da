"""What is said at a table or in the lobby, and who is there."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.messages import Refusal
from screens.base import Dialog
from screens.lobby.app_api import MOST_TYPED, lobby_api
from screens.lobby.live_updates import FollowsLobby
from screens.lobby.people_dialog import PeopleDialog
from screens.lobby.talk import Said
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar


class ChatDialog(Dialog, FollowsLobby):
    """A box over the table; what is typed is said, Esc goes back."""

    DEFAULT_CSS = """
    ChatDialog { align: center bottom; }
    ChatDialog Said { height: 9; }
    ChatDialog Input { border: none; height: 1; padding: 0 1 !important; background: $panel; }
    ChatDialog #remark { color: $gold; text-style: bold; height: 1; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Input,)
    BINDING_GROUP_TITLE = N_("Chat")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "people", N_("People"), id="talk.people", priority=True),
        Binding("escape", "dismiss('')", N_("Back"), id="talk.back"),
    ]

    def compose(self) -> ComposeResult:
        """Talk under the names of who is here, a field."""
        with Vertical(classes="box"):
            yield Said()
            yield Input(compact=True, max_length=MOST_TYPED)
            yield Static(id="remark", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Listen, and be ready for typing."""
        self.query_one(Input).focus()
        self.follow_lobby()

    def show_lobby(self) -> None:
        """Show what was said, and who is here."""
        here = lobby_api(self)
        self.query_one(Said).set_talk(here.chat.talk())
        people = [person.name for person in here.chat.people()]
        present = _("Here: {count}").format(count=len(people)) + f"   {', '.join(people)}"
        self.query_one(".box", Vertical).border_title = present
        aside = _("to spectators alone; (names) are theirs …")
        self.query_one(Input).placeholder = aside if here.chat.is_aside else _("your message …")

    def cannot_show(self, refusal: Refusal) -> None:
        """Say why."""
        self._remark(say_refusal(refusal))

    @on(Input.Submitted)
    async def typed(self, message: Input.Submitted) -> None:
        """Say it."""
        message.stop()
        remark = ""
        if message.value.strip():
            try:
                await lobby_api(self).chat.say(message.value)
                message.input.value = ""
                self.show_now()
            except Refusal as refusal:
                remark = say_refusal(refusal)
        self._remark(remark)

    def action_people(self) -> None:
        """Who is around: to block somebody, or to report them."""
        self.app.push_screen(PeopleDialog())

    def _remark(self, text: str) -> None:
        self.query_one("#remark", Static).update(text, layout=False)
