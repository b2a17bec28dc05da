"""The parts of the rules of a game, as its page tells them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from rules.contract import AnyGame, package_of
from screens.text import _, current_look

EXAMPLE: Final = "example"
"""The id of the part that shows one whole turn."""
_PART: Final = re.compile(r"^## (?P<title>.*?)\s*\{#(?P<name>[\w-]+)\}\s*$", re.MULTILINE)
_SAID: Final = r"<!-- spoken:(?P<said>.*?)-->\n"
_BLOCK: Final = (
    r"(?:```.*?^```$"  # fenced
    r"|(?:\|[^\n]*(?:\n|\Z))+"  # a table
    r"|[^\n]+(?:\n(?![-*] |\||\d+\. |```|<!--|\n)[^\n]+)*)"  # a paragraph, or an item of a list
)
_ALTERNATIVE: Final = re.compile(_SAID, re.MULTILINE | re.DOTALL)
_REPLACED: Final = re.compile(f"^{_SAID}{_BLOCK}", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A part of the rules: its id, its heading and its Markdown as it was written.

    A comment `<!-- spoken: WORDS -->` stands before what only an eye can read, such as a map: a
    paragraph, an item of a list, a table or a fenced block. No screen shows the comment.
    """

    name: str
    title: str
    source: str

    @property
    def text(self) -> str:
        """The Markdown shown on a screen, without the spoken alternatives."""
        return _ALTERNATIVE.sub("", self.source)

    @property
    def spoken(self) -> str:
        """The text read aloud: each block that has spoken words is replaced by them."""
        return _REPLACED.sub(lambda found: f"\n{found['said'].strip()}\n", self.source)


def rules_parts(game: AnyGame) -> list[RulesSection]:
    """The rules in the reader's language; the first part is what stands before any heading.

    A game without a page has one part that says so.
    """
    text = _page(game)
    if not text:
        return [RulesSection("", game.title, _("This game has no rules page."))]
    headings = list(_PART.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    before = text[: headings[0].start()] if headings else text
    title, _blank, start = before.strip().partition("\n")
    return [
        RulesSection("", title.lstrip("# "), start.strip()),
        *(
            RulesSection(heading["name"], heading["title"], text[heading.end() : end].strip())
            for heading, end in zip(headings, ends)
        ),
    ]


def section_title(game: AnyGame, name: str) -> str:
    """The heading of a part by its id; empty where there is none."""
    return next((part.title for part in rules_parts(game) if name and part.name == name), "")


def _page(game: AnyGame) -> str:
    """The text of a game's page, in English where there is none in the reader's language."""
    folder = files(package_of(game))
    pages = (
        folder.joinpath(f"rules.{language}.md") for language in (current_look().language, "en")
    )
    return next((page.read_text("utf-8") for page in pages if page.is_file()), "")
