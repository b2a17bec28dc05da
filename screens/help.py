"""Every key that does something here, and every sign on the boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from screens.key_names import key_name
from screens.room import Pane
from screens.text import N_, _


class HelpPane(Pane):
    """Keys and signs, in a box that scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss('')", N_("Back"), id="help.back")
    ]

    def __init__(self, below: Screen[Any], legend: Mapping[str, str]) -> None:
        super().__init__()
        self._below = below
        self._legend = legend

    def compose(self) -> ComposeResult:
        """Two lists."""
        with VerticalScroll(classes="box") as box:
            box.border_title = _("Keys and signs")
            box.border_subtitle = _("Esc: back")
            yield Static(self._keys(), id="keys")
            if self._legend:
                yield Static(self._signs(), id="signs")

    def _keys(self) -> Table:
        """The bindings of the screen below, read from the one place where they stand."""
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
            table.add_row(" ".join(keys), text)
        return table

    def _signs(self) -> Table:
        table = Table.grid(padding=(0, 2))
        table.add_row("", "")
        for sign, meaning in self._legend.items():
            table.add_row(sign, meaning)
        return table
