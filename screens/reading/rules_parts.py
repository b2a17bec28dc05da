"""The parts of a game's rules page, and the origins of each rule.

A comment such as `<!-- T 3.2; R lanes -->` at the end of a rule gives its origin: `T` the printed
text, by part and paragraph; `F` found elsewhere; `R` a ruling, and `D` a reconstruction of lost
print, either with the option that changes it. The part `printed` lists the parts of the printed
text in a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from typing import Final

from rules.contract import AnyGame, package_of
from screens.text import N_, _, current_look

EXAMPLE: Final = "example"
"""The id of the part with an example turn."""
_PART: Final = re.compile(r"^## (?P<title>.*?)\s*\{#(?P<name>[\w-]+)\}\s*$", re.MULTILINE)
_SAID: Final = r"<!-- spoken:(?P<said>.*?)-->\n"
_BLOCK: Final = (
    r"(?:```.*?^```$"  # a fenced block
    r"|(?:\|[^\n]*(?:\n|\Z))+"  # a table
    r"|[^\n]+(?:\n(?![-*] |\||\d+\. |```|<!--|\n)[^\n]+)*)"  # a paragraph, or an item of a list
)
_MARK: Final = r"[TFRD](?: [\w.]+)?"
MARKED: Final = re.compile(rf" <!-- (?P<marks>{_MARK}(?:; {_MARK})*) -->")
"""The origins of a rule, at its end."""
_PRINTED_PART: Final = re.compile(
    r"^\| *(?P<part>\d+) \| (?P<heading>.*?) +\| +(?P<paragraphs>\d+) \|$", re.MULTILINE
)
_ORIGINS: Final = {
    "F": N_("Known from reviews or another edition."),
    "R": N_("Our ruling: the printed rules leave this open."),
    "D": N_("Our reconstruction: the printed text is lost."),
}
_IN_PRINT: Final = N_("Printed rules, part {part}, {heading}, paragraph {paragraphs}.")
_IN_PRINT_SEVERAL: Final = N_("Printed rules, part {part}, {heading}, paragraphs {paragraphs}.")
_BY_OPTION: Final = {
    "R": N_("Our ruling; the option {option} changes it."),
    "D": N_("Our reconstruction of lost text; the option {option} replaces it."),
}
_ALTERNATIVE: Final = re.compile(_SAID, re.MULTILINE | re.DOTALL)
_REPLACED: Final = re.compile(f"^{_SAID}{_BLOCK}", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A part of the rules: its id, its heading and its Markdown source.

    A comment `<!-- spoken: WORDS -->` comes before a block for eyes alone, such as a map: a
    paragraph, an item of a list, a table or a fenced block. No screen shows the comment.
    """

    name: str
    title: str
    source: str

    @property
    def text(self) -> str:
        """The Markdown for a screen, without spoken alternatives and origins."""
        return self.marked(_unmarked)

    def marked(self, shown: Callable[[Sequence[str]], str]) -> str:
        """Return the Markdown for a screen; `shown` formats the origins of a rule."""
        return _with_marks(_ALTERNATIVE.sub("", self.source), shown)

    @property
    def spoken(self) -> str:
        """The text to read aloud, in which spoken words replace their blocks."""
        return self.spoken_with(_unmarked)

    def spoken_with(self, said: Callable[[Sequence[str]], str]) -> str:
        """Return the text to read aloud; `said` puts the origins of a rule into words."""
        return _with_marks(_REPLACED.sub(_said_instead, self.source), said)


def _unmarked(_marks: Sequence[str]) -> str:
    return ""


def _with_marks(text: str, shown: Callable[[Sequence[str]], str]) -> str:
    def put(found: re.Match[str]) -> str:
        """Return the origins after a blank if a word is before them: Markdown wants that."""
        told = shown(found["marks"].split("; "))
        return f" {told}" if told and text[: found.start()][-1:].isalnum() else told

    return MARKED.sub(put, text)


def _said_instead(block: re.Match[str]) -> str:
    """Return the spoken words of a block, with its origins; empty if there are none."""
    said = block["said"].strip()
    marks = "".join(found[0] for found in MARKED.finditer(block[0])) if said else ""
    return f"\n{said}{marks}\n"


def rules_parts(game: AnyGame) -> list[RulesSection]:
    """Return the rules in the reader's language; the first part is the text before any heading.

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


def printed_parts(parts: Sequence[RulesSection]) -> dict[str, tuple[str, int]]:
    """Return the heading and number of paragraphs of each part of the printed rules."""
    source = next((part.source for part in parts if part.name == "printed"), "")
    return {
        found["part"]: (found["heading"], int(found["paragraphs"]))
        for found in _PRINTED_PART.finditer(source)
    }


def origins(
    parts: Sequence[RulesSection],
) -> Callable[[Sequence[str]], list[tuple[str, str]]]:
    """Return a function from the marks of a rule to its origins in words.

    Its result is a letter and a sentence for each part of the printed rules, and for each other
    mark.
    """
    headings = {part: heading for part, (heading, _count) in printed_parts(parts).items()}

    def told(marks: Sequence[str]) -> list[tuple[str, str]]:
        places = [mark[2:].split(".") for mark in marks if mark[0] == "T"]
        by_part = groupby(places, itemgetter(0))
        return [
            *(
                ("T", _printed(headings[part], part, [p for _part, p in of]))
                for part, of in by_part
            ),
            *((mark[0], _other(mark[0], mark[2:])) for mark in marks if mark[0] != "T"),
        ]

    return told


def _printed(heading: str, part: str, paragraphs: Sequence[str]) -> str:
    text = _IN_PRINT if len(paragraphs) == 1 else _IN_PRINT_SEVERAL
    return _(text).format(part=part, heading=heading, paragraphs=", ".join(paragraphs))


def _other(letter: str, option: str) -> str:
    return _(_BY_OPTION[letter]).format(option=option) if option else _(_ORIGINS[letter])


def section_title(game: AnyGame, name: str) -> str:
    """Return the heading of a part by its id; empty if there is no such part."""
    parts = rules_parts(game) if name else ()
    return next((part.title for part in parts if part.name == name), "")


def _page(game: AnyGame) -> str:
    """Return the text of a game's page in the reader's language, or else in English."""
    folder = files(package_of(game))
    pages = (
        folder.joinpath(f"rules.{language}.md") for language in (current_look().language, "en")
    )
    return next((page.read_text("utf-8") for page in pages if page.is_file()), "")
