"""The first screens of a session: the banner, and choosing a name, once."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.messages import Refusal
from screens.base import BaseScreen, Dialog
from screens.lobby.api import lobby_api
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.text_line import TextLine, page_title

LONGEST_TYPED: Final = 40
"""The most characters of a name, or of a name and code."""
_WITH_CODE: Final = re.compile(r"(^| )[0-9A-Za-z]{4}(-[0-9A-Za-z]{4}){2,3} *$")
"""A name, and a link code (to an account) or, longer, an invitation code."""


class BannerDialog(Dialog):
    """The banner of the server, before anything else of a session."""

    BINDING_GROUP_TITLE = N_("Banner")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape,q", "dismiss('')", N_("Go on"), id="banner.back")
    ]

    def __init__(self, name: str, text: str) -> None:
        """`name` is that of the server."""
        super().__init__()
        self._name_told, self._text = name, text

    def compose(self) -> ComposeResult:
        """Compose the text, which scrolls if it is long."""
        with VerticalScroll(classes="box") as box:
            box.border_title = self._name_told
            box.border_subtitle = _("Enter: continue")
            yield Static(self._text, markup=False)


class SignUpScreen(BaseScreen):
    """A screen that asks for a name until a valid one is chosen."""

    DEFAULT_CSS = """
    SignUpScreen { align: center middle; }
    SignUpScreen TextLine { dock: top; }
    SignUpScreen > Vertical {
        width: 70; max-width: 100%; height: auto; padding: 1 2;
        border: round $frame; background: $panel-ground;
    }
    SignUpScreen #asked { text-style: bold; color: $gold; }
    SignUpScreen #welcome { margin-bottom: 1; max-height: 8; }
    SignUpScreen .more { color: $text-muted; }
    SignUpScreen Input {
        border: none; height: 1; padding: 0 1 !important; background: $panel; margin: 1 0;
    }
    SignUpScreen #said { color: $gold; height: 2; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Input,)
    BINDING_GROUP_TITLE = N_("Choosing a name")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.quit", N_("Leave"), id="name.quit")
    ]

    def __init__(self) -> None:
        super().__init__()
        self._asked = ""
        """The name that another Enter confirms."""

    def compose(self) -> ComposeResult:
        """Compose a welcome, a field and a message."""
        yield TextLine("bar")
        with Vertical():
            if welcome := lobby_api(self).server.welcome:
                yield Static(welcome, id="welcome", markup=False)
            if not_opened := lobby_api(self).entrance.not_opened:
                yield Static(not_opened, classes="more", markup=False)
            asked, known = _words(by_browser=lobby_api(self).entrance.by_browser)
            yield Static(asked, id="asked", markup=False)
            yield Input(compact=True, max_length=LONGEST_TYPED)
            yield Static(id="said", markup=False)
            if lobby_api(self).entrance.needs_invitation:
                invited = _("New here? Type a name and your invitation code.")
                yield Static(invited, classes="more")
            yield Static(known, classes="more")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the title."""
        name = lobby_api(self).server.name or "nim_tui"
        self.query_one(TextLine).show(page_title(name, _("Welcome to {name}.").format(name=name)))

    @on(Input.Submitted)
    async def typed(self, message: Input.Submitted) -> None:
        """Take a confirmed name, or a name with a code; or show the refusal."""
        message.stop()
        try:
            if message.value == self._asked or _WITH_CODE.search(message.value):
                await lobby_api(self).entrance.name_me(message.value)
                return
            await lobby_api(self).entrance.check_name(message.value)
        except Refusal as refusal:
            self._say(say_refusal(refusal))
            return
        self._asked = message.value
        text = _("Take the name “{name}”? Press Enter again.")
        self._say(text.format(name=" ".join(message.value.split())))

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(text, layout=False)


def _words(*, by_browser: bool) -> tuple[str, str]:
    """Return the question for a name, and the instruction for people with an account."""
    if by_browser:
        return _("Choose your name. This browser remembers it."), _(
            "Already have an account? Type your name and a link code (key c in the lobby of "
            "your other session)."
        )
    return _("Choose your name. It belongs to your SSH key."), _(
        "To add this SSH key to your account, type the account’s name and a link code (key c "
        "in the lobby of your other session)."
    )
