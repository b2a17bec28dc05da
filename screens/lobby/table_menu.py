"""The list of the lobby: tables in groups, redrawn only where a line changed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Offset, Region
from textual.strip import Strip

from screens.colours import Look, Spans
from screens.inks import Inks
from screens.lobby.listed import LobbyTable
from screens.lobby.page import Entry, PageLine, page_lines
from screens.lobby.rows import Group, heading, in_the_light, row_spans
from screens.widgets.menu import Item, Menu

_AIRY = 20
"""From so many lines on there are blank ones between groups."""

Seen = tuple[PageLine, bool]
"""A line, and whether it is the marked one."""


class TableMenu(Menu):
    """A menu whose lines stand in groups under titles."""

    DEFAULT_CSS = "TableMenu { height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._entries: Sequence[Entry] = ()
        self._page: Sequence[PageLine] = ()
        self._invites = False
        self._inks = Inks(self)

    @property
    def marked(self) -> str:
        """The id of the marked line."""
        return self._items[self.position].id if self._items else ""

    def show_page(self, entries: Sequence[Entry], marked: str, *, invites: bool) -> None:
        """Show other lines, and mark the one of this id, else the first."""
        before = self._seen()
        self._entries, self._invites = entries, invites
        self._items = [_item(entry) for entry in entries]
        ids = [item.id for item in self._items]
        self.position = ids.index(marked) if marked in ids else 0
        self._arrange()
        self._redraw(before)

    def on_resize(self) -> None:
        """There may be room for blank lines, or no longer."""
        self._arrange()

    def _arrange(self) -> None:
        is_airy = self.size.height >= _AIRY
        self._page = page_lines(self._entries, is_airy=is_airy, invitation=self._invites)

    # Where lines are

    def _first_line(self) -> int:
        here = self._entries[self.position] if self._entries else None
        line = next((y for y, one in enumerate(self._page) if one is here), 0)
        return max(0, line - self.size.height + 1)

    def _index_at(self, where: Offset) -> int | None:
        line = where.y + self._first_line()
        one = self._page[line] if line < len(self._page) else None
        return next((n for n, entry in enumerate(self._entries) if entry is one), None)

    def _seen(self) -> list[Seen]:
        """What is to be seen, from the top."""
        first = self._first_line()
        here = self._entries[self.position] if self._entries and self.has_focus else None
        lines = self._page[first : first + self.size.height]
        return [(line, line is here and here is not None) for line in lines]

    def _redraw(self, before: Sequence[Seen]) -> None:
        after = self._seen()
        height = max(len(before), len(after))
        changed = [y for y in range(height) if before[y : y + 1] != after[y : y + 1]]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def _go_to(self, position: int) -> None:
        before = self._seen()
        self.position = position
        self._redraw(before)

    # Drawing

    def render_line(self, y: int) -> Strip:
        """A line of the page."""
        inks, width, seen = self._inks, self.size.width, self._seen()
        line, is_here = seen[y] if y < len(seen) else (None, False)
        spans = _spans(line, width, is_here=is_here)
        strip = Strip([Segment(text, inks.of(look)) for text, look in spans])
        blank = inks.of(Look("dark", "light") if is_here else Look())
        return strip.adjust_cell_length(width, blank)


def _item(entry: Entry) -> Item:
    return Item(entry.id, entry.title) if isinstance(entry, LobbyTable) else entry


def _spans(line: PageLine, width: int, *, is_here: bool) -> Spans:
    if line is None:
        return ()
    if isinstance(line, Group):
        return heading(line, width)
    if isinstance(line, LobbyTable):
        return row_spans(line, width, is_here=is_here)
    if isinstance(line, Item):
        gap = " " * (width - cell_len(line.text) - cell_len(line.note) - 6)
        mark = "›" if is_here else " "
        spans: Spans = [
            (f"{mark}    {line.text}", Look(style="bold")),
            (f"{gap}{line.note} ", Look("soft")),
        ]
        return in_the_light(spans) if is_here else spans
    return line
