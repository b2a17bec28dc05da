"""How one person's screens speak and draw: language and glyph set.

Several apps may run in one process, so this is no global: each app sets its own Look in the
context it runs in, and everything that app starts inherits it.
"""

from __future__ import annotations

import gettext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Final

LANGUAGES: Final = {"en": "English", "fr": "Français"}
"""The languages there are, each by its own name."""

GLYPH_SETS: Final = ("unicode", "ascii")


@cache
def _catalog(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
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


def use_look(look: Look) -> None:
    """Make this the Look of everything started from here on."""
    _CURRENT.set(look)
