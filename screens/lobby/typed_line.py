"""The field that opens on a page with a menu, to type one line."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widgets import Input

from screens.widgets.menu import Menu


def open_field(screen: Screen[Any], value: str = "", placeholder: str | None = None) -> None:
    """Type into the field of a screen; without another `placeholder` it keeps its own."""
    field = screen.query_one(Input)
    field.value = value
    if placeholder is not None:
        field.placeholder = placeholder
    field.add_class("open")
    field.focus()


def close_field(screen: Screen[Any]) -> None:
    """Hide it; the menu has the keyboard again."""
    screen.query_one(Input).remove_class("open")
    screen.query_one(Menu).focus()
