"""Default names of players who gave none."""

from __future__ import annotations

import re
from typing import Final

_DEFAULT: Final = re.compile(r"Player ([1-9][0-9]?)")
_PRONOUNS: Final = frozenset({"you", "vous"})


def default_name(number: int) -> str:
    """Return the stored name of a person who gave none, in any language; `number` counts from 1."""
    return f"Player {number}"


def default_number(name: str) -> int | None:
    """The number of a person who gave no name; None for a name."""
    match = _DEFAULT.fullmatch(name)
    return int(match[1]) if match else None


def is_pronoun(name: str) -> bool:
    """Check whether a name is a language's word for “you”, which nobody may be called."""
    return name.casefold() in _PRONOUNS
