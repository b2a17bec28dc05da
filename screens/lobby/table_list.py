"""The list of tables: filter, search, finished games, and the welcome to an empty lobby."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Offset, Region
from textual.screen import Screen
from textual.strip import Strip

from rules.messages import Refusal
from screens.base import Shape, shape_of
from screens.colours import Look, Spans
from screens.lobby.api import lobby_api
from screens.lobby.lobby_table import (
    Entry,
    Group,
    group_of,
    heading,
    in_the_light,
    row_spans,
    second_spans,
)
from screens.lobby.values import LobbyTable, TableFilter, TablePage, TableStatus
from screens.text import _
from screens.widgets.menu import Item, Menu
from screens.widgets.raster import Inks

_AIRY = 20
"""The least height at which blank lines separate the groups."""


@dataclass(frozen=True, slots=True)
class SecondLine:
    """The second line of a table in the list of a phone: its state and its players."""

    table: LobbyTable


PageLine = Entry | SecondLine | Group | Spans | None
"""A line of a page: one that can be marked, the title of a group, a text, or a blank."""

Seen = tuple[PageLine, bool]
"""A line, and whether it is the marked one."""


class TableMenu(Menu):
    """A menu of lines in groups under titles."""

    DEFAULT_CSS = "TableMenu { height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._entries: Sequence[Entry] = ()
        self._page: Sequence[PageLine] = ()
        self._is_welcome = False
        self._inks = Inks(self)

    @property
    def marked(self) -> str:
        """The id of the marked line."""
        return self._items[self.position].id if self._items else ""

    def show_page(self, entries: Sequence[Entry], marked: str, *, is_welcome: bool) -> None:
        """Show other lines, and mark the one with this id, else the first."""
        before = self._seen()
        self._entries, self._is_welcome = entries, is_welcome
        self._items = [_item(entry) for entry in entries]
        ids = [item.id for item in self._items]
        self.position = ids.index(marked) if marked in ids else 0
        self._arrange()
        self._redraw(before)

    def on_resize(self) -> None:
        """Add or drop blank lines for the new height."""
        self._arrange()

    def _arrange(self) -> None:
        is_airy = self.size.height >= _AIRY
        is_phone = shape_of(self.app.size) is Shape.UPRIGHT
        self._page = _page_lines(
            self._entries, is_airy=is_airy, is_welcome=self._is_welcome, is_phone=is_phone
        )

    # Positions of lines

    def _first_line(self) -> int:
        here = self._entries[self.position] if self._entries else None
        line = next((y for y, one in enumerate(self._page) if one is here), 0)
        return max(0, line - self.size.height + 1)

    def _index_at(self, where: Offset) -> int | None:
        line = where.y + self._first_line()
        one = _entry_of(self._page[line]) if line < len(self._page) else None
        return next((n for n, entry in enumerate(self._entries) if entry is one), None)

    def _seen(self) -> list[Seen]:
        """Return the visible lines from the top, each with whether it is marked."""
        first = self._first_line()
        here = self._entries[self.position] if self._entries and self.has_focus else None
        lines = self._page[first : first + self.size.height]
        return [(line, here is not None and _entry_of(line) is here) for line in lines]

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
        """Return a line of the page."""
        inks, width, seen = self._inks, self.size.width, self._seen()
        line, is_here = seen[y] if y < len(seen) else (None, False)
        spans = _spans(line, width, is_here=is_here)
        strip = Strip([Segment(text, inks.of(look)) for text, look in spans])
        blank = inks.of(Look("dark", "light") if is_here else Look())
        return strip.adjust_cell_length(width, blank)


def _entry_of(line: PageLine) -> PageLine:
    """Return the entry that a line belongs to."""
    return line.table if isinstance(line, SecondLine) else line


def _item(entry: Entry) -> Item:
    return Item(entry.id, entry.title) if isinstance(entry, LobbyTable) else entry


def _spans(line: PageLine, width: int, *, is_here: bool) -> Spans:
    if line is None:
        return ()
    if isinstance(line, Group):
        return heading(line, width)
    if isinstance(line, LobbyTable):
        return row_spans(line, width, is_here=is_here)
    if isinstance(line, SecondLine):
        return second_spans(line.table, width, is_here=is_here)
    if isinstance(line, Item):
        gap = " " * (width - cell_len(line.text) - cell_len(line.note) - 6)
        mark = "›" if is_here else " "
        spans: Spans = [
            (f"{mark}    {line.text}", Look(style="bold")),
            (f"{gap}{line.note} ", Look("soft")),
        ]
        return in_the_light(spans) if is_here else spans
    return line


class FinishedGames:
    """A page of finished games for one screen."""

    def __init__(
        self,
        screen: Screen[Any],
        found: Callable[[TableFilter], None],
        refused: Callable[[Refusal], None],
    ) -> None:
        """Make the list; `found` gets the filter used: the last page, if there are fewer pages."""
        self._screen = screen
        self._tell_found = found
        self._tell_refused = refused
        self._wanted = TableFilter()
        self._found: tuple[TableFilter, TablePage] | None = None
        self._is_looking = False

    def found(self, wanted: TableFilter) -> TablePage | None:
        """Return the result for `wanted` if it was looked up last, else None."""
        if self._found is None or self._found[0] != wanted:
            return None
        return self._found[1]

    def look_for(self, wanted: TableFilter) -> None:
        """Look tables up, one request at a time, the latest last."""
        self._wanted = wanted
        if not self._is_looking:
            self._is_looking = True
            self._screen.run_worker(self._look())

    async def _look(self) -> None:
        try:
            wanted, listed = await self._answer()
        except Refusal as refusal:
            self._tell_refused(refusal)
            return
        finally:
            self._is_looking = False
        found = replace(wanted, page=min(wanted.page, listed.pages - 1))
        self._found = found, listed
        self._tell_found(found)

    async def _answer(self) -> tuple[TableFilter, TablePage]:
        while True:
            wanted = self._wanted
            listed = await lobby_api(self._screen).tables.finished(wanted)
            if wanted == self._wanted:
                return wanted, listed


class ShownTables:
    """A page of tables for one screen."""

    def __init__(
        self,
        screen: Screen[Any],
        show: Callable[[], None],
        refused: Callable[[Refusal], None],
    ) -> None:
        """Make the list; `show` is called after each change."""
        self._screen = screen
        self._show = show
        self._archive = FinishedGames(screen, self._note_found, refused)
        self.wanted = TableFilter()
        self.listed: TablePage | None = None
        """The page of tables; None during the look-up."""

    @property
    def tables(self) -> Sequence[LobbyTable]:
        """The tables of the page."""
        return () if self.listed is None else self.listed.tables

    def named(self, id: str) -> LobbyTable | None:  # noqa: A002 - the table's own word
        """Return the table with this id, if it is on the page."""
        return next((table for table in self.tables if table.id == id), None)

    @property
    def is_bare(self) -> bool:
        """Whether there is no table on any page."""
        return self.listed is not None and not self.tables and self.wanted == TableFilter()

    def look_up(self) -> None:
        """Look up the tables of the present filter. Raises a Refusal."""
        if self.wanted.stage == TableStatus.OVER:
            self.listed = self._archive.found(self.wanted)
            return
        here = lobby_api(self._screen)
        self.listed = here.tables.unfinished(self.wanted)
        if self.wanted.page >= self.listed.pages:
            self.wanted = replace(self.wanted, page=self.listed.pages - 1)
            self.listed = here.tables.unfinished(self.wanted)

    def want(self, wanted: TableFilter) -> None:
        """Show other tables, or the same ones again."""
        self.wanted = wanted
        if wanted.stage == TableStatus.OVER:
            self._archive.look_for(wanted)
        self._show()

    def turn(self, step: int) -> None:
        """Go to another page."""
        self.want(replace(self.wanted, page=self.wanted.page + step))

    def search(self, text: str) -> None:
        """Show only tables with this text in them."""
        self.want(replace(self.wanted, text=text, page=0))

    def only_mine(self) -> None:
        """Switch between the reader's tables and all."""
        self.want(replace(self.wanted, only_mine=not self.wanted.only_mine, page=0))

    def next_stage(self) -> None:
        """Show tables of the next status; after the finished ones, all unfinished ones."""
        stages = list(TableStatus)
        after = stages[(stages.index(self.wanted.stage) + 1) % len(stages)]
        self.want(replace(self.wanted, stage=after, page=0))

    def _note_found(self, found: TableFilter) -> None:
        """Show the tables found; with fewer pages than requested, the last page."""
        if replace(found, page=self.wanted.page) == self.wanted:
            self.wanted = found
            self._show()


def _page_lines(
    listed: Sequence[Entry], *, is_airy: bool, is_welcome: bool, is_phone: bool
) -> list[PageLine]:
    """Return the lines of the page; `is_airy` separates groups by a blank line.

    On a phone each table has two lines and a blank.
    """
    lines: list[PageLine] = []
    group: Group | None = None
    for entry in listed:
        if isinstance(entry, LobbyTable) and group_of(entry) != group:
            group = group_of(entry)
            if lines and lines[-1] is not None and is_airy:
                lines.append(None)
            lines.append(group)
        elif isinstance(entry, Item) and lines and is_airy:
            lines.append(None)
        lines.append(entry)
        if is_phone and isinstance(entry, LobbyTable):
            lines += [SecondLine(entry), None]
    return [None, *lines, None, *_welcome()] if is_welcome else lines


def _welcome() -> list[Spans]:
    """Return the lines that welcome people to a lobby without a table: what can be done there."""
    deeds = (
        ("n", _("open a table for anyone, for friends, or with bots")),
        ("t", _("say hello: people who join later can read it")),
        ("r", _("read the rules of a game")),
        ("b", _("see the leaderboard")),
    )
    return [
        [(f"     {key}  ", Look("key", style="bold")), (meaning, Look("soft"))]
        for key, meaning in deeds
    ]
