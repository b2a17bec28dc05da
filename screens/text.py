"""Translation, and the locale and glyph set of an app.

Several apps may share a process, so there is no global: each app sets its Locale in the context it
runs in, which all its tasks and threads inherit.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.messages import N_, Counted, Phrase, Refusal, SeatName, Value
from rules.messages import why as system_said

LANGUAGES: Final = {"en": "English", "fr": "Français"}
"""The languages, each by its name in that language."""

_ARTICLES: Final = ("Der", "Die", "Das", "The", "A", "Le", "La", "Les")
GLYPH_SETS: Final = ("unicode", "ascii")
SPOKEN: Final = "spoken"
"""The glyph set of spoken text, with words for signs."""
_TRANSLATED: Final = ["screens"]
"""Packages with catalogs in their folder `locale`; the first one with a text translates it."""


@cache
def _catalog(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    from importlib.resources import as_file, files  # noqa: PLC0415 - English starts faster

    found = gettext.NullTranslations()
    for package in reversed(_TRANSLATED):
        with as_file(files(package).joinpath("locale")) as folder:
            catalog = gettext.translation("messages", folder, [language], fallback=True)
        catalog.add_fallback(found)
        found = catalog
    return found


def translate_too(packages: Iterable[str]) -> None:
    """Search the catalogs of these packages too, after our own."""
    _TRANSLATED[1:] = packages
    _catalog.cache_clear()


@dataclass(slots=True)
class Locale:
    """The language and glyphs of one app; changed in place, so that the whole app follows."""

    language: str = "en"
    glyphs: str = "unicode"

    @property
    def catalog(self) -> gettext.NullTranslations:
        """The translations of the language."""
        return _catalog(self.language)

    @property
    def key(self) -> tuple[str, str]:
        """Language and glyphs, to keep what was made with them apart."""
        return self.language, self.glyphs


_DEFAULT: Final = Locale()
_CURRENT: ContextVar[Locale] = ContextVar("nim_tui_look")


def current_look() -> Locale:
    """Return the Locale of the running app; English and unicode outside any app."""
    return _CURRENT.get(_DEFAULT)


def is_spoken() -> bool:
    """Check whether the text is heard rather than seen."""
    return current_look().glyphs == SPOKEN


def use_look(look: Locale) -> None:
    """Use this Locale in all code started from this context from now on."""
    _CURRENT.set(look)


__all__ = [
    "N_",
    "_",
    "in_words",
    "labelled",
    "ngettext",
    "pgettext",
    "say",
    "say_refusal",
    "say_told",
    "short_title",
    "shortened",
    "waiting_for",
    "why",
]

OF_SYSTEM: Final = (
    N_("Address already in use"),
    N_("Cannot assign requested address"),
    N_("File exists"),
    N_("File name too long"),
    N_("Input/output error"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Too many open files"),
)
"""System error messages that users meet, which Python reports in English."""


def _(text: str) -> str:
    """Return a text in the language of the running app."""
    return current_look().catalog.gettext(text) if text else ""


def pgettext(context: str, text: str) -> str:
    """Return a text in the app's language; the context tells the meanings of a word apart."""
    return current_look().catalog.pgettext(context, text)


def ngettext(one: str, many: str, count: int) -> str:
    """Return a text in the right plural form, with `{count}` filled in."""
    return current_look().catalog.ngettext(one, many, count).format(count=count)


def shortened(text: str, most: int) -> str:
    """Return the text, cut to `most` characters with an ellipsis if it is longer."""
    return text if len(text) <= most else text[: most - 1] + "…"


def short_title(title: str) -> str:
    """Return the short form of a title: its first word, except an article."""
    words = title.split()
    return words[words[0] in _ARTICLES and len(words) > 1]


def capitalised(text: str) -> str:
    """Return a text as the head of a sentence."""
    return text[:1].upper() + text[1:]


def labelled(label: str, text: str) -> str:
    """Return a text behind its label and the language's colon."""
    return _("{label}: {text}").format(label=label, text=text)


def waiting_for(names: Sequence[str]) -> str:
    """Return the text that names the players waited for; an empty name stands for anybody."""
    return _("waiting for {names} …").format(names=", ".join(n or _("anyone") for n in names))


def in_words(told: Counted | Phrase) -> str:
    """Return a number with its noun, or a phrase, in the app's language."""
    if isinstance(told, Phrase):
        return say(told.text, told.facts)
    return ngettext(told.one, told.many, told.count)


def clauses(parts: Iterable[str]) -> str:
    """Join longer items in one sentence, with the language's separator."""
    return _("; ").join(part for part in parts if part)


def decimal(number: float, places: int | None = 1) -> str:
    """Return a number with the language's decimal point; None: as many places as it needs."""
    text = f"{number:g}" if places is None else f"{number:.{places}f}"
    return text.replace(".", pgettext("decimal point", "."))


def why(error: OSError) -> str:
    """Return the system's message for an error, translated if we have a translation."""
    return _(system_said(error))


def say(text: str, facts: Mapping[str, Value]) -> str:
    """Return a translated sentence with its facts filled in."""
    filled = {
        name: in_words(value) if isinstance(value, Counted | Phrase) else value
        for name, value in facts.items()
    }
    return _(text).format(**filled)


def _as_it_is(words: str) -> str:
    return words


def say_told(
    text: str,
    facts: Mapping[str, Value],
    shown: Callable[[str], str] = _as_it_is,
    people: Callable[[int], str] = str,
) -> str:
    """Return a text of rules or bots with its facts, both translated.

    `shown` spells the words of moves, `people` names the player of a seat. The fact `text`, typed
    by a person, stays as typed.
    """

    def told(name: str, fact: Value) -> Value:
        match fact:
            case str() if name != "text":
                spelt = shown(fact)
                return _(fact) if spelt == fact else spelt
            case SeatName():
                return people(fact.seat)
            case Phrase():
                return Phrase(fact.text, {n: told(n, each) for n, each in fact.facts.items()})
        return fact

    return say(text, {name: told(name, fact) for name, fact in facts.items()})


def say_refusal(refusal: Refusal, shown: Callable[[str], str] = _as_it_is) -> str:
    """Return the reason of a refusal in the reader's language; `shown` as in `say_told`."""
    return say_told(refusal.reason, refusal.facts, shown)
