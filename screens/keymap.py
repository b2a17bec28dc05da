"""All bindings of the screens by their ids: the one source for remapping keys."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.dom import DOMNode


def bindings_by_id(classes: Iterable[type[DOMNode]]) -> dict[str, Binding]:
    """Each binding of these classes that has an id, with its keys separated by commas."""
    found = {}
    for owner in classes:
        for binding in owner.__dict__.get("BINDINGS", ()):
            if isinstance(binding, Binding) and binding.id:
                found[binding.id] = binding
    return found
