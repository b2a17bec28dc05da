"""The list of people online and their tables.

A frame if there is room, else one line; it scrolls if not all fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events

from screens.colours import Look, Span, Spans, text_of
from screens.lobby.values import PersonHere
from screens.text import _
from screens.widgets.panel import Panel
from screens.widgets.raster import fitted

_NAME = 16
_FOOT = 14
"""The cells for the number of hidden people."""
_HEAD = 14 + _FOOT
"""The cells of the line that names cannot use."""
_HERE = "●"
_SOFT = Look("soft")


class PeopleList(Panel):
    """The names of the people online; the lobby's own keys scroll it."""

    DEFAULT_CSS = "PeopleList { width: 1fr; height: 1; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(is_framed=False, id=id)
        self._people: Sequence[PersonHere] = ()
        self._own = ""
        self._first = 0
        """The index of the first name shown."""

    def set_people(self, people: Sequence[PersonHere], own: str) -> None:
        """Show these people; the scroll position stays."""
        self._people, self._own = people, own
        self.tell()

    def tell(self) -> None:
        """Show as many people as fit."""
        title = _("Online: {count}").format(count=len(self._people))
        if self.is_framed:
            room = max(self.size.height - 2, 0)
            self._first = max(0, min(self._first, len(self._people) - room))
            shown = self._people[self._first : self._first + room]
            lines = [_line(one, self.size.width - 4, self._own) for one in shown]
            self.show(title, lines)
            self.set_foot(self._out_of_sight(len(shown)))
            return
        if self._first >= len(self._people):
            self._first = self._before(len(self._people))
        count = self._fitting(self._first)
        shown = self._people[self._first : self._first + count]
        names = [span for one in shown for span in _short(one)]
        foot = self._out_of_sight(count)
        used = cell_len(text_of(names)) + cell_len(title) + 3
        gap = " " * max(self.size.width - used - cell_len(foot) - 1, 0)
        head = (f" {title}  ", Look("soft", style="bold"))
        self.show("", [[head, *names, (gap + foot, Look("soft", style="bold"))]])

    def _out_of_sight(self, shown: int) -> str:
        """Return the numbers of people before and after those visible."""
        counts = ((self._first, "↑"), (len(self._people) - self._first - shown, "↓"))
        return "  ".join(f"{arrow} {count}" for count, arrow in counts if count > 0)

    def _fitting(self, first: int, step: int = 1) -> int:
        """Return the number of names that fit from an index on, or backwards from it."""
        room = self.size.width - _HEAD
        if first == 0 and step > 0 and self._fit(self._people, room + _FOOT):
            return len(self._people)
        count = 0
        while 0 <= first + step * count < len(self._people):
            room -= _width(self._people[first + step * count])
            if room < 0 and count:
                break
            count += 1
        return count

    @staticmethod
    def _fit(people: Sequence[PersonHere], room: int) -> bool:
        """Check whether all names fit, looking at no more than could fit."""
        return len(people) * 4 <= room and sum(_width(one) for one in people) <= room

    def _before(self, first: int) -> int:
        """Return the index of the previous page's first name."""
        return max(0, first - max(self._fitting(first - 1, step=-1), 1)) if first else 0

    def action_scroll_pages(self, count: int) -> None:
        """Scroll by the number of visible names."""
        if self.is_framed:
            self._first += count * max(self.size.height - 2, 1)
        elif count < 0:
            self._first = self._before(self._first)
        elif self._first + self._fitting(self._first) < len(self._people):
            self._first += self._fitting(self._first)
        self.tell()

    def _scroll(self, step: int) -> None:
        last = len(self._people) - 1
        self._first = max(0, min(self._first + step, last))
        self.tell()

    def on_resize(self) -> None:
        """Fit the names to the new size."""
        self.tell()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll on."""
        event.stop()
        if self._out_of_sight(0):
            self._scroll(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back."""
        event.stop()
        self._scroll(-1)


def _width(person: PersonHere) -> int:
    return cell_len(text_of(_short(person)))


def _short(person: PersonHere) -> Sequence[Span]:
    return [(f"{_HERE} ", Look("hint")), (f"{person.name}  ", Look())]


def _line(person: PersonHere, width: int, own: str) -> Spans:
    if person.table is None:
        where = _("you") if person.name == own else _("online")
    else:
        where = person.table or _("at a table")
    is_own = person.name == own
    return [
        (f"{_HERE} ", Look("hint")),
        (fitted(person.name, _NAME), Look(style="bold" if is_own else "")),
        (" " + fitted(where, width - _NAME - 3), _SOFT),
    ]
