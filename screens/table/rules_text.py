"""The rules of a game as one reads them: parts below each other, and where one is among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.console import Console
from rich.markdown import Markdown
from rich.style import Style
from textual.strip import Strip

from rules.contract import AnyGame
from screens.colours import Look
from screens.table.rules_parts import Part, rules_parts
from screens.text import _
from screens.widgets.menu import Item

_HEADING: Final = Look("gold", style="bold")


class RulesText:
    """The parts laid out in so many columns; one goes to a part, the goal, or a place found."""

    def __init__(self, game: AnyGame, chapter: str, style: Callable[[Look], Style]) -> None:
        """Opened at a chapter; `style` gives the style of a look in the theme of now."""
        self.parts: Sequence[Part] = rules_parts(game)
        self._style = style
        self._names = [part.name for part in self.parts]
        self.part = self._names.index(chapter) if chapter in self._names else 0
        self._found: int | None = None
        self._sought = ""
        self._starts: list[int] = []
        self._lines: list[str] = []

    @property
    def first_line(self) -> int | None:
        """The line to begin at, as it is laid out now."""
        if self._found is not None:
            return self._found
        return self._starts[self.part] if self._starts else None

    @property
    def where(self) -> str:
        """At which part of how many one is."""
        return _("{part} of {parts}: {title}").format(
            part=self.part + 1, parts=len(self.parts), title=self.parts[self.part].title
        )

    def contents(self) -> list[Item]:
        """All parts, to choose from by their numbers."""
        return [Item(str(number), part.title) for number, part in enumerate(self.parts)]

    def go_to(self, part: int) -> None:
        """To a part, as near as there is one."""
        self.part, self._found = max(0, min(part, len(self.parts) - 1)), None

    def go_to_goal(self) -> None:
        """To what the game is about."""
        self.go_to(self._names.index("goal") if "goal" in self._names else 0)

    def scrolled_to(self, line: int) -> None:
        """Somebody scrolled: the part whose heading was passed last is the one that is read."""
        passed = [number for number, start in enumerate(self._starts) if start <= line]
        self.part = passed[-1] if passed else 0

    def find(self, text: str) -> bool:
        """Go to the next line that has a text, from the start again after the last."""
        sought = text.strip().casefold()
        lines = [n for n, line in enumerate(self._lines) if sought and sought in line.casefold()]
        if not lines:
            return False
        here = self._found if self._found is not None and sought == self._sought else -1
        found = next((line for line in lines if line > here), lines[0])
        self.scrolled_to(found)
        self._sought, self._found = sought, found
        return True

    def lay_out(self, width: int) -> list[Strip]:
        """All parts below each other, headed by their titles."""
        console = Console(width=width, color_system="truecolor", force_terminal=True)
        plain, strong = self._style(Look()), self._style(_HEADING)
        strips: list[Strip] = []
        self._starts = []
        for part in self.parts:
            self._starts.append(len(strips))
            strips += _rendered(console, part.title, strong)
            strips += [*_rendered(console, Markdown(part.text, code_theme="bw"), plain), Strip([])]
        self._lines = [strip.text for strip in strips]
        return strips


def _rendered(console: Console, what: Any, style: Style) -> list[Strip]:
    return [Strip(segments) for segments in console.render_lines(what, style=style, pad=False)]
