"""Pages of rules with all diagrams drawn anew, in their language and without colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextvars import copy_context
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from nim_tui.registry import all_games
from screens.reading.diagrams import FENCE, WIDEST, Diagrams, diagrams_of
from screens.text import Locale, use_look

ROOT: Final = Path(__file__).parents[3]
_LANGUAGE: Final = re.compile(r"rules\.(\w+)\.md")


class Page(NamedTuple):
    """A page of the rules of a game."""

    game: str
    language: str
    path: Path

    @property
    def text(self) -> str:
        """The stored page."""
        return self.path.read_text("utf-8")

    @property
    def redrawn(self) -> str:
        """The page with the game's present diagrams."""
        return copy_context().run(self._redrawn)

    def _redrawn(self) -> str:
        use_look(Locale(self.language, "ascii"))  # signs alone, as where colours tell nothing
        return FENCE.sub(partial(_refilled, diagrams_of(self.game)), self.text)

    @property
    def names(self) -> list[str]:
        """The names of the diagrams of the page, in order."""
        return [fence["name"] for fence in FENCE.finditer(self.text)]


def pages() -> Iterator[Page]:
    """Yield the pages of the games of this repository."""
    for name, entry in all_games().items():
        folder = Path(str(files(entry.data)))
        if folder.is_relative_to(ROOT):
            for path in sorted(folder.glob("rules.*.md")):
                language = _LANGUAGE.fullmatch(path.name)
                assert language is not None
                yield Page(name, language[1], path)


def _refilled(known: Diagrams, fence: re.Match[str]) -> str:
    drawn = known[fence["name"]](WIDEST)
    lines = ("".join(cell.sign for cell in row).rstrip() for row in drawn.rows)
    return "\n".join((f"```board {fence['name']}", *lines, "```\n"))
