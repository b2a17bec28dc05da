"""All bindings of the screens by their ids: the one source for remapping keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.binding import Binding
from textual.dom import DOMNode

from screens.text import _


def bindings_by_id(classes: Iterable[type[DOMNode]]) -> dict[str, Binding]:
    """Each of our bindings in these classes and their bases, with its keys joined by commas."""
    found: dict[str, Binding] = {}
    for owner in classes:
        for base in reversed(owner.__mro__):
            if base.__module__.startswith("screens."):
                found.update(_bindings_in(base.__dict__.get("BINDINGS", ())))
    return found


def _bindings_in(listed: Iterable[object]) -> dict[str, Binding]:
    return {b.id: b for b in listed if isinstance(b, Binding) and b.id}


def key_taken(
    name: str, key: str, bindings: Mapping[str, Binding], changed: Mapping[str, str]
) -> str:
    """What a key means already where the binding `name` works, or "" if it is free there.

    Board and menu never have the focus together, so they may share keys; while a line is
    typed only its own bindings count, and it needs every printing key for itself.
    """
    group = _group(name)
    if group == "line" and len(key) == 1:
        return _("a letter to type")
    for other, binding in bindings.items():
        apart = {group, _group(other)} == {"cursor", "menu"} or "line" in (group, _group(other))
        if other == name or (apart and group != _group(other)):
            continue
        if key in changed.get(other, binding.key).split(","):
            return _(binding.description)
    return ""


def _group(name: str) -> str:
    return name.partition(".")[0]
