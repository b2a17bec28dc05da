"""Messages of the rules: English sentences with named facts, nouns with plurals, refusals.

Import the module itself: `nouns.points(3)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Counted:
    """A number with its noun, shown in the plural forms of the reader's language."""

    one: str
    many: str
    count: int

    def __str__(self) -> str:
        """Return the English text."""
        return (self.one if self.count == 1 else self.many).format(count=self.count)


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun for things that can be counted: singular and plural, both with `{count}` in them."""

    one: str
    many: str

    def __call__(self, count: int) -> Counted:
        """Return the noun with its count."""
        return Counted(self.one, self.many, count)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence or part of one with named facts, shown in the reader's language."""

    text: str
    facts: Mapping[str, Value]

    def __str__(self) -> str:
        """Return the English sentence."""
        return self.text.format(**self.facts)


@dataclass(frozen=True, slots=True)
class SeatName:
    """The name of the player of a seat, filled in by the screen: bots do not know names."""

    seat: int

    def __str__(self) -> str:
        """Return an English stand-in, for readers without the names."""
        return f"player {self.seat + 1}"


def verbatim(word: str) -> Phrase:
    """Return a word that is the same in every language, such as a typed command."""
    return Phrase("{word}", {"word": word})


Fact = str | int
"""A value in an event: a word of the game or a number."""

Value = Fact | Counted | Phrase | SeatName
"""A value for a blank of a sentence: a fact, a number with its noun, a phrase, or a name."""


def N_(text: str) -> str:
    """Mark a text for translation; screens translate it later."""
    return text


def why(error: OSError) -> str:
    """Return the operating system's message of an error."""
    return error.strerror or str(error)


class Refusal(ValueError):
    """A refusal: an English sentence with named facts, kept apart for translation."""

    def __init__(self, reason: str, **facts: Value) -> None:
        super().__init__(reason.format(**facts))
        self.reason = reason
        self.facts = facts


bathyscaphes: Final = Noun("{count} bathyscaphe", "{count} bathyscaphes")
cards: Final = Noun("{count} card", "{count} cards")
cells: Final = Noun("{count} cell", "{count} cells")
charges: Final = Noun("{count} charge", "{count} charges")
columns: Final = Noun("{count} column", "{count} columns")
cubes: Final = Noun("{count} cube", "{count} cubes")
delegations: Final = Noun("{count} delegation", "{count} delegations")
hits: Final = Noun("{count} hit", "{count} hits")
jokers: Final = Noun("{count} joker", "{count} jokers")
orders: Final = Noun("{count} order", "{count} orders")
points: Final = Noun("{count} point", "{count} points")
regions: Final = Noun("{count} region", "{count} regions")
religion: Final = Noun("{count} point of religion", "{count} points of religion")
shores: Final = Noun("{count} shore", "{count} shores")
stacks: Final = Noun("{count} stack of tiles", "{count} stacks of tiles")
stupas: Final = Noun("{count} stupa", "{count} stupas")
tiles: Final = Noun("{count} tile", "{count} tiles")
turns: Final = Noun("{count} turn", "{count} turns")
turns_of_a_tile: Final = Noun("{count} orientation", "{count} orientations")
yaks: Final = Noun("{count} yak", "{count} yaks")
