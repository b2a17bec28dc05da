"""The words of a game's moves as a person reads and types them: one table a game and language.

Rules, records and the protocol keep the canonical words, which are English. `words.LANGUAGE.toml`
beside a game's screen says how a language spells them; a word it leaves out is spelt alike.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import Final

from screens.locale_context import LANGUAGES, current_look
from screens.text import _

_MOVE: Final = re.compile("`([^`]*)`")
"""A move in a text."""


@dataclass(frozen=True)
class Table:
    """How one language spells a game."""

    words: Mapping[str, str] = field(default_factory=dict)
    """Each word of a move, and how it is spelt."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """What to press for a word in menus."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """Letters that stand for things on boards."""

    @cached_property
    def typed(self) -> Mapping[str, str]:
        """Each word as it may be typed, and the canonical one."""
        return {folded(shown): word for word, shown in self.words.items()}


_NOTHING: Final = Table()


def folded(text: str) -> str:
    """A text without capitals and accents, as people type it."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(part for part in parts if unicodedata.category(part) != "Mn")


class Vocabulary:
    """The tables of a game, by language; what is asked is answered in the reader's."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.tables = tables
        self._canonical = {folded(word): word for table in tables.values() for word in table.words}

    @property
    def _table(self) -> Table:
        return self.tables.get(current_look().language, _NOTHING)

    @property
    def letters(self) -> Mapping[str, str]:
        """Each word that has one, and what to press for it."""
        return self._table.letters

    def shown(self, words: str | Sequence[str]) -> str:
        """Canonical words as the reader spells them."""
        parts = words.split() if isinstance(words, str) else words
        return " ".join([self._table.words.get(part, part) for part in parts])

    def spelt(self, text: str) -> str:
        """A text whose moves stand in backticks, in canonical words, as the reader spells them."""
        quoted = _("“{move}”")
        return _MOVE.sub(lambda found: quoted.format(move=self.shown(found[1])), text)

    def parts(self, text: str) -> list[tuple[str, bool]]:
        """The same in parts, without quotes; of each, whether it is a move."""
        told = enumerate(_MOVE.split(text))
        return [(self.shown(part) if n % 2 else part, bool(n % 2)) for n, part in told if part]

    def sign(self, letter: str) -> str:
        """A letter of the boards."""
        return self._table.signs.get(letter, letter)

    def canonical(self, text: str) -> str:
        """What was typed, in canonical words; those of every language are understood.

        Where a word means two things, what it means in the language of the screen counts.
        """
        return " ".join(map(self._meant, text.split()))

    def _meant(self, typed: str) -> str:
        word = folded(typed)
        own, others = self._table.typed, self.tables.values()
        for known in (own, self._canonical, *(table.typed for table in others)):
            if word in known:
                return known[word]
        return typed


PLAIN: Final = Vocabulary({})
"""Of a game without tables: its words are the same in every language."""


def read_vocabulary(package: str, pairs: Iterable[str] = ()) -> Vocabulary:
    """The tables beside the screen of a game; `pairs` are words that are made of two signs."""
    return Vocabulary({language: _read(package, language, pairs) for language in LANGUAGES})


def _read(package: str, language: str, pairs: Iterable[str]) -> Table:
    source = files(package).joinpath(f"words.{language}.toml")
    if not source.is_file():
        return _NOTHING
    parts = tomllib.loads(source.read_text("utf-8"))
    signs = parts.get("signs", {})
    made = {pair: signs[pair[0]] + signs[pair[1]] for pair in pairs} if signs else {}
    return Table({**parts.get("words", {}), **made}, parts.get("letters", {}), signs)
