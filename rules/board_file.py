"""Read board files: their TOML tables, and errors that name the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from typing import Any, Final

from rules.messages import N_, Fact, Refusal

MOST_CHARACTERS: Final = 20_000
"""The most characters of a board file; a longer text is refused."""


class BadBoard(Refusal):
    """An error in a board file; the message names the line and the reason."""


class Source:
    """A board file: its lines and its TOML tables, with no top-level keys but `known`.

    Raises BadBoard.
    """

    def __init__(self, text: str, known: Collection[str]) -> None:
        if len(text) > MOST_CHARACTERS:
            raise BadBoard(N_("a board has at most {most} characters"), most=MOST_CHARACTERS)
        try:
            self._read = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise BadBoard(N_("this is not TOML: {why}"), why=str(error)[:80]) from error
        self._lines = text.splitlines()
        self.check_keys("", "", self._read, known)

    def value(self, key: str) -> Any:
        """Return the value of a top-level key of the file, or None."""
        return self._read.get(key)

    def table(self, section: str) -> Mapping[str, Any]:
        """Return a table of the file; `cards.light` lies in the table `cards`."""
        table: Any = self._read
        for name in section.split("."):
            table = table.get(name) if isinstance(table, dict) else None
        if not isinstance(table, dict):
            why = N_("line {line}: table {name} is missing")
            raise self.wrong(section, "", why, name=f"[{section}]")
        return table

    def entries(self, section: str) -> list[Mapping[str, Any]]:
        """Return the tables of an array of tables."""
        entries = self._read.get(section)
        if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
            why = N_("line {line}: table {name} is missing")
            raise self.wrong(section, "", why, name=f"[[{section}]]")
        return entries

    def wrong(self, section: str, key: str, why: str, /, skip: int = 0, **facts: Fact) -> BadBoard:
        """Return the error for a key of a section; in an array of tables, after `skip` others."""
        return BadBoard(why, line=self._line_of(section, key, skip), **facts)

    def check_keys(
        self,
        section: str,
        key: str,
        entry: Mapping[str, Any],
        known: Collection[str],
        skip: int = 0,
    ) -> None:
        """Raise BadBoard for a key that is not among `known`."""
        for name in entry:
            if name not in known:
                why = N_("line {line}: unknown {name}; known: {known}")
                names = ", ".join(known)
                raise self.wrong(section, key or name, why, skip, name=name[:20], known=names)

    def _line_of(self, section: str, key: str, skip: int) -> int:
        """Return the number of the line of a key, else of its section, else 1."""
        here, found, passed = "", 1, -1
        for number, line in enumerate(self._lines, start=1):
            if header := re.match(r"\s*\[+\s*([\w.]+)\s*\]+", line):
                here = header[1]
                passed += here == section
                if (here == section and passed <= skip) or here == _joined(section, key):
                    found = number
            elif here == section and passed in (skip, -1) and _gives(line, key):
                return number
        return found


def _joined(section: str, key: str) -> str:
    """Return the full name of a key: `section.key`, or `key` at the top level."""
    return f"{section}.{key}" if section else key


def _gives(line: str, key: str) -> bool:
    """Whether a line assigns a value to a key."""
    return re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", line) is not None


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether a value is an int (not a bool) from `low` to `high`."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
