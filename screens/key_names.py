"""What keys are called, in the reader's language; signs for arrows, words for the rest."""

from __future__ import annotations

from typing import Final

from textual.app import App
from textual.binding import Binding

from screens.text import N_, _

_NAMES: Final = {
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


def key_name(app: App[object], binding: Binding) -> str:
    """What the key of a binding is called."""
    name = _NAMES.get(binding.key)
    return _(name) if name else app.get_key_display(binding)
