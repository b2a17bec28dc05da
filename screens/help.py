"""The help: all active keys, and the legend of the boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from screens.base import Dialog, say_way_back
from screens.keymap import key_name
from screens.text import N_, _
from screens.widgets.raster import Inks


class HelpDialog(Dialog):
    """A scrolling box of keys and signs."""

    BINDING_GROUP_TITLE = N_("Keys and symbols")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss('')", N_("Back"), id="help.back")
    ]

    def __init__(
        self,
        below: Screen[Any],
        legend: Mapping[str, str],
        letters: Sequence[tuple[str, str]] = (),
        bots: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Make the dialog; `letters` are the keys of words in menus, `bots` the bots' names."""
        super().__init__()
        self._below = below
        self._legend = legend
        self._letters = letters
        self._bots = bots

    def compose(self) -> ComposeResult:
        """Compose two lists."""
        with VerticalScroll(classes="box") as box:
            box.border_title = _("Keys and symbols")
            yield Static(self._keys(), id="keys")
            if self._legend:
                yield Static(self._two_columns(self._legend.items()), id="signs")
            if self._bots:
                yield Static(self._two_columns(self._bots), id="bots")
            if self._letters:
                heading = ("", _("letters and digits in the menu, and the words they stand for:"))
                yield Static(self._two_columns([heading, *self._letters]), id="letters")

    def action_help(self) -> None:
        """Close: the help key also closes the help."""
        self.dismiss("")

    def on_mount(self) -> None:
        """Show the keys for scrolling and leaving."""
        self.call_after_refresh(say_way_back, self.query_one(VerticalScroll))

    def _keys(self) -> Table:
        """Return the active bindings of the screen below as a table."""
        table = Table.grid(padding=(0, 2))
        rows: dict[str, tuple[list[str], str]] = {}
        for active in self._below.active_bindings.values():
            binding = active.binding
            if not binding.id or not binding.description or not active.enabled:
                continue
            text = _(binding.description)
            if binding.tooltip:
                text = _("{action}: {meaning}").format(action=text, meaning=_(binding.tooltip))
            keys, _text = rows.setdefault(binding.action, ([], text))
            keys.append(key_name(self.app, binding))
        for keys, text in rows.values():
            table.add_row(Text(" ".join(keys), self._strong()), text)
        return table

    def _two_columns(self, rows: Iterable[tuple[str, str]]) -> Table:
        table = Table.grid(padding=(0, 2))
        table.add_row("", "")
        for sign, meaning in rows:
            table.add_row(Text(sign, self._strong()), meaning)
        return table

    def _strong(self) -> Style:
        """The style of keys and signs."""
        return Inks(self).style("key", "panel-ground", "bold")
