"""Default names of players without a name of their own."""

from __future__ import annotations

import re
from typing import Final

_DEFAULT: Final = re.compile(r"Player ([1-9][0-9]?)")
_PRONOUNS: Final = frozenset({"you", "vous"})


def default_name(number: int) -> str:
    """Return the default name with a number from 1, the same in every language."""
    return f"Player {number}"


def default_number(name: str) -> int | None:
    """Return the number of a default name; None for any other name."""
    match = _DEFAULT.fullmatch(name)
    return int(match[1]) if match else None


def is_pronoun(name: str) -> bool:
    """Check whether a name is some language's word for “you”, which no player may take."""
    return name.casefold() in _PRONOUNS
