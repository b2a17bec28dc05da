"""Settings: language, glyphs, theme, pace, keys. Each change is kept at once."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from screens.base import BaseScreen, Dialog, api
from screens.key_names import key_name
from screens.keymap import KeyMap, screens_of
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine, page_title

KEYS = "keys"


class SettingsScreen(BaseScreen):
    """A list; left and right step a value."""

    DEFAULT_CSS = """
    SettingsScreen { align: center top; }
    SettingsScreen > Vertical { width: 76; height: auto; padding: 1 0; }
    SettingsScreen #how { color: $text-muted; margin: 1 3; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Settings")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", N_("Back"), id="settings.back")
    ]

    def compose(self) -> ComposeResult:
        """Title and list."""
        yield TextLine("bar", id="headline")
        with Vertical():
            yield Menu(self._items())
            yield Static(id="how", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Say what this is."""
        self._say_what()

    def _say_what(self) -> None:
        """Say what this is, in the language there is now."""
        self.query_one("#headline", TextLine).show(page_title(_("Settings")))
        self.query_one("#how", Static).update(_("Left, right or Enter changes a value."))

    def _items(self) -> list[Item]:
        items = []
        for setting in api(self).settings():
            label = setting.labels[setting.values.index(setting.value)]
            items.append(Item(setting.id, setting.name, f"‹ {label} ›"))
        return [*items, Item(KEYS, _("Keys"), _("change what each key does"))]

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Step the value, or open the keys."""
        message.stop()
        if message.item.id == KEYS:
            self.app.push_screen(KeysScreen())
        else:
            self._turn(message.item.id, 1)

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """Step the value."""
        message.stop()
        if message.item.id != KEYS:
            self._turn(message.item.id, message.step)

    def _turn(self, name: str, step: int) -> None:
        setting = next(s for s in api(self).settings() if s.id == name)
        here = setting.values.index(setting.value)
        api(self).set_setting(name, setting.values[(here + step) % len(setting.values)])
        self._say_what()
        self.query_one(Menu).set_items(self._items(), keep=True)
        self.query_one(KeyBar).refresh()


class KeysScreen(BaseScreen):
    """Every action with its keys; Enter asks for another key."""

    DEFAULT_CSS = """
    KeysScreen { align: center top; }
    KeysScreen > Vertical { width: 76; height: 1fr; padding: 1 0; }
    KeysScreen Menu { height: 1fr; }
    KeysScreen #said { color: $gold; text-style: bold; height: 1; padding: 0 3; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Keys")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace", "own_keys", N_("Default key"), id="keys.reset"),
        Binding("x", "all_own_keys", N_("Restore all keys"), id="keys.reset_all"),
        Binding("escape,q", "app.pop_screen", N_("Back"), id="keys.back"),
    ]

    def compose(self) -> ComposeResult:
        """Title and list."""
        yield TextLine("bar", id="headline")
        with Vertical():
            yield Menu(self._items(), lines=17)
            yield Static(id="said", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Say what this is."""
        how = _("Enter changes, Backspace restores")
        self.query_one("#headline", TextLine).show(page_title(_("Keys"), how))

    def _keys(self) -> KeyMap:
        return screens_of(type(self.app), is_private=api(self).is_private)

    def _items(self) -> list[Item]:
        changed = api(self).keys()
        items = []
        for name, keyed in self._keys().all().items():
            binding = keyed.binding
            keys = changed.get(name, binding.key)
            shown = " ".join(key_name(self.app, binding.with_key(key)) for key in keys.split(","))
            text = _("{action}: {meaning}").format(
                action=_(keyed.title), meaning=_(binding.description)
            )
            items.append(Item(name, text, shown + (" *" if name in changed else "")))
        return items

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Ask for a key."""
        message.stop()
        name = message.item.id

        def remap(key: str | None) -> None:
            if not key:
                return
            taken = self._keys().taken(name, key, api(self).keys())
            if taken:
                self._say(_("That key is taken: {action}").format(action=taken))
                return
            api(self).set_keys(name, key)
            self._show_keys()

        self.app.push_screen(AskKey(message.item.text.strip()), remap)

    def action_own_keys(self) -> None:
        """Restore the keys of the marked action."""
        menu = self.query_one(Menu)
        api(self).set_keys(menu.items[menu.position].id, "")
        self._show_keys()

    def action_all_own_keys(self) -> None:
        """Restore the keys of every action."""
        for name in tuple(api(self).keys()):
            api(self).set_keys(name, "")
        self._show_keys()

    def _show_keys(self) -> None:
        self._say("")
        self.query_one(Menu).set_items(self._items(), keep=True)

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(text)


class AskKey(Dialog):
    """Waits for one key; answers with it, or "" for Escape."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self._action = action

    def compose(self) -> ComposeResult:
        """What is asked."""
        with Vertical(classes="box") as box:
            box.border_title = self._action
            yield Static(_("Press the new key; Esc cancels."), markup=False)

    def on_key(self, event: events.Key) -> None:
        """Take the key."""
        event.stop()
        event.prevent_default()
        self.dismiss("" if event.key == "escape" else event.key)
