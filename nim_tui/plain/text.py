"""Typed lines made harmless, and sentences to write."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from nim_tui.names import JOINERS
from screens.text import _

LONGEST_LINE: Final = 1300
"""The longest line, in code points: room for a chat message behind its command."""
_ENDS: Final = (".", "!", "?", "…", ":")
_CLOSING: Final = "”»\u00a0\u202f "
"""Characters that may follow the end of a quoted sentence."""
_OPEN_ENDS: Final = ",; \u00a0\u202f"
"""Endings that show that a list was to continue."""
_RUN: Final = 3
"""The least length of a run of numbers that becomes a range."""


def heard(line: str) -> str:
    """Return typed text on one line, with printable and joining characters only."""
    kept = (c if c in JOINERS or unicodedata.category(c)[0] != "C" else " " for c in line)
    return " ".join("".join(kept).split())


def sentence(text: str) -> str:
    """Return a text as a sentence: with a capital and a full stop."""
    said = " ".join(text.split(" ")).strip(" ").removesuffix("\u00a0…").removesuffix(" …")
    said = said.rstrip(_OPEN_ENDS)
    if not said:
        return ""
    said = said[0].upper() + said[1:]
    return said if said.rstrip(_CLOSING).endswith(_ENDS) else said + "."


def numbered(number: int, text: str, *, is_typed: bool = False) -> str:
    """Return a numbered line of a list; `is_typed` keeps a first word to be typed."""
    return f"{number}. {text}" if is_typed else f"{number}. {text[:1].upper()}{text[1:]}"


def listed(parts: Iterable[str]) -> str:
    """Join items: "a, b and c"."""
    told = [part for part in parts if part]
    if len(told) < 2:
        return "".join(told)
    return _("{several} and {last}").format(several=", ".join(told[:-1]), last=told[-1])


def either(parts: Sequence[str]) -> str:
    """Join alternatives: "a, b or c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{several} or {last}").format(several=", ".join(parts[:-1]), last=parts[-1])


def in_ranges(words: Iterable[str]) -> list[str]:
    """Return words in order, with consecutive numbers as ranges: "3", "7 to 12", "port"."""
    found: list[str] = []
    run: list[int] = []
    for word in (*words, ""):
        is_number = word.isascii() and word.isdigit()
        if is_number and (not run or int(word) == run[-1] + 1):
            run.append(int(word))
            continue
        found += _run(run)
        run = [int(word)] if is_number else []
        if not is_number and word:
            found.append(word)
    return found


def _run(numbers: Sequence[int]) -> list[str]:
    if len(numbers) < _RUN:
        return [str(number) for number in numbers]
    return [_("{first} to {last}").format(first=numbers[0], last=numbers[-1])]


def means(typed: str, word: str) -> bool:
    """Check whether a folded text is or abbreviates a word, in English or the reader's language."""
    from screens.table.vocabulary import folded  # noqa: PLC0415 - a fast start

    known = (folded(word), folded(_(word)))
    return typed in known or (len(typed) > 3 and any(each.startswith(typed) for each in known))
