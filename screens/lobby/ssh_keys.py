"""The keys of the own account: listed, named, added and removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from screens.base import BaseScreen
from screens.lobby.api import lobby_api
from screens.lobby.input_line import close_field, open_field
from screens.lobby.pages_api import OwnKey
from screens.lobby.table_actions import show_code
from screens.lobby.updates import Step, do_in_turn
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine, page_title

LONGEST_NAME = 30
_NAME = 32
_KIND = 13


class SshKeysScreen(BaseScreen):
    """A line a key; Enter names one, x pressed twice removes it."""

    DEFAULT_CSS = """
    SshKeysScreen { align: center top; }
    SshKeysScreen > Vertical { width: 80; height: auto; padding: 1 0; }
    SshKeysScreen #about { color: $text-muted; margin: 0 3 1 3; }
    SshKeysScreen #whole { color: $text-muted; margin: 1 3 0 3; }
    SshKeysScreen Input {
        display: none; border: none; height: 1; background: $panel; margin: 1 3 0 3;
        padding: 0 1 !important;
    }
    SshKeysScreen Input.open { display: block; }
    SshKeysScreen #remark { color: $gold; text-style: bold; height: 2; margin: 1 3 0 3; }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Menu"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("Your keys")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "remove", N_("Remove"), id="own_keys.remove"),
        Binding("c", "code", N_("Add a key"), id="own_keys.code"),
        Binding("escape,q", "back", N_("Back"), id="own_keys.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._keys: Sequence[OwnKey] = ()
        self._removing = ""
        """The key that one more press removes."""

    def compose(self) -> ComposeResult:
        """Compose the page: an explanation, the keys, the marked one in full, field and remark."""
        about = _("Each of these opens your account. Remove what you have lost.")
        yield TextLine("bar", id="headline")
        with Vertical():
            yield Static(about, id="about", markup=False)
            yield Menu()
            yield Static(id="whole", markup=False)
            yield Input(compact=True, max_length=LONGEST_NAME, placeholder=_("a name for it …"))
            yield Static(id="remark", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Look the keys up."""
        how = _("Enter names a key")
        self.query_one("#headline", TextLine).show(page_title(_("Your keys"), how))
        self._do(self._look)

    async def _look(self) -> None:
        self._keys = await lobby_api(self).profile.keys()
        self.query_one(Menu).set_items([_item(key) for key in self._keys], keep=True)
        self._show_whole()

    def _do(self, *steps: Step, said: str = "") -> None:
        do_in_turn(self, steps, "own-keys", self._remark, said)

    @property
    def _marked(self) -> OwnKey | None:
        menu = self.query_one(Menu)
        return self._keys[menu.position] if menu.position < len(self._keys) else None

    def _show_whole(self) -> None:
        key = self._marked
        text = ""
        if key is not None:
            text = _("{fingerprint}, added on {day}")
            if key.used:
                text = _("{fingerprint}, added on {day}, last used on {used}")
            text = text.format(fingerprint=key.fingerprint, day=key.since, used=key.used)
        self.query_one("#whole", Static).update(text, layout=False)

    def _remark(self, text: str) -> None:
        self._removing = ""
        self.query_one("#remark", Static).update(text, layout=False)

    # What can be done

    @on(Menu.Marked)
    def think_again(self, message: Menu.Marked) -> None:
        """Another key was marked: none is removed."""
        message.stop()
        self._remark("")
        self._show_whole()

    @on(Menu.Taken)
    def name_it(self, message: Menu.Taken) -> None:
        """Open the field for the name of a key."""
        message.stop()
        key = self._marked
        if key is not None:
            open_field(self, key.name)
            self._remark(_("Enter accepts what you type, Esc cancels."))

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Call the marked key so."""
        message.stop()
        key, name = self._marked, message.value
        close_field(self)
        if key is not None:
            self._do(lambda: lobby_api(self).profile.name_key(key.fingerprint, name), self._look)

    def action_remove(self) -> None:
        """Remove the marked key, once that was confirmed."""
        key = self._marked
        if key is None:
            return
        if self._removing != key.fingerprint:
            self._remark(_("Press the same key again to remove it from your account."))
            self._removing = key.fingerprint
            return
        gone = _("The key is removed; what it had open has ended.")
        profile = lobby_api(self).profile
        self._do(lambda: profile.remove_key(key.fingerprint), self._look, said=gone)

    def action_code(self) -> None:
        """Show a code for another key."""
        self._do(lambda: show_code(self))

    def action_back(self) -> None:
        """From the field to the list, from the list to where one came from."""
        if self.query_one(Input).has_class("open"):
            close_field(self)
            self._remark("")
        else:
            self.app.pop_screen()


def _item(key: OwnKey) -> Item:
    name = key.name or _("without a name")
    here = "● " + _("this session") if key.is_here else ""
    parts = (
        (name.ljust(_NAME), "item" if key.name else "note"),
        (_kind(key).ljust(_KIND), "note"),
        (f"{key.since}   ", "note"),
        (here, "gold"),
    )
    return Item(key.fingerprint, name, parts=parts)


def _kind(key: OwnKey) -> str:
    """Return the kind of a key: browser, passkey or SSH key."""
    kinds = {"WEB": _("browser"), "PASSKEY": _("passkey")}
    return kinds.get(key.fingerprint.partition(":")[0], _("SSH key"))
