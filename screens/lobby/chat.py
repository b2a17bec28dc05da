"""The chat field and dialog."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final

from rich.cells import cell_len, chop_cells
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.messages import Refusal
from screens.base import Dialog
from screens.colours import Look, Spans
from screens.lobby.api import MOST_TYPED, lobby_api
from screens.lobby.input_line import Typing
from screens.lobby.pages import open_page
from screens.lobby.updates import LobbyFollower
from screens.lobby.values import ChatMessage
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import wrapped
from screens.widgets.panel import Panel

_MOST: Final = 20
"""The most recent messages searched for ones that fit."""
_NAMES: Final = 18
"""The cells of the column of names with their colons."""
_MOST_LINES: Final = 3
"""The most lines of a message without columns, and of all messages together."""
_SOFT: Final = Look("soft")
_NAME: Final = Look("key", style="bold")


class ChatLines(Panel):
    """The last messages, framed above a free line, or after a label."""

    DEFAULT_CSS = "ChatLines { width: 1fr; height: 3; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(is_framed=False, from_end=True, id=id)
        self._said: Sequence[ChatMessage] = ()

    def set_talk(self, said: Sequence[ChatMessage]) -> None:
        """Show these messages."""
        self._said = [*said][-_MOST:]
        self.tell()

    def tell(self) -> None:
        """Show as many messages as fit, up to the last one."""
        width, height = self.size
        if not height:
            return
        if self.is_framed:
            lines = [line for one in self._said for line in columns(one, width - 4)]
            self.show(
                _("Chat"), [*lines[-(height - 3) :], *([()] * (height - 3 - len(lines))), _call()]
            )
            return
        label = " " + _("Chat") + "  "
        lines = [line for one in self._said for line in plain(one, width - cell_len(label) - 1)]
        shown = lines[-height:] or [[(_("no messages yet"), _SOFT)]]
        before = [label, *[" " * cell_len(label)] * len(shown)]
        self.show(
            "", [[(head, Look("soft", style="bold")), *line] for head, line in zip(before, shown)]
        )

    def on_resize(self) -> None:
        """Fit the messages to the new size."""
        self.tell()


class ChatBox(Panel):
    """The last messages in a box with a frame."""

    DEFAULT_CSS = "ChatBox { width: 1fr; background: $panel-ground; }"

    def __init__(self) -> None:
        super().__init__(is_framed=False, from_end=True, ground="panel-ground")
        self._remarks: Sequence[ChatMessage] = ()

    def set_talk(self, said: Sequence[ChatMessage]) -> None:
        """Show these messages."""
        self._remarks = [*said][-_MOST:]
        self.on_resize()

    def on_resize(self) -> None:
        """Break the lines to the new width."""
        width = self.size.width
        if width:
            self.show("", [line for one in self._remarks for line in columns(one, width)])


def _call() -> Spans:
    """Return the key for writing a message."""
    return [("t ", _NAME), (_("to write to everyone here"), _SOFT)]


@lru_cache(1024)
def columns(said: ChatMessage, width: int) -> Sequence[Spans]:
    """Return a message after its hour and its author, in columns.

    The answer to a command has neither.
    """
    if not said.name:
        return [[(text, _SOFT)] for text in _broken(said.text, width)]
    texts = _broken(said.text, width - _NAMES - 8)
    name = f"{_speaker(said)}:"
    head: Spans = [
        (f"{said.hour}  ", _SOFT),
        (" " * max(_NAMES - cell_len(name), 0) + name + " ", _NAME),
        (texts[0], Look()),
    ]
    return [head, *([(" " * (_NAMES + 8) + text.strip(), Look())] for text in texts[1:])]


@lru_cache(1024)
def plain(said: ChatMessage, width: int) -> Sequence[Spans]:
    """Return a message after its author, for rooms too narrow for the hour."""
    if not said.name:
        return [[(text, _SOFT)] for text in _broken(said.text, width)[:_MOST_LINES]]
    name = f"{_speaker(said)}: "
    first, *others = _broken(name + said.text, width)[:_MOST_LINES]
    head: Spans = [(name, _NAME), (first[len(name) :], Look())]
    return [head, *([(text, Look())] for text in others)]


def _speaker(said: ChatMessage) -> str:
    """Return the author of a chat message; a spectator among players is in brackets."""
    return f"({said.name})" if said.is_aside else said.name


def _broken(text: str, width: int) -> Sequence[str]:
    """Return a text in lines, broken at blanks, and within words that are too long."""
    lines = [line for line, _look in wrapped([(text, "")], width)]
    return [part for line in lines for part in chop_cells(line, max(width, 2))] or [""]


class ChatDialog(Dialog, LobbyFollower):
    """The chat over the table; Enter sends the typed text, Esc goes back."""

    DEFAULT_CSS = """
    ChatDialog { align: center bottom; }
    ChatDialog ChatBox { height: 9; }
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
        """Build the chat under the names of the people online, and a field."""
        with Vertical(classes="box"):
            yield ChatBox()
            yield Input(compact=True, max_length=MOST_TYPED)
            yield Static(id="remark", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the lobby, and focus the field."""
        self.query_one(Input).focus()
        self.follow_lobby()

    def show_lobby(self) -> None:
        """Show the messages and the people online."""
        here = lobby_api(self)
        self.query_one(ChatBox).set_talk(here.chat.talk())
        people = [person.name for person in here.chat.people()]
        present = _("Online: {count}").format(count=len(people)) + f"   {', '.join(people)}"
        self.query_one(".box", Vertical).border_title = present
        aside = _("to spectators; (names) in brackets are spectators …")
        usual = _(Typing.TALK.value[0])
        self.query_one(Input).placeholder = aside if here.chat.is_aside else usual

    def cannot_show(self, refusal: Refusal) -> None:
        """Show the refusal."""
        self._remark(say_refusal(refusal))

    @on(Input.Submitted)
    async def typed(self, message: Input.Submitted) -> None:
        """Send the typed message."""
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
        """Open the list of people, who can be blocked or reported there."""
        open_page(self, "people")

    def _remark(self, text: str) -> None:
        self.query_one("#remark", Static).update(text, layout=False)
