"""What keys are called, in the reader's language; signs for arrows, words for the rest."""

from __future__ import annotations

from typing import Any, Final

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from screens.text import N_, _

KEY_NAMES: Final = {
    "enter": N_("Enter"),
    "escape": N_("Esc"),
    "tab": N_("Tab"),
    "space": N_("Space"),
    "backspace": N_("Backspace"),
    "delete": N_("Del"),
    "home": N_("Home"),
    "end": N_("End"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
}
"""Each a text of its own: what keys are called is translated otherwise than what they do."""


def key_of(screen: Screen[Any], name: str) -> str:
    """What the first key is called that does something on a screen, by the id of its binding."""
    active = screen.active_bindings.values()
    found = (one.binding for one in active if one.binding.id == name)
    return next((key_name(screen.app, binding) for binding in found), "")


def key_name(app: App[object], binding: Binding) -> str:
    """What the key of a binding is called."""
    name = KEY_NAMES.get(binding.key)
    return _(name) if name else app.get_key_display(binding)
