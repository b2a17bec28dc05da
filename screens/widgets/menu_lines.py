"""The lines of a menu: its items, and their drawing as lines or as rows for fingers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from screens.base import is_plain
from screens.widgets.raster import broken, fitted

_GAP: Final = "  "
"""The gap between words and their note."""
TALL: Final = 3
"""The lines of an item for fingers: its text, its note, and half a line between items."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu: an id, its text, a note beside it and a key of its own, if any.

    A text equal to its key is shown once. A recommended item has the sign of a hint. Instead of a
    note there may be parts, each a text and its look: "item", "note", "gold" or "ask". A tap takes
    an item at once if it does not play a move, or one that is marked on a board.
    """

    id: str
    text: str
    note: str = ""
    key: str = ""
    is_advised: bool = False
    parts: tuple[tuple[str, str], ...] = ()
    plays: bool = True


class MenuLine:
    """The drawing of menu lines in the menu's styles, with notes aligned in one column."""

    def __init__(self, menu: Widget, *, keeps_notes_whole: bool) -> None:
        self._menu = menu
        self._keeps_notes_whole = keeps_notes_whole
        self.note_column = 0
        """The column of the notes."""
        self._has_keys = False
        self._widest = 0
        """The cells of the longest line with a note."""

    def lay_out(self, items: Sequence[Item], columns: int) -> None:
        """Choose the columns that fit these items."""
        noted = (cell_len(item.text) for item in items if item.note)
        self.note_column = 0 if columns > 1 else max(noted, default=0)
        self._has_keys = any(item.key for item in items)
        around = len(" › ") + (len("k ") if self._has_keys else 0) + len(_GAP)
        lines = (
            around + max(cell_len(item.text), self.note_column) + cell_len(item.note)
            for item in items
            if item.note
        )
        self._widest = max(lines, default=0)

    def hides_notes(self, width: int) -> bool:
        """Check whether notes are left out at a width, because one would be cut."""
        return self._keeps_notes_whole and self._widest > width

    def segments(self, item: Item, width: int, *, is_here: bool) -> list[Segment]:
        """Return a line of a given width; `is_here`: the marked one."""
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
        told = f"{_GAP}{item.note}" if item.note and not self.hides_notes(width) else ""
        if cell_len(told) > room > 0:
            told = set_cell_size(told, room - 1).rstrip() + "…"
        parts.append(Segment(set_cell_size(told, room), note))
        return parts

    def tall_segments(
        self, item: Item, line: int, width: int, *, is_here: bool, again: str = ""
    ) -> Iterable[Segment]:
        """Return a line of an item for fingers: a row of two lines and a half on a ground.

        `again` tells that another tap plays it: at the right of the text, or instead of the note.
        """
        ground = self._style("menu--row-here" if is_here else "menu--row")
        if line == TALL - 1:
            edge = Style(color=ground.bgcolor, bgcolor=self._menu.rich_style.bgcolor)
            half = " " if is_plain(self._menu) else "▀"
            return [Segment(half * (width - 1), edge), Segment(" ", self._menu.rich_style)]
        text, key, note = (
            ground + self._menu.get_component_rich_style(f"menu--{look}", partial=True)
            for look in ("here" if is_here else "item", "key", "note")
        )
        if is_here:
            key = note = text
        upper, lower = _halves(item, width - 4)
        if again and cell_len(upper + _GAP + again) <= width - 4:
            upper = upper + again.rjust(width - 4 - cell_len(upper))
        elif again:
            lower = again
        told = [fitted(half, width - 4).rstrip() for half in (upper, lower)]
        head = f" {'✦' if item.is_advised else item.key or ' '} "
        parts = [Segment("   ", text), Segment(told[1], note)]
        if line == 0:
            parts = [Segment(head, key), Segment(told[0], text)]
        row = Strip(parts).adjust_cell_length(width - 1, ground)
        return [*row, Segment(" ", self._menu.rich_style)]

    def _style(self, look: str) -> Style:
        return self._menu.rich_style + self._menu.get_component_rich_style(look, partial=True)

    def _with_parts(
        self, parts: list[Segment], item: Item, width: int, *, is_here: bool
    ) -> list[Segment]:
        """Return a line with its parts, each in its look unless the line is marked."""
        for text, look in item.parts:
            is_marked = is_here and look != "ask"
            parts.append(Segment(text, self._style("menu--here" if is_marked else f"menu--{look}")))
        used = sum(cell_len(part.text) for part in parts)
        blank = self._style("menu--here" if is_here else "menu--item")
        return list(Strip(parts, used).adjust_cell_length(width, blank))


def _halves(item: Item, room: int) -> tuple[str, str]:
    """Return the two lines of an item in a row for fingers: text and note, or its parts."""
    parts = [" ".join(text.split()) for text, _look in item.parts if text.strip()]
    if not parts:
        text = "" if item.text == item.key and not item.is_advised else item.text
        upper, *rest = broken(text, room)
        return upper, _GAP.join(filter(None, [*rest, item.note]))
    taken = [parts.pop(0)]
    while len(parts) > 1 and cell_len(_GAP.join((*taken, parts[0]))) <= room:
        taken.append(parts.pop(0))
    return _GAP.join(taken), _GAP.join(parts)
