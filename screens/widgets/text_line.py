"""A line of text in several looks, with a left and a right part."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.strip import Strip

from screens.colours import BAR_SOFT, BAR_STRONG, Look, Span, Spans, text_of
from screens.widgets.raster import DrawnWidget, Inks, spans


def page_title(title: str, about: str = "") -> Spans:
    """Return the headline of a page that is no table: its title, and a short text about it."""
    return [(f" {title}   ", BAR_STRONG), (about, BAR_SOFT)]


class TextLine(DrawnWidget):
    """A line that is cut, not broken, if it is too long; the left part is cut last."""

    DEFAULT_CSS = """
    TextLine { height: 1; width: 1fr; background: $background; }
    """

    def __init__(
        self,
        ground: str = "night",
        *,
        id: str | None = None,  # noqa: A002 - Textual's own name
    ) -> None:
        super().__init__(id=id)
        self._blank = Look(ground=ground)
        self._left: Spans = ()
        self._right: Spans = ()
        self._drawn: list[Span] = []
        """The line last drawn, a span per cell."""
        self._inks = Inks(self)

    @property
    def texts(self) -> tuple[str, str]:
        """The left and the right text of the line."""
        return text_of(self._left).strip(), text_of(self._right).strip()

    def show(self, left: Spans, right: Spans = ()) -> None:
        """Show another text; only changed cells are drawn."""
        if (left, right) == (self._left, self._right):
            return
        before = self._drawn
        self._left, self._right = left, right
        after = self._drawn = self._cells()
        if len(before) != len(after):
            self.refresh()
            return
        changed = [x for x, (cell, old) in enumerate(zip(after, before)) if cell != old]
        if changed:
            self.refresh(*spans(changed, 0))

    def render_line(self, y: int) -> Strip:
        """Return the line."""
        inks = self._inks
        parts = [Segment(text, inks.of(look)) for text, look in self._parts()]
        return Strip(parts).adjust_cell_length(self.size.width, inks.of(self._blank))

    def _cells(self) -> list[Span]:
        """Return the line, a span per cell; the right half of a wide sign has an empty one."""
        cells: list[Span] = []
        for text, look in self._parts():
            if text.isascii():
                cells += zip(text, repeat(look))
                continue
            for sign in text:
                cells += ((each, look) for each in (sign, *("",) * (cell_len(sign) - 1)))
        return cells

    def _parts(self) -> list[Span]:
        width = self.size.width
        left, right = cell_len(text_of(self._left).rstrip()), cell_len(text_of(self._right))
        if left + right >= width:
            right = min(right, max(width - left - 1, width * 2 // 5))
        parts = [*_cut(self._left, max(width - right - (1 if right else 0), 0))]
        used = cell_len(text_of(parts))
        parts.append((" " * (width - used - right), self._blank))
        return [*parts, *_cut(self._right, right)]


def _cut(said: Spans, room: int) -> Iterable[Span]:
    """Return the part of a text that fits, with an ellipsis unless only blanks are cut."""
    is_cut = cell_len(text_of(said).rstrip()) > room
    for text, look in said:
        if cell_len(text) >= room:
            mark = "…" * (is_cut and room > 0)
            yield set_cell_size(text, room - len(mark)) + mark, look
            return
        room -= cell_len(text)
        yield text, look
