"""Markdown as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nim_tui.plain.text import listed
from rules.contract import AnyGame
from screens.reading.rules_parts import EXAMPLE, origins, rules_parts, section_title
from screens.table.vocabulary import folded
from screens.text import _, clauses, labelled

_FENCED: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_ITEM: Final = re.compile(r"^[-*] +")
_STARTS: Final = re.compile(r"[-*] |\d+\. |\||#")
"""The marks at the start of a new line."""
_NUMBER: Final = re.compile(r"\d+\. ")
_LINK: Final = re.compile(r"\[([^]]+)\]\([^)]*\)")
_MARKS: Final = re.compile(r"\*+|^#+ *")
_CODE: Final = re.compile("`([^`]*)`")
_RULED: Final = re.compile(r"[-:| ]+")
"""The line below the head of a table."""


def bare(text: str) -> str:
    """Return a text without Markdown, with moves to type in quotation marks."""
    quoted = _("“{move}”")
    plain = _MARKS.sub("", _LINK.sub(r"\1", text))
    return " ".join(_CODE.sub(lambda found: quoted.format(move=found[1]), plain).split())


def read_aloud(text: str) -> Iterator[str]:
    """Yield the sentences and lists of a text, without drawings and fenced blocks."""
    block: list[str] = []
    for line in (*_FENCED.sub("", text).splitlines(), ""):
        if block and _ends(block[0], line):
            yield from _block(block)
            block = []
        if line.strip():
            block.append(line.strip())


def _ends(first: str, line: str) -> bool:
    """Whether a line ends the block that began with `first`."""
    if not line.strip():
        return True
    if first.startswith("|"):
        return not line.startswith("|")
    return bool(_STARTS.match(line.lstrip()))


def _block(lines: Sequence[str]) -> Iterator[str]:
    if lines[0].startswith("|"):
        yield from _table([_cells(line) for line in lines if not _RULED.fullmatch(line)])
        return
    told = bare(_ITEM.sub("", " ".join(lines)))
    if number := _NUMBER.match(told):
        told = number[0] + told[number.end() :][:1].upper() + told[number.end() + 1 :]
    is_open = (told[-1:].isalpha() or told.endswith(",")) and not _STARTS.match(lines[0])
    yield labelled(told.rstrip(","), "").rstrip(" ") if is_open else told


def _cells(line: str) -> list[str]:
    return [bare(cell) for cell in line.strip("|").split("|")]


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a sentence per row: the head of each column with its cell.

    Two columns are a word and its meaning; an empty first cell continues the last row.
    """
    heads = rows[0]
    joined: list[list[str]] = []
    for row in rows[1:]:
        if row[0] or not joined:
            joined.append(list(row))
        else:
            joined[-1] = [" ".join(cell).strip() for cell in zip(joined[-1], row)]
    for first, *others in joined:
        told = [
            other if len(heads) < 3 else f"{head[:1].lower()}{head[1:]} {other}"
            for head, other in zip(heads[1:], others)
            if other
        ]
        yield labelled(f"{heads[0]} {first}" if first.isdigit() else first, clauses(told))


_PARTS = 3
"""The most sections listed that only mention a word."""


def about(game: AnyGame, word: str, refused: str = "", *, tells_origins: bool = False) -> list[str]:
    """Return the section with the word in its title, else one that mentions it, else all titles.

    Without a word, right after a refused move: the section with the id `refused`. With
    `tells_origins` each rule is followed by its source.

    The example turn mentions much and explains little, so it comes last.
    """
    parts = [part for part in rules_parts(game) if part.title]
    origin = origins(parts)

    def told_origins(marks: Sequence[str]) -> str:
        return "".join(f" {told}" for _letter, told in origin(marks))

    word = word or section_title(game, refused)
    if not word:
        titles = listed([bare(part.title) for part in parts])
        return [_("Sections of the rules: {titles}").format(titles=titles)]
    wanted = folded(word)
    titled = [part for part in parts if wanted in folded(part.title)]
    told = [part for part in parts if wanted in folded(part.spoken) and part not in titled]
    titled.sort(key=lambda part: part.title != word)
    told.sort(key=lambda part: part.name == EXAMPLE)
    found = titled + told
    if not found:
        return [_("The rules do not mention “{word}”").format(word=word[:60])]
    others = [bare(part.title) for part in found[1 : 1 + _PARTS]]
    rest = [_("See also: {titles}").format(titles=listed(others))] if others else []
    text = found[0].spoken_with(told_origins) if tells_origins else found[0].spoken
    return [bare(found[0].title), *read_aloud(text), *rest]
