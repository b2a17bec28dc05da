"""The options of a game as a table has settled them, each of its own type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.options import Flag, FromFile, Option, OptionValue


def flags_and_texts(
    options: Sequence[Option], settled: Mapping[str, OptionValue]
) -> dict[str, Any]:
    """Settled values of flags and of texts from files, by name, each of its own type."""
    found: dict[str, Any] = {}
    for option in options:
        value = settled[option.name]
        if isinstance(option, Flag):
            found[option.name] = value is True
        elif isinstance(option, FromFile):
            found[option.name] = value if isinstance(value, str) else None
    return found
