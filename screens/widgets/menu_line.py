"""How a line of a menu is drawn: its mark, its key, its text, and a note or parts beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget


class Told(Protocol):
    """What a line tells: see Item."""

    @property
    def text(self) -> str:
        """The text."""

    @property
    def note(self) -> str:
        """What stands beside it."""

    @property
    def key(self) -> str:
        """Its own key, if any."""

    @property
    def is_advised(self) -> bool:
        """Whether it bears the sign of a hint."""

    @property
    def parts(self) -> Sequence[tuple[str, str]]:
        """Texts and their looks, in place of a text and a note."""


class MenuLine:
    """Draws the lines of a menu in its styles, with notes below each other in one column."""

    def __init__(self, menu: Widget) -> None:
        self._menu = menu
        self.note_column = 0
        """Where notes begin."""
        self._has_keys = False

    def lay_out(self, items: Sequence[Told], columns: int) -> None:
        """Leave room for what these items have."""
        noted = (cell_len(item.text) for item in items if item.note)
        self.note_column = 0 if columns > 1 else max(noted, default=0)
        self._has_keys = any(item.key for item in items)

    def segments(self, item: Told, width: int, *, is_here: bool) -> list[Segment]:
        """A line of so many cells; `is_here`: it is the marked one."""
        looks = ("menu--here",) * 3 if is_here else ("menu--item", "menu--key", "menu--note")
        text, key, note = (self._style(look) for look in looks)
        parts = [Segment(" › " if is_here else "   ", text)]
        if item.is_advised:
            hint = self._style("menu--here" if is_here else "menu--hint")
            parts = [Segment("›✦ " if is_here else " ✦ ", hint)]
        if self._has_keys:
            parts.append(Segment(f"{item.key or ' '} ", key))
        if item.parts:
            return self._with_parts(parts, item, width, is_here=is_here)
        shown = "" if item.text == item.key else item.text
        parts.append(Segment(shown.ljust(self.note_column), text))
        room = width - sum(cell_len(part.text) for part in parts)
        told = f"  {item.note}" if item.note else ""
        if cell_len(told) > room > 0:
            told = set_cell_size(told, room - 1).rstrip() + "…"
        parts.append(Segment(set_cell_size(told, room), note))
        return parts

    def _style(self, look: str) -> Style:
        return self._menu.rich_style + self._menu.get_component_rich_style(look, partial=True)

    def _with_parts(
        self, parts: list[Segment], item: Told, width: int, *, is_here: bool
    ) -> list[Segment]:
        """The line with its parts, each in its look, but for the marked line, which has its own."""
        for text, look in item.parts:
            is_marked = is_here and look != "ask"
            parts.append(Segment(text, self._style("menu--here" if is_marked else f"menu--{look}")))
        used = sum(cell_len(part.text) for part in parts)
        blank = self._style("menu--here" if is_here else "menu--item")
        return list(Strip(parts, used).adjust_cell_length(width, blank))
