"""Fields of dataclasses that an operator may set, each of its kind."""

from __future__ import annotations

from dataclasses import Field, field
from typing import Any, Final

from nim_tui.server.settings.kinds import Area, Endpoint, Number, Setting, Size, Switch, Text, Whole

_KEY: Final = "setting"


def setting(default: Any, kind: Setting) -> Any:
    """A field of a dataclass that an operator may set."""
    return field(default=default, metadata={_KEY: kind})


def area(default: Size, least: Size, most: Size, meaning: str) -> Any:
    """A field for the size of a terminal."""
    return setting(default, Area(meaning, least, most))


def text(default: str, most: int, stands_for: str, meaning: str) -> Any:
    """A field for words."""
    return setting(default, Text(meaning, most, stands_for))


def endpoint(meaning: str) -> Any:
    """A field for where figures are told: nowhere unless it is set."""
    return setting("", Endpoint(meaning, 4096, "ADDRESS:PORT|unix:PATH"))


def switch(meaning: str) -> Any:
    """A field that is off unless it is set."""
    return setting(False, Switch(meaning))


def whole(default: int, least: int, most: int, meaning: str) -> Any:
    """A field for a whole number."""
    return setting(default, Whole(meaning, least, most))


def number(default: float, least: float, most: float, meaning: str) -> Any:
    """A field for a number."""
    return setting(default, Number(meaning, least, most))


def kind_of(part: Field[Any]) -> Setting:
    """What a field means and takes."""
    kind: Setting = part.metadata[_KEY]
    return kind
