"""A form of the lobby on the screen: a field per line, with choices to step or a text."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.messages import Refusal
from screens.base import QuestionScreen
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
