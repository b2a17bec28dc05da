"""The settings page."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.messages import Refusal
from screens.app_api import Setting
from screens.base import BaseScreen, api
from screens.home.keys_screen import KeysScreen
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine, page_title

KEYS: Final = "keys"
_GROUP: Final = 11
_LONGEST_NAME: Final = 16


class SettingsScreen(BaseScreen):
    """The settings in groups; left and right change a value, a line below explains the setting."""

    DEFAULT_CSS = """
    SettingsScreen { align: center top; }
    SettingsScreen > Vertical { width: 80; max-width: 100%; height: auto; padding: 1 0; }
    SettingsScreen #what { height: 3; margin: 1 3 0 3; }
    SettingsScreen #how { color: $text-muted; margin: 0 3; }
    SettingsScreen Input {
        display: none; border: none; height: 1; background: $panel;
    }
    SettingsScreen Input.open { display: block; }
    SettingsScreen.-narrow > Vertical, SettingsScreen.-low > Vertical { height: 1fr; padding: 0; }
    SettingsScreen.-narrow Menu, SettingsScreen.-low Menu { height: 1fr; }
    SettingsScreen.-low #how { display: none; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("Settings")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="settings.back"),
        Binding("slash", "find_key", N_("Search the keys"), id="settings.find"),
    ]

    _typing = ""
    """The setting whose value is typed."""

    def compose(self) -> ComposeResult:
        """Build the title, the list, and the meaning of the marked setting."""
        yield TextLine("bar", id="headline")
        with Vertical():
            yield Menu(self._items())
            yield Input(compact=True, max_length=_LONGEST_NAME)
            yield Static(id="what", markup=False)
            yield Static(id="how", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the title."""
        self._say_what()

    def _say_what(self) -> None:
        """Show the title and the meaning of the marked setting, in the current language."""
        self.query_one("#headline", TextLine).show(page_title(_("Settings")))
        how = _("← →, Enter: change a value.")
        if api(self).is_private:
            how += " " + _("In a shell, nim-tui config shows where settings are kept.")
        self.query_one("#how", Static).update(how)
        self._explain()

    def _explain(self, text: str = "") -> None:
        menu = self.query_one(Menu)
        setting = self._setting(menu.items[menu.position].id)
        meaning = _("Enter: list of all keys.") if setting is None else setting.meaning
        self.query_one("#what", Static).update(text or meaning)

    def _setting(self, name: str) -> Setting | None:
        return next((one for one in api(self).settings() if one.id == name), None)

    def _items(self) -> list[Item]:
        found = [
            (one.id, one.group, one.name, f"‹ {one.labels[one.values.index(one.value)]} ›")
            for one in api(self).settings()
        ]
        found.append((KEYS, _("Keys"), _("Keys"), "…"))
        widest = max(cell_len(name) for _id, _group, name, _value in found) + 3
        items, before = [], ""
        for number, group, name, value in found:
            head = "" if group == before else group
            parts = ((head.ljust(_GROUP), "note"), (name.ljust(widest), "item"), (value, "gold"))
            items.append(Item(number, name, parts=parts))
            before = group
        return items

    # Actions

    @on(Menu.Marked)
    def explain(self, message: Menu.Marked) -> None:
        """Show the meaning of the marked setting."""
        message.stop()
        self._explain()

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Step the value, ask for a typed one, or open the keys."""
        message.stop()
        setting = self._setting(message.item.id)
        if setting is None:
            self.app.push_screen(KeysScreen())
        elif setting.is_typed:
            self._type(setting)
        else:
            self._turn(setting, 1)

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """Step the value."""
        message.stop()
        setting = self._setting(message.item.id)
        if setting is not None:
            self._turn(setting, message.step)

    def _turn(self, setting: Setting, step: int) -> None:
        here = setting.values.index(setting.value)
        api(self).set_setting(setting.id, setting.values[(here + step) % len(setting.values)])
        self._show()

    def _show(self) -> None:
        self.query_one(Menu).set_items(self._items(), keep=True)
        self._say_what()
        self.query_one(KeyBar).refresh()

    def _type(self, setting: Setting) -> None:
        self._typing = setting.id
        field = self.query_one(Input)
        field.value = setting.value
        field.add_class("open")
        field.focus()
        self._explain(_("Enter: accept; Esc: cancel."))

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Set the typed value, or show the reason of a refusal."""
        message.stop()
        try:
            api(self).set_setting(self._typing, message.value.strip())
        except Refusal as problem:
            self._explain(say_refusal(problem))
            return
        self._close_field()
        self._show()

    def _close_field(self) -> None:
        self.query_one(Input).remove_class("open")
        self.query_one(Menu).focus()

    def action_back(self) -> None:
        """Go from the field to the list, from the list to the previous screen."""
        if self.query_one(Input).has_class("open"):
            self._close_field()
            self._explain()
        else:
            self.app.pop_screen()

    def action_find_key(self) -> None:
        """Open the keys screen with its search field."""
        self.app.push_screen(KeysScreen(is_searching=True))
