"""Typed options of a game with defaults, and their values as a table settled them.

The options of a game are fields of its options class, beside its state or game. Sentences on the
effects of their values are in `screens/<game>/intro.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.messages import N_, Phrase, Refusal, Value, verbatim

OptionValue = bool | int | str | None


class Option(Protocol):
    """An option of a table: its name in commands, its meaning and its values."""

    @property
    def name(self) -> str:
        """The word used in commands and records."""

    @property
    def meaning(self) -> str:
        """The meaning in one English sentence, marked for translation."""

    @property
    def default(self) -> OptionValue:
        """The value at tables that choose none."""

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """Values to step through in a form; a number may take others in its range."""

    @property
    def range_text(self) -> Phrase:
        """The allowed values in a few words: "true or false"."""

    def admits(self, value: OptionValue) -> bool:
        """Whether a table may have this value."""

    def read(self, text: str) -> OptionValue:
        """Return the value of a typed text. Raises a Refusal that names the valid ones."""


def not_taken(option: Option, text: str) -> Refusal:
    """Return the refusal of a typed text that is no value of the option."""
    told = N_("option {name} must be {range}, not {text}")
    return Refusal(told, name=verbatim(option.name), range=option.range_text, text=repr(text[:40]))


@dataclass(frozen=True, slots=True)
class Flag:
    """An option that is on or off, by default off."""

    name: str
    meaning: str
    default: bool = False

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """Off, then on."""
        return (False, True)

    @property
    def range_text(self) -> Phrase:
        """The allowed values in words."""
        return Phrase(N_("true or false"), {})

    def admits(self, value: OptionValue) -> bool:
        """Check that the value is a boolean."""
        return isinstance(value, bool)

    def read(self, text: str) -> bool:
        """Read true, yes, on, 1 and their opposites."""
        word = text.strip().lower()
        if word in ("true", "yes", "on", "1"):
            return True
        if word in ("false", "no", "off", "0"):
            return False
        raise not_taken(self, text)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with a few named values, the first being the default."""

    name: str
    meaning: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        """The first choice."""
        return self.choices[0]

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """The choices in order."""
        return self.choices

    @property
    def range_text(self) -> Phrase:
        """The allowed values in words."""
        words: Value = self.choices[0]
        for other in self.choices[1:]:
            words = Phrase(N_("{one} or {other}"), {"one": words, "other": other})
        return Phrase("{words}", {"words": words})

    def admits(self, value: OptionValue) -> bool:
        """Check that the value is one of the choices."""
        return isinstance(value, str) and value in self.choices

    def read(self, text: str) -> str:
        """Read a choice, in any case."""
        word = text.strip().casefold()
        for choice in self.choices:
            if choice.casefold() == word:
                return choice
        raise not_taken(self, text)


@dataclass(frozen=True, slots=True)
class Limit:
    """An optional whole number within bounds; by default none."""

    name: str
    meaning: str
    low: int
    high: int
    steps: tuple[int, ...] = ()

    @property
    def default(self) -> None:
        """None: no limit."""
        return None

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """None, then some common numbers."""
        return (None, *self.steps)

    @property
    def range_text(self) -> Phrase:
        """The allowed values in words."""
        text = N_("none, or a whole number from {low} to {high}")
        return Phrase(text, {"low": self.low, "high": self.high})

    def admits(self, value: OptionValue) -> bool:
        """Check that the value is None or an int within the bounds."""
        if value is None:
            return True
        return isinstance(value, int) and not isinstance(value, bool) and self._holds(value)

    def _holds(self, value: int) -> bool:
        return self.low <= value <= self.high

    def read(self, text: str) -> int | None:
        """Read "none" or a number."""
        word = text.strip().lower()
        if word == "none":
            return None
        if word.isascii() and word.isdigit() and len(word) < 10 and self._holds(int(word)):
            return int(word)
        raise not_taken(self, text)


@dataclass(frozen=True, slots=True)
class FromFile:
    """An option whose value is the text of a file, checked by the game; by default none.

    `check` raises a Refusal that names the error in the text.
    """

    name: str
    meaning: str
    check: Callable[[str], object]
    most: int
    """The most characters of the text."""

    @property
    def default(self) -> None:
        """None: the printed version of the game."""
        return None

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """None alone; other values come from files."""
        return (None,)

    @property
    def range_text(self) -> Phrase:
        """The allowed values in words."""
        return Phrase(N_("none, or the text of a board file for this game"), {})

    def admits(self, value: OptionValue) -> bool:
        """Check that the value is None or a text that passes the check."""
        if value is None:
            return True
        if not isinstance(value, str) or len(value) > self.most:
            return False
        try:
            self.check(value)
        except Refusal:
            return False
        return True

    def read(self, text: str) -> str | None:
        """Return None for "none", else a file's text. Raises a Refusal that names its error."""
        if text.strip().lower() == "none":
            return None
        self.check(text)
        return text


@dataclass(frozen=True, slots=True)
class FreeText:
    """A short text, by default empty."""

    name: str
    meaning: str
    most: int
    """The most characters of the text."""
    unset: str = ""
    """What an empty text is called; empty: the title of the game."""

    @property
    def default(self) -> str:
        """The empty text."""
        return ""

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """The empty text alone; other values are typed."""
        return ("",)

    @property
    def range_text(self) -> Phrase:
        """The allowed values in words."""
        return Phrase(N_("a text of at most {most} characters"), {"most": self.most})

    def admits(self, value: OptionValue) -> bool:
        """Check that the value is a text, and not too long."""
        return isinstance(value, str) and len(value) <= self.most

    def read(self, text: str) -> str:
        """Read a text."""
        if not self.admits(text):
            raise not_taken(self, text)
        return text


def flags_and_texts(
    options: Sequence[Option], settled: Mapping[str, OptionValue]
) -> dict[str, Any]:
    """Return the values of flags and of texts from files, by option name, each of its own type."""
    found: dict[str, Any] = {}
    for option in options:
        value = settled[option.name]
        if isinstance(option, Flag):
            found[option.name] = value is True
        elif isinstance(option, FromFile):
            found[option.name] = value if isinstance(value, str) else None
    return found
