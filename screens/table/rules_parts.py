"""The parts of the rules of a game, as its page tells them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from rules.contract import AnyGame
from screens.locale_context import current_look
from screens.text import _

_PART: Final = re.compile(r"^## (?P<title>.*?)\s*\{#(?P<name>[\w-]+)\}\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules: its id, its heading and its Markdown."""

    name: str
    title: str
    text: str


def rules_parts(game: AnyGame) -> list[Part]:
    """The rules in the reader's language; the first part is what stands before any heading.

    A game without a page has one part that says so.
    """
    text = _page(game)
    if not text:
        return [Part("", game.title, _("There is no page of rules for this game."))]
    headings = list(_PART.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    before = text[: headings[0].start()] if headings else text
    title, _blank, start = before.strip().partition("\n")
    return [
        Part("", title.lstrip("# "), start.strip()),
        *(
            Part(heading["name"], heading["title"], text[heading.end() : end].strip())
            for heading, end in zip(headings, ends)
        ),
    ]


def _page(game: AnyGame) -> str:
    """The text of a game's page, in English where there is none in the reader's language."""
    try:
        folder = files(f"rules.{game.name}")
    except ModuleNotFoundError:
        return ""
    pages = (
        folder.joinpath(f"rules.{language}.md") for language in (current_look().language, "en")
    )
    return next((page.read_text("utf-8") for page in pages if page.is_file()), "")
