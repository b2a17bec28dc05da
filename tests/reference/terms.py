"""The terms of docs/terms.toml: the glossary made of them, and the texts that break them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).parents[2]
GLOSSARY: Final = ROOT / "docs" / "glossary.md"
_NAMED: Final = re.compile(r"^\| `\w+`", re.MULTILINE)
"""A name of the code that a line of a table is about."""
SCOPES: Final = ("messages", "french", "docs", "docstrings")
_MARKS: Final = (
    ("T", "the text of the printed rules says so; a word after it names the part: “T, A turn 3”"),
    ("R", "our ruling, where the text is silent or can be read in two ways"),
    ("D", "our reconstruction of print that is lost, such as a board"),
    ("F", "found elsewhere: on the box, in reviews, in translations of the rules"),
)


@dataclass(frozen=True)
class Term:
    """One thing with its word in each language, its meaning, and patterns of words to avoid."""

    en: str
    fr: str
    meaning: str
    avoid: Mapping[str, Sequence[str]] = field(default_factory=dict)


def terms() -> tuple[Term, ...]:
    """Return all terms, in the order of the file."""
    with (ROOT / "docs" / "terms.toml").open("rb") as file:
        return tuple(Term(**row) for row in tomllib.load(file)["term"])


def glossary() -> str:
    """Return the page docs/glossary.md."""
    lines = [
        "# Glossary",
        "",
        "The words of screens, messages, docs and code; written by `make reference` from",
        "[terms.toml](terms.toml), which also lists the words to avoid.",
        "",
        "| English | French | Meaning |",
        "|---|---|---|",
        *(f"| {term.en} | {term.fr} | {term.meaning} |" for term in terms()),
        "",
        "## Source marks",
        "",
        "What a rule in docstrings, tests and rules pages rests on.",
        "",
        "| Mark | Meaning |",
        "|---|---|",
        *(f"| **{mark}** | {meaning} |" for mark, meaning in _MARKS),
    ]
    return "\n".join(lines) + "\n"


def texts(scope: str) -> Iterator[tuple[str, str]]:
    """Yield each text of a scope, with where it stands."""
    return {"messages": _messages, "french": _french, "docs": _pages, "docstrings": _docstrings}[
        scope
    ]()


def _messages() -> Iterator[tuple[str, str]]:
    for english, _ in _catalog():
        yield "message", english


def _french() -> Iterator[tuple[str, str]]:
    for english, french in _catalog():
        yield f"French of “{english}”", french


def _catalog() -> Iterator[tuple[str, str]]:
    path = ROOT / "screens" / "locale" / "fr" / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        for message in read_po(file, locale="fr"):
            if message.id:
                yield _joined(message.id), _joined(message.string or "")


def _joined(forms: str | Iterable[str]) -> str:
    return forms if isinstance(forms, str) else "\n".join(forms)


def _pages() -> Iterator[tuple[str, str]]:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
    pages += sorted((ROOT / "docs").rglob("*.md")) + sorted((ROOT / "rules").glob("*/*.en.md"))
    for page in pages:
        if page != GLOSSARY:
            yield str(page.relative_to(ROOT)), _NAMED.sub("|", page.read_text("utf-8"))


def _docstrings() -> Iterator[tuple[str, str]]:
    for package in ("rules", "screens", "nim_tui"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", " ".join(text.split())


def mistakes(scope: str, written: Iterable[tuple[str, str]], known: Iterable[Term]) -> list[str]:
    """Return a line for each text of a scope that has a word to avoid in it."""
    avoided = [
        (re.compile(pattern, re.IGNORECASE), term)
        for term in known
        for pattern in term.avoid.get(scope, ())
    ]
    if not avoided:
        return []
    return [
        f"{where}: “{found.group()}”, say {term.fr if scope == 'french' else term.en}"
        for where, text in written
        for pattern, term in avoided
        if (found := pattern.search(text))
    ]
