"""Forms of the lobby, a field per line, and the first screens of a session: banner and name."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.messages import Refusal
from screens.base import BaseScreen, Dialog, QuestionScreen
from screens.home.new_table import GameCard
from screens.lobby.api import lobby_api
from screens.lobby.input_line import close_field, open_field
from screens.lobby.page import Field, Form, Opens
from screens.lobby.updates import look_up
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine, page_title

_START: Final = "start"
_WIDE = 100
"""The least width at which the card is wider."""
_AROUND: Final = 7
"""The lines that a form has beside its fields: bars, button and message."""


class FormScreen(QuestionScreen[Opens]):
    """A form; Enter on its first line submits it and opens the resulting page."""

    DEFAULT_CSS = """
    FormScreen { align: center top; }
    FormScreen Horizontal { width: 1fr; max-width: 190; height: 1fr; margin-top: 1; }
    FormScreen GameCard { width: 28; margin: 0 1 0 2; }
    FormScreen.-wide GameCard { width: 40; margin: 0 2; }
    FormScreen.-narrow GameCard, FormScreen.-low GameCard { display: none; }
    FormScreen.-narrow Horizontal, FormScreen.-low Horizontal { margin-top: 0; }
    FormScreen #form-side { width: 1fr; height: auto; }
    FormScreen.-narrow #form-side, FormScreen.-low #form-side, FormScreen.-long #form-side {
        height: 1fr;
    }
    FormScreen.-narrow Menu, FormScreen.-low Menu, FormScreen.-long Menu { height: 1fr; }
    FormScreen #said { color: $accent; height: 3; margin-top: 1; }
    FormScreen Input {
        display: none; border: none; height: 1; padding: 0 3; background: $panel;
    }
    FormScreen Input.open { display: block; }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Menu"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("Form")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="form.back"),
    ]

    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form

    def compose(self) -> ComposeResult:
        """Compose the game as a card, the lines, a field and a message."""
        yield TextLine("bar", id="headline")
        with Horizontal():
            yield GameCard()
            with Vertical(id="form-side"):
                yield Menu()
                yield Input(compact=True)
                yield Static(id="said", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Fill the form with defaults."""
        self._fill()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the widgets out for the new size."""
        self.set_class(event.size.width >= _WIDE, "-wide")
        self._make_room()

    @property
    def _marked(self) -> Field | None:
        """The marked field; None for the first line."""
        menu = self.query_one(Menu)
        return self._form.field(menu.items[menu.position].id) if menu.items else None

    def _make_room(self) -> None:
        """Let a form that is longer than the screen scroll, with its message below."""
        self.set_class(len(self._form.fields) + _AROUND > self.size.height, "-long")

    def _fill(self) -> None:
        """Show the lines again, with the same one marked."""
        form, menu = self._form, self.query_one(Menu)
        marked = menu.items[menu.position].id if menu.items else _START
        menu.set_items([Item(_START, form.button), *map(_item, form.fields)])
        menu.mark(marked)
        games = lobby_api(self).games_on_offer()
        game = next(one for one in games if one.name == form.game)
        self.query_one(GameCard).show(game)
        self.query_one("#headline", TextLine).show(page_title(form.title, game.title))
        self._make_room()
        self._explain()

    def _explain(self) -> None:
        field = self._marked
        self._say(self._form.meaning if field is None else field.meaning)

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(text, layout=False)

    @on(Menu.Marked)
    def explain(self, message: Menu.Marked) -> None:
        """Show the meaning of the marked line."""
        message.stop()
        self._explain()

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """Step a value."""
        message.stop()
        self._turn(message.step)

    def _turn(self, step: int) -> None:
        field = self._marked
        if field is not None and field.choices:
            self._form = field.turned(step)
            self._fill()

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Submit the form, ask for a typed value, or step one."""
        message.stop()
        field = self._marked
        if field is None:
            look_up(self, self._submit, "form")
        elif field.choices:
            self._turn(1)
        else:
            self.query_one(Input).max_length = field.typed.longest
            open_field(self, field.typed.value, field.typed.hint)
            self._say(_("Enter: accept; Esc: cancel."))

    async def _submit(self) -> None:
        try:
            made = await self._form.submit()
        except Refusal as refusal:
            self._say(say_refusal(refusal))
            return
        self.dismiss(made)

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Set the typed value."""
        message.stop()
        field = self._marked
        if field is not None:
            self._form = field.put(message.value.strip())
        self._close_field()

    def _close_field(self) -> None:
        close_field(self)
        self._fill()

    def action_back(self) -> None:
        """Go from the field to the form, and from there to the previous screen."""
        if self.query_one(Input).has_class("open"):
            self._close_field()
        else:
            self.dismiss(None)


def _item(field: Field) -> Item:
    return Item(field.id, field.label, f"‹ {field.value} ›" if field.choices else field.value)


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
