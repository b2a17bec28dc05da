"""The words of a game's moves as people read and type them, a table per game and language.

Rules, records and the protocol keep the canonical words, which are English. `words.LANGUAGE.toml`
beside a game's screen has a language's spelling, without words that are equal.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import Final

from rules.messages import Phrase, Refusal, verbatim
from screens.people import SeatNames
from screens.text import LANGUAGES, N_, _, current_look, say_told

_MOVE: Final = re.compile("`([^`]*)`")
"""A move in a text."""
_CANONICAL: Final = "en"
"""The language of canonical words."""


@dataclass(frozen=True)
class WordTable:
    """The words of a game in one language."""

    words: Mapping[str, str] = field(default_factory=dict)
    """The spelling of each word of a move."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """The key letters of words in menus."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """Letters for pieces on boards."""

    @cached_property
    def typed(self) -> Mapping[str, str]:
        """The canonical word of each word that may be typed."""
        return {folded(shown): word for word, shown in self.words.items()}


_NOTHING: Final = WordTable()


def folded(text: str) -> str:
    """Return a text without capitals and accents, to compare typed texts."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(part for part in parts if unicodedata.category(part) != "Mn")


class Vocabulary:
    """The tables of a game by language; results are in the reader's language."""

    def __init__(self, tables: Mapping[str, WordTable]) -> None:
        self.tables = tables
        words = {folded(word): word for table in tables.values() for word in table.words}
        self._readings = {language: table.typed for language, table in tables.items()}
        self._readings[_CANONICAL] = {**words, **self._readings.get(_CANONICAL, {})}
        """By language: each word as it may be typed, with its canonical form."""

    @property
    def _table(self) -> WordTable:
        return self.tables.get(current_look().language, _NOTHING)

    @property
    def letters(self) -> Mapping[str, str]:
        """The key letter of each word that has one."""
        return self._table.letters

    def shown(self, words: str | Sequence[str]) -> str:
        """Return canonical words in the reader's spelling."""
        parts = words.split() if isinstance(words, str) else words
        return " ".join([self._table.words.get(part, part) for part in parts])

    def shown_after(self, typed: Sequence[str], word: str) -> str:
        """Return a canonical word in the reader's spelling, unless ambiguous after `typed`."""
        shown = self.shown(word)
        is_understood = self.canonical(" ".join((*typed, shown))).split()[-1:] == [word]
        return shown if is_understood else word

    def spelt(self, text: str) -> str:
        """Return a text with its moves, canonical words in backticks, in the reader's spelling."""
        quoted = _("“{move}”")
        return _MOVE.sub(lambda found: quoted.format(move=self.shown(found[1])), text)

    def named(self, words: str) -> str:
        """Return words of a move, or a thing, as sentences name them: by default as they are spelt.

        A game may have longer names for text mode.
        """
        return self.shown(words)

    def said(
        self, phrase: Phrase, people: SeatNames, shown: Callable[[str], str] | None = None
    ) -> str:
        """Return a sentence with its moves in the reader's spelling, and players' names.

        `shown` spells words of moves in another way, such as with the names of things.
        """
        return self.spelt(say_told(phrase.text, phrase.facts, shown or self.named, people.label))

    def parts(self, text: str) -> list[tuple[str, bool]]:
        """Return the parts of a text without backticks, each with whether it is a move."""
        told = enumerate(_MOVE.split(text))
        return [(self.shown(part) if n % 2 else part, bool(n % 2)) for n, part in told if part]

    def sign(self, letter: str) -> str:
        """Return a letter of the boards in the reader's language."""
        return self._table.signs.get(letter, letter)

    def canonical(self, text: str) -> str:
        """Return typed text in canonical words; words of every language are understood.

        A word with two meanings is read in the language of the other words of its move, or, if
        they have none or several, in that of the screen.
        """
        typed = text.split()
        own, told = current_look().language, self._languages(typed)
        order = [own] if own in told or not told else [told[0], own]
        return " ".join([self._meant(word, order) for word in typed])

    def _meant(self, typed: str, order: Sequence[str]) -> str:
        word = folded(typed)
        for language in (*order, *self._readings):
            if word in self._readings.get(language, ()):
                return self._readings[language][word]
        return typed

    def _languages(self, typed: Iterable[str]) -> list[str]:
        """Return the languages with a word of the move that no other language has."""
        readers = (self._readers(word) for word in typed)
        return list(dict.fromkeys(next(iter(them)) for them in readers if len(them) == 1))

    def _readers(self, typed: str) -> dict[str, str]:
        """Return the meaning of a word in each language that has it."""
        word = folded(typed)
        return {name: words[word] for name, words in self._readings.items() if word in words}

    def refuse_doubt(self, text: str) -> None:
        """Raise Refusal if a move's words are of several languages, and one has two meanings."""
        typed = text.split()
        told = self._languages(typed)
        for word in typed if len(told) > 1 else ():
            meanings = {self._readers(word).get(name, "") for name in told} - {""}
            if len(meanings) > 1:
                first, second = sorted(map(self.shown, meanings), key=lambda one: one != word)[:2]
                raise Refusal(
                    N_(
                        "“{word}” means “{first}” in one language and “{second}” in another: "
                        "type the whole move in one language"
                    ),
                    word=verbatim(word),
                    first=verbatim(first),
                    second=verbatim(second),
                )


PLAIN: Final = Vocabulary({})
"""The vocabulary of a game without tables: the same words in every language."""


def read_vocabulary(
    package: str, pairs: Iterable[str] = (), kind: type[Vocabulary] = Vocabulary
) -> Vocabulary:
    """Return the vocabulary of a game from its package; `pairs` are words made of two signs.

    `kind` is the class of a game with names of its own.
    """
    return kind({language: _read(package, language, pairs) for language in LANGUAGES})


def _read(package: str, language: str, pairs: Iterable[str]) -> WordTable:
    source = files(package).joinpath(f"words.{language}.toml")
    if not source.is_file():
        return _NOTHING
    parts = tomllib.loads(source.read_text("utf-8"))
    signs = parts.get("signs", {})
    made = {pair: signs[pair[0]] + signs[pair[1]] for pair in pairs} if signs else {}
    return WordTable({**parts.get("words", {}), **made}, parts.get("letters", {}), signs)
