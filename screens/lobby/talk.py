"""What is said at a table or in the lobby, and who is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

from rules.text import Refusal
from screens.lobby.hall import hall
from screens.room import Pane
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import Lines

LONGEST_SAID: Final = 200


class TalkPane(Pane):
    """A box over the table; what is typed is said, Esc goes back."""

    DEFAULT_CSS = """
    TalkPane { align: center bottom; }
    TalkPane #said { height: 10; }
    TalkPane Input { border: none; height: 1; background: $panel; }
    TalkPane #remark { color: $accent; height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", N_("Back"), id="talk.back")
    ]

    class Changed(Message):
        """Something was said, or somebody came or went."""

    def __init__(self) -> None:
        super().__init__()
        self._stop_listening: Callable[[], None] = lambda: None

    def compose(self) -> ComposeResult:
        """Talk under the names of who is here, a field."""
        with Vertical(classes="box"):
            yield Lines(id="said")
            yield Input(compact=True, max_length=LONGEST_SAID, placeholder=_("say …"))
            yield Static(id="remark", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Listen, and be ready for typing."""
        self._stop_listening = hall(self).listen(self._note_change)
        self.query_one(Input).focus()
        self.show_talk()

    def on_unmount(self) -> None:
        """No longer listen."""
        self._stop_listening()

    def _note_change(self) -> None:
        self.post_message(self.Changed())

    @on(Changed)
    def show_talk(self) -> None:
        """Show what was said, and who is here."""
        here = hall(self)
        lines = [(text, "lines--plain") for text in here.talk()[-20:]]
        present = _("here: {names}").format(names=", ".join(here.people()))
        self.query_one(".box", Vertical).border_title = present
        self.query_one("#said", Lines).set_lines(_("Talk"), lines)

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Say it."""
        message.stop()
        remark = ""
        if message.value.strip():
            try:
                hall(self).say(message.value)
                message.input.value = ""
            except Refusal as refusal:
                remark = say_refusal(refusal)
        self.query_one("#remark", Static).update(remark, layout=False)
