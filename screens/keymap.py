"""All bindings of the screens by their ids: the one source for remapping keys."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.dom import DOMNode


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
