"""Tables, lists and code in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a bar within a cell is escaped."""
    cells = [[each.replace("|", "\\|") for each in row] for row in rows]
    lines = [" | ".join(row) for row in (head, ["---"] * len(head), *cells)]
    return "".join(f"| {line} |\n" for line in lines)


def code(*words: str) -> str:
    """Return words as code, separated by commas."""
    return ", ".join(f"`{word}`" for word in words)


def bullets(lines: Iterable[str]) -> str:
    """Return a list of lines `code: meaning`."""
    split = (line.partition(": ") for line in lines)
    return "".join(f"- `{words}`: {meaning}\n" for words, _colon, meaning in split)


def section(title: str, text: str) -> str:
    """Return a text below a heading of the third level."""
    return f"### {title}\n\n{text}"
