"""The keys screen: every action with its keys, to search and change."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from screens.base import BaseScreen, Dialog, Shape, api, shape_of
from screens.keymap import KeyMap, key_name, screens_of
from screens.text import N_, _, ngettext
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine, page_title


class KeysScreen(BaseScreen):
    """A list of actions with keys; Enter asks for another key, a search filters the list."""

    DEFAULT_CSS = """
    KeysScreen { align: center top; }
    KeysScreen > Vertical { width: 76; max-width: 100%; height: 1fr; padding: 1 0; }
    KeysScreen Menu { height: 1fr; }
    KeysScreen Input { display: none; border: none; height: 1; background: $panel; }
    KeysScreen Input.open { display: block; }
    KeysScreen #said { color: $gold; text-style: bold; height: 1; padding: 0 3; }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Menu"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("Keys")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", N_("Search"), id="keys.find"),
        Binding("backspace", "own_keys", N_("Default"), id="keys.reset"),
        Binding("x", "all_own_keys", N_("Restore all"), id="keys.reset_all"),
        Binding("escape,q", "back", N_("Back"), id="keys.back"),
    ]

    def __init__(self, *, is_searching: bool = False) -> None:
        super().__init__()
        self._begins_with_search = is_searching
        self._sought = ""

    def compose(self) -> ComposeResult:
        """Compose the title, the search field and the list."""
        yield TextLine("bar", id="headline")
        with Vertical():
            yield Input(placeholder=_("a word or a key …"), compact=True, max_length=40)
            yield Menu(self._items(), lines=17)
            yield Static(id="said", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the title."""
        is_wide = shape_of(self.app.size) is Shape.WIDE
        how = _("Enter: change; Backspace: default") if is_wide else ""
        self.query_one("#headline", TextLine).show(page_title(_("Keys"), how))
        if self._begins_with_search:
            self.action_find()

    def _keys(self) -> KeyMap:
        app = api(self)
        return screens_of(type(self.app), is_private=app.is_private, games=app.game_screens())

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
            if self._fits(text, shown):
                items.append(Item(name, text, shown + (" *" if name in changed else "")))
        return items

    def _fits(self, text: str, keys: str) -> bool:
        """Check whether the search text is in a text or is a key; capitals are different keys."""
        return self._sought.casefold() in text.casefold() or self._sought in keys.split()

    # Searching

    def action_find(self) -> None:
        """Open the search field."""
        field = self.query_one(Input)
        field.add_class("open")
        field.focus()

    @on(Input.Changed)
    def seek(self, message: Input.Changed) -> None:
        """Filter the list."""
        message.stop()
        self._sought = message.value.strip()
        menu = self.query_one(Menu)
        menu.set_items(self._items())
        count = len(menu.items)
        self._say(ngettext("{count} key", "{count} keys", count) if self._sought else "")

    @on(Input.Submitted)
    def to_list(self, message: Input.Submitted) -> None:
        """Focus the list of keys found."""
        message.stop()
        if self.query_one(Menu).items:
            self.query_one(Menu).focus()

    def action_back(self) -> None:
        """Go from a search to all keys, and from there to the previous screen."""
        field = self.query_one(Input)
        if not field.has_class("open"):
            self.app.pop_screen()
            return
        field.value = ""
        field.remove_class("open")
        self.query_one(Menu).focus()

    # Changing

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Ask for a new key."""
        message.stop()
        name = message.item.id

        def remap(key: str | None) -> None:
            if not key:
                return
            taken = self._keys().taken(name, key, api(self).keys())
            if taken:
                self._say(_("Already used for: {action}").format(action=taken))
                return
            api(self).set_keys(name, key)
            self._show_keys()

        self.app.push_screen(AskKey(message.item.text.strip()), remap)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow changes of keys only in the list."""
        if action in ("own_keys", "all_own_keys", "find"):
            return isinstance(self.focused, Menu)
        return super().check_action(action, parameters)

    def action_own_keys(self) -> None:
        """Restore the default keys of the marked action."""
        menu = self.query_one(Menu)
        if menu.items:
            api(self).set_keys(menu.items[menu.position].id, "")
            self._show_keys()

    def action_all_own_keys(self) -> None:
        """Restore the default keys of all actions."""
        for name in tuple(api(self).keys()):
            api(self).set_keys(name, "")
        self._show_keys()

    def _show_keys(self) -> None:
        self._say("")
        self.query_one(Menu).set_items(self._items(), keep=True)

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(text)


class AskKey(Dialog):
    """A box that waits for one key; answers with the key, or "" for Escape."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self._action = action

    def compose(self) -> ComposeResult:
        """Show the box that asks for the new key."""
        with Vertical(classes="box") as box:
            box.border_title = self._action
            yield Static(_("Press the new key; Esc cancels."), markup=False)

    def on_key(self, event: events.Key) -> None:
        """Close with the pressed key."""
        event.stop()
        event.prevent_default()
        self.dismiss("" if event.key == "escape" else event.key)
