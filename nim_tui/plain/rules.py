"""The rules of a game read aloud: the part about a word, or what parts there are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from nim_tui.plain.text import listed
from rules.contract import AnyGame
from screens.table.rules_parts import Part, rules_parts
from screens.table.vocabulary import Vocabulary, folded
from screens.text import _

_MARKS = re.compile(r"[*_#>]+|^[-+] +|^\d+\. +|^\|?[-:| ]+\|?$|\[([^]]*)\]\([^)]*\)")
_SIGNS = ("So", "Sm", "Sk")
"""Categories of Unicode that are seen and not said."""
_EMPTY = re.compile("``")
_PARTS = 3
"""So many parts that only mention a word are named beside the one that is read."""


def about(game: AnyGame, word: str, vocabulary: Vocabulary) -> list[str]:
    """The part whose title has the word, else the first that mentions it; alone: all titles."""
    parts = [part for part in rules_parts(game) if part.title]
    if not word:
        titles = listed([_plain(part.title, vocabulary) for part in parts])
        return [_("The rules have these parts: {titles}").format(titles=titles)]
    wanted = folded(word)
    titled = [part for part in parts if wanted in folded(part.title)]
    told = [part for part in parts if wanted in folded(part.text) and part not in titled]
    found = titled + told
    if not found:
        return [_("The rules do not mention “{word}”").format(word=word[:60])]
    others = [_plain(part.title, vocabulary) for part in found[1 : 1 + _PARTS]]
    rest = [_("See also: {titles}").format(titles=listed(others))] if others else []
    return [*_read(found[0], vocabulary), *rest]


def _read(part: Part, vocabulary: Vocabulary) -> Iterator[str]:
    """A heading, then a line for each paragraph or item."""
    yield _plain(part.title, vocabulary)
    paragraph: list[str] = []
    for line in (*part.text.splitlines(), ""):
        starts = line.lstrip().startswith(("- ", "* ", "|", "#")) or not line.strip()
        if starts and paragraph:
            if text := _plain(" ".join(paragraph), vocabulary):
                yield text
            paragraph = []
        if line.strip():
            paragraph.append(line.strip())


def _plain(text: str, vocabulary: Vocabulary) -> str:
    """Without the marks of Markdown; the cells of a table as parts of a sentence."""
    cells = [cell.strip() for cell in text.strip("| ").split("|")]
    joined = ", ".join(cell for cell in cells if not re.fullmatch(r"[-: ]*", cell))
    bare = _MARKS.sub(lambda found: found[1] or "", joined)
    heard = "".join(c for c in bare if unicodedata.category(c) not in _SIGNS)
    return " ".join(_EMPTY.sub("", vocabulary.spelt(heard)).split())
