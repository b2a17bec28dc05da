"""A menu: items to choose from, by keys, the mouse or fingers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.keys import key_to_character
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from screens.base import Arrival, Shape, api, is_plain, shape_of
from screens.text import N_, _
from screens.widgets.raster import DrawnWidget, broken, fitted

_GAP: Final = "  "
"""The gap between words and their note."""
_TALL: Final = 3
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
        self._widest = max((self._cells_of(item) for item in items if item.note), default=0)

    def _cells_of(self, item: Item) -> int:
        """Return the cells of a line with all of its note."""
        around = len(" › ") + (len("k ") if self._has_keys else 0) + len(_GAP)
        return around + max(cell_len(item.text), self.note_column) + cell_len(item.note)

    def hides_notes(self, width: int) -> bool:
        """Check whether notes are left out at a width, because one would be cut."""
        return self._keeps_notes_whole and self._widest > width

    def cuts_note(self, item: Item, width: int) -> bool:
        """Check whether the note of an item is longer than its room."""
        return bool(item.note) and self._cells_of(item) > width

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
        if line == _TALL - 1:
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
        is_number = item.key.isdecimal() and item.key in upper.split()
        head = f" {'✦' if item.is_advised else ' ' if is_number else item.key or ' '} "
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


class Menu(DrawnWidget, can_focus=True):
    """Items in one or more columns, chosen by Enter, a click or their key."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "menu--item",
        "menu--note",
        "menu--key",
        "menu--here",
        "menu--hint",
        "menu--gold",
        "menu--ask",
        "menu--row",
        "menu--row-here",
    }
    DEFAULT_CSS = """
    Menu {
        height: auto; width: 1fr; background: $background;
        & .menu--item { color: $foreground; }
        & .menu--note { color: $text-muted; }
        & .menu--key { color: $accent; text-style: bold; }
        & .menu--hint { color: $hint; text-style: bold; }
        & .menu--gold { color: $gold; }
        & .menu--ask { color: $gold; text-style: bold reverse; }
        & .menu--here { background: $light; color: $dark; text-style: bold; }
        & .menu--row { background: $panel; }
        & .menu--row-here { background: $light; color: $dark; }
    }
    """
    BINDING_GROUP_TITLE = N_("Menu")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", N_("Down"), show=False, id="menu.down"),
        Binding("up,k", "move(-1)", N_("Up"), show=False, id="menu.up"),
        Binding("right,l", "across(1)", N_("Right"), show=False, id="menu.right"),
        Binding("left,h", "across(-1)", N_("Left"), show=False, id="menu.left"),
        Binding(
            "enter",
            "take",
            N_("Choose"),
            id="menu.take",
            tooltip=N_("Choose the highlighted line"),
        ),
    ]

    class Taken(Message):
        """An item was chosen."""

        def __init__(self, menu: Menu, item: Item) -> None:
            super().__init__()
            self.menu = menu
            self.item = item

    class Marked(Message):
        """Another item was marked."""

        def __init__(self, menu: Menu, item: Item) -> None:
            super().__init__()
            self.menu = menu
            self.item = item

    class Resized(Message):
        """The menu has another size or was scrolled, and may show other items or notes now."""

    class Turned(Message):
        """Left or right was pressed on an item, for a form to step its value."""

        def __init__(self, menu: Menu, item: Item, step: int) -> None:
            super().__init__()
            self.menu = menu
            self.item = item
            self.step = step

    def __init__(
        self,
        items: Sequence[Item] = (),
        *,
        lines: int | None = None,
        keeps_notes_whole: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's own name
    ) -> None:
        """Make the menu; `keeps_notes_whole` drops all notes if one would be cut."""
        super().__init__(id=id)
        self._items = list(items)
        self._columns = 1
        self._lines = lines
        self._line = MenuLine(self, keeps_notes_whole=keeps_notes_whole)
        self._line.lay_out(self._items, self._columns)
        self.position = 0
        self.is_of_moves = False
        """Whether an item plays a move: where taps mark first, a second tap takes it."""
        self._tapped: Item | None = None
        """The item that the last tap marked."""
        self._has_mark = False
        """Whether one of these items was marked, by a tap, by keys or by a hint."""
        self._before: Sequence[Item] = ()
        """The items that were there before others came."""
        self._top = 0
        """The first item of a column that a finger scrolled to, or saw when it tapped."""
        self._is_scrolled = False
        """Whether a finger scrolled the items since one was marked."""
        self._arrival = Arrival(self)

    @property
    def items(self) -> list[Item]:
        """The items that can be chosen."""
        return self._items

    def set_items(self, items: Sequence[Item], *, columns: int = 1, keep: bool = False) -> None:
        """Set the items; the first is marked, or with `keep` the item marked before.

        If that is gone, what stands behind the item before it is marked.
        """
        lines, before, looked = self.lines, self._items, self._looks()
        self._items = list(items)
        if [item.id for item in items] != [item.id for item in before]:
            self._before, self._has_mark = before, False
            self._arrival.note()
        if self._tapped not in items:
            self._tapped = None
        if not keep:
            self._top, self._is_scrolled = 0, False
        is_alike = (columns, len(items)) == (self._columns, len(before))
        self._columns = columns
        self._line.lay_out(self._items, columns)
        position = self._position_in(items, before) if keep else 0
        if not (is_alike and columns == 1 and looked == self._looks()):
            self.refresh(layout=self.lines != lines)
        elif position == self.position and not self._first_row():
            changed = [y for y, item in enumerate(items[: self.lines]) if item != before[y]]
            each, width = self._each, self.size.width
            if changed:
                self.refresh(*(Region(0, y * each, width, each) for y in changed))
        else:
            self.refresh()
        self.position = position

    def _position_in(self, items: Sequence[Item], before: Sequence[Item]) -> int:
        """Return the place of the marked one of the items of before; what leads stays first."""
        last, places = max(len(items) - 1, 0), {item.id: at for at, item in enumerate(items)}
        if not 0 < self.position < len(before):
            return min(self.position, last)
        for back, item in enumerate(reversed(before[: self.position + 1])):
            if item.id in places:
                return min(places[item.id] + (back > 0), last)
        return min(self.position, last)

    @property
    def _is_tall(self) -> bool:
        """Whether items are rows for fingers, as on phones, and not lines."""
        return shape_of(self.app.size) is not Shape.WIDE

    @property
    def _is_marked(self) -> bool:
        """Whether the only row for fingers tells the place marked on a board: one tap takes it."""
        is_alone = len(self._items) == 1
        return is_alone and self._is_tall and self.is_of_moves and not self.can_focus

    @property
    def _shows_position(self) -> bool:
        """Whether the marked item is highlighted: not before a tap, where taps mark first."""
        return self._is_marked or (self.has_focus and not self.awaits_a_mark)

    @property
    def taken_next(self) -> Item | None:
        """The row for fingers that the next tap plays; None where taps do not mark first."""
        if not (self._items and self._is_tall and self.is_of_moves and api(self).marks_first):
            return None
        item = self._items[self.position]
        return item if item.plays and self._shows_position else None

    @property
    def awaits_a_mark(self) -> bool:
        """Whether no row for fingers was marked so far."""
        is_for_taps = self._is_tall and self.is_of_moves and api(self).marks_first
        return is_for_taps and not self._has_mark

    @property
    def _each(self) -> int:
        """The lines of an item."""
        return _TALL if self._is_tall else 1

    def columns_for(self, items: Sequence[Item]) -> int:
        """Return the number of columns in which all items are visible, or as many as they fit.

        Rows for fingers stand two beside each other at most, and only if nothing is cut.
        """
        columns = max(1, -(-len(items) // self._rows_in(self.lines)))
        if not self._is_tall or columns == 1:
            return columns
        widest = max(max(cell_len(item.text), cell_len(item.note)) for item in items)
        return 2 if widest + 4 <= self.size.width // 2 else 1

    def spare_lines(self, lines: int) -> int:
        """Return how many of so many lines no whole row needs."""
        return (lines + self._is_tall) % self._each

    def _rows_in(self, lines: int) -> int:
        """Return the number of items that so many lines show; the last needs no gap below it."""
        return max((lines + self._is_tall) // self._each, 1)

    def set_lines(self, lines: int | None) -> None:
        """Set a fixed number of visible lines, or (None) as many as the items take."""
        if lines != self._lines:
            self._lines = lines
            self.refresh(layout=True)

    @property
    def lines(self) -> int:
        """The number of visible lines."""
        if self._lines is not None:
            return self._lines
        return max(self._depth(), 1) * self._each - self._is_tall

    def mark(self, id: str) -> None:  # noqa: A002 - the item's own word
        """Mark the item with this id."""
        for index, item in enumerate(self._items):
            if item.id == id:
                self._go_to(index)

    def _go_to(self, position: int) -> None:
        """Mark the item at a position."""
        self.position, self._has_mark, self._is_scrolled = position, True, False
        self.refresh()

    def _depth(self) -> int:
        return -(-len(self._items) // self._columns)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height of the longest column, or the fixed number of lines."""
        return self.lines

    def _first_row(self) -> int:
        """Return the first item of a column that is shown.

        So the marked one is visible; before one is marked by a tap, a recommended one.
        """
        rows = self._rows_in(self.size.height)
        top = max(0, min(self._top, self._depth() - rows))
        if self._is_scrolled or not self._items:
            return top
        here = self.position
        if self.awaits_a_mark:
            here = next((n for n, item in enumerate(self._items) if item.is_advised), 0)
        here %= self._depth()
        return max(min(top, here), here - rows + 1)

    @property
    def hidden_below(self) -> int:
        """The number of items below those that are visible."""
        end = self._first_row() + self._rows_in(self.size.height)
        return sum(index % self._depth() >= end for index in range(len(self._items)))

    @property
    def hidden_note(self) -> str:
        """The note of the marked item if notes are left out, else ""."""
        is_hidden = not self._is_tall and self._line.hides_notes(self._across)
        if not self._items or not self.has_focus or not is_hidden:
            return ""
        return self._items[self.position].note

    @property
    def cut_note(self) -> str:
        """The note of the marked item if its line has no room for all of it, else ""."""
        if not self._items:
            return ""
        item, width = self._items[self.position], self._across
        if self._is_tall:
            return item.note if cell_len(_halves(item, width - 4)[1]) > width - 4 else ""
        return item.note if self._line.cuts_note(item, width) else ""

    def on_mount(self) -> None:
        """Note when the first items came."""
        self._arrival.note()

    def on_resize(self) -> None:
        """Tell that the room for notes is another one."""
        self.post_message(self.Resized())

    @property
    def _across(self) -> int:
        """The cells of a column's width."""
        return self.size.width // self._columns

    def _looks(self) -> tuple[int, bool]:
        """Return the column of the notes, and whether they are left out."""
        return self._line.note_column, self._line.hides_notes(self._across)

    def render_line(self, y: int) -> Strip:
        """Return a line of all columns."""
        width = self._across
        segments: list[Segment] = []
        end = self._depth()
        if self._is_tall:  # part of a row could not be pressed without scrolling
            end = self._first_row() + self._rows_in(self.size.height)
        for column in range(self._columns):
            row = y // self._each + self._first_row()
            index = column * self._depth() + row
            if row < min(self._depth(), end) and index < len(self._items):
                here = index == self.position and self._shows_position
                segments += self._drawn(self._items[index], y % self._each, width, is_here=here)
            else:
                segments.append(Segment(" " * width, self.rich_style))
        line = Strip(segments).adjust_cell_length(self.size.width, self.rich_style)
        return self._with_arrow(line, y) if self._has_more else line

    def _with_arrow(self, line: Strip, y: int) -> Strip:
        """Return a line with an arrow at its end if rows go on beyond it."""
        last = self._rows_in(self.size.height) * self._each - 1 - self._is_tall
        arrow = "▾" if y == last and self.hidden_below else ""
        if y == 0 and self._first_row():
            arrow = "▴"
        if not arrow:
            return line
        look = self.get_component_rich_style("menu--key", partial=True)
        drawn = Segment(arrow, self.rich_style + look)
        return Strip([*line.crop(0, line.cell_length - 1), drawn])

    def _drawn(self, item: Item, line: int, width: int, *, is_here: bool) -> Iterable[Segment]:
        """Return a line of an item."""
        if self._is_tall:
            again = ""
            if is_here and item is self.taken_next:
                again = _("▸ press again") if self.can_focus else _("▸ press to choose")
            return self._line.tall_segments(item, line, width, is_here=is_here, again=again)
        return self._line.segments(item, width, is_here=is_here)

    def action_move(self, step: int) -> None:
        """Mark the next or previous item; the one at hand if none was marked so far."""
        if self.awaits_a_mark:
            step = 0
        self._tapped = None
        if self._items:
            self._go_to((self.position + step) % len(self._items))
            self.post_message(self.Marked(self, self._items[self.position]))

    def action_across(self, step: int) -> None:
        """Go to the neighbouring column, or send Turned."""
        if self._columns == 1:
            if self._items:
                self.post_message(self.Turned(self, self._items[self.position], step))
            return
        target = self.position + step * self._depth()
        if 0 <= target < len(self._items):
            self._go_to(target)
            self.post_message(self.Marked(self, self._items[target]))

    def action_take(self) -> None:
        """Choose the marked item; mark it first where none was marked so far."""
        if self.awaits_a_mark:
            self.action_move(0)
        elif self._items:
            self.post_message(self.Taken(self, self._items[self.position]))

    def on_key(self, event: events.Key) -> None:
        """Choose the item with the pressed key."""
        if self.take_key(event.key):
            event.stop()
            event.prevent_default()

    def take_key(self, key: str) -> bool:
        """Choose the item with this key, if there is one; capitals count as small letters."""
        character = (key_to_character(key) or "").lower()
        for item in self._items:
            if item.key and item.key == character:
                self.post_message(self.Taken(self, item))
                return True
        return False

    def on_click(self, event: events.Click) -> None:
        """Choose the item under the mouse."""
        where = event.get_content_offset(self)
        index = None if where is None else self._index_at(where)
        if index is None or (api(self).is_touch and self._has_just_come(index)):
            return
        self._top = self._first_row()  # rows stay where the finger finds them again
        self._go_to(index)
        # A menu without the focus tells the place under the cursor, which is marked already.
        item = self._items[index]
        is_marked = self._tapped == item or not (self.can_focus and item.plays)
        if self.is_of_moves and not is_marked and api(self).marks_first:
            self._tapped = item
            self.post_message(self.Marked(self, self._tapped))
            self.screen.refresh_bindings()
        else:
            self._tapped = None
            self.post_message(self.Taken(self, item))

    def _has_just_come(self, index: int) -> bool:
        """Whether another item, or none, was at a place when a finger may have aimed at it."""
        before = self._before[index].id if index < len(self._before) else None
        is_new = before != self._items[index].id
        return is_new and self._arrival.is_recent

    def _index_at(self, where: Offset) -> int | None:
        """Return the index of the item under a point, or None."""
        column, row = where.x // max(self._across, 1), where.y // self._each
        index = column * self._depth() + row + self._first_row()
        is_drawn = not self._is_tall or row < self._rows_in(self.size.height)
        return index if is_drawn and index < len(self._items) else None

    @property
    def _has_more(self) -> bool:
        """Whether not all items are visible."""
        return self._depth() > self._rows_in(self.size.height)

    def on_mouse_scroll_down(self) -> None:
        """Show the next items of a menu that has more than are visible."""
        self._scroll(1)

    def on_mouse_scroll_up(self) -> None:
        """Show the items before."""
        self._scroll(-1)

    def _scroll(self, step: int) -> None:
        """Scroll rows for fingers, and mark none; in other menus mark the next line."""
        if not self._has_more:
            return
        if not self._is_tall:
            self.action_move(step)
            return
        last = self._depth() - self._rows_in(self.size.height)
        self._top = max(0, min(self._first_row() + step, last))
        self._is_scrolled = True
        self.refresh()
        self.post_message(self.Resized())

    def on_focus(self) -> None:
        """Show the mark."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the mark."""
        self._tapped, self._has_mark = None, False
        self.refresh()
