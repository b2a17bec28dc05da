"""The language of the command line: that of `--lang`, else of the settings, else of the system.

Click takes its own texts from gettext's default domain, which our catalog is named after; so ours
holds them too, marked in click_texts.py.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from importlib.resources import as_file, files
from typing import Final

from nim_tui.names import one_of
from nim_tui.terminals import FLAG
from rules.messages import N_, Refusal
from screens.text import LANGUAGES, Locale, use_look

OPTION: Final = "--lang"
_DOMAIN: Final = "messages"
_VARIABLE: Final = "LANGUAGE"
"""The variable in which gettext looks first for the language."""
_PLAIN: ContextVar[bool] = ContextVar("nim_tui_asked_plain", default=False)
_ASKED: ContextVar[str] = ContextVar("nim_tui_asked_language", default="")


class UnknownLanguage(Refusal):
    """There are no texts in this language."""


def asked_language() -> str:
    """Return the language that `--lang` asked for; empty without it."""
    return _ASKED.get()


def ask_plain() -> None:
    """Note that text mode was asked for."""
    _PLAIN.set(True)


def asked_plain() -> bool:
    """Whether `--plain` asked for text mode."""
    return _PLAIN.get()


def without_plain(arguments: Sequence[str]) -> tuple[list[str], bool]:
    """Return the arguments without `--plain`, anywhere before a `--`, and whether it was there."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    rest = [word for word in arguments[:end] if word != FLAG]
    return [*rest, *arguments[end:]], len(rest) < end


def language_in(arguments: Sequence[str]) -> tuple[list[str], str]:
    """Return the arguments without `--lang LANGUAGE`, anywhere before a `--`, and the language.

    Raises UnknownLanguage.
    """
    rest, asked = without_languages(arguments)
    known = [_known(language) for language in asked]
    return rest, known[-1] if known else ""


def without_languages(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the arguments without any `--lang` before a `--`, and its values, valid or not."""
    rest: list[str] = []
    asked: list[str] = []
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            rest += [word, *words]
        elif name == OPTION:
            asked.append(value if equals else next(words, ""))
        else:
            rest.append(word)
    return rest, asked


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise UnknownLanguage(
            N_("{option} must be a language code, not {text}; {right}"),
            option=OPTION,
            text=repr(language[:40]),
            right=one_of(language, LANGUAGES),
        )
    return language


@contextmanager
def speaking(asked: str) -> Iterator[None]:
    """Use the language asked for, else the usual one, within this context, in click too."""
    language = asked or _usual()
    use_look(Locale(language))
    _ASKED.set(asked)
    before = os.environ.get(_VARIABLE)
    with as_file(files("screens").joinpath("locale")) as folder:
        gettext.bindtextdomain(_DOMAIN, str(folder))
        os.environ[_VARIABLE] = language
        try:
            yield
        finally:
            os.environ.pop(_VARIABLE)
            if before is not None:
                os.environ[_VARIABLE] = before


def _usual() -> str:
    """Return the language of the settings, else of the environment."""
    from nim_tui.settings import (  # noqa: PLC0415
        Settings,
        load_settings,
    )
    from nim_tui.tables.store import settings_file  # noqa: PLC0415

    kept = Settings()
    with suppress(OSError, ValueError):  # trouble with the folder is reported when it is needed
        kept = load_settings(settings_file())
    return kept.language_in(os.environ)
