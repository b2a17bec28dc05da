"""How one person's screens speak and draw: language and glyph set.

Several apps may run in one process, so this is no global: each app sets its own Look in the
context it runs in, and everything that app starts inherits it.
"""

from __future__ import annotations

import gettext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Final

LANGUAGES: Final = {"en": "English", "fr": "Français"}
"""The languages there are, each by its own name."""

GLYPH_SETS: Final = ("unicode", "ascii")
SPOKEN: Final = "spoken"
"""In place of a glyph set: what is said is heard, so that every sign is a word."""


@cache
def _catalog(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    from importlib.resources import as_file, files  # noqa: PLC0415 - English starts faster

    with as_file(files("screens").joinpath("locale")) as folder:
        return gettext.translation("messages", folder, [language], fallback=True)


@dataclass(slots=True)
class Look:
    """The language and glyphs of one app; changed in place, so that the whole app follows."""

    language: str = "en"
    glyphs: str = "unicode"

    @property
    def catalog(self) -> gettext.NullTranslations:
        """The translations of the language."""
        return _catalog(self.language)


_DEFAULT: Final = Look()
_CURRENT: ContextVar[Look] = ContextVar("nim_tui_look")


def current_look() -> Look:
    """The Look of the app that is running here; English and unicode outside any app."""
    return _CURRENT.get(_DEFAULT)


def is_spoken() -> bool:
    """Whether what is said here is heard and not seen."""
    return current_look().glyphs == SPOKEN


def use_look(look: Look) -> None:
    """Make this the Look of everything started from here on."""
    _CURRENT.set(look)
