"""A framed panel of text, and an area of widgets placed by cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.containers import Container
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from screens.colours import Look, Spans
from screens.widgets.raster import GROUND, DrawnWidget, Inks, spans

_GROUND = "panel-ground"
_EDGE = Look("edge", _GROUND)
_TITLE = Look("soft", _GROUND, "bold")


class Panel(DrawnWidget):
    """Lines from the top; the rest, and text that is too wide, is cut off."""

    DEFAULT_CSS = """
    Panel { width: auto; height: auto; background: $background; }
    """

    def __init__(
        self,
        *,
        is_framed: bool = True,
        from_end: bool = False,
        ground: str = GROUND,
        id: str | None = None,  # noqa: A002 - Textual's own name
    ) -> None:
        """Make the panel; `from_end` shows the last lines if not all fit, else the first.

        `ground` is the background of a panel without a frame.
        """
        super().__init__(id=id)
        self._is_framed = is_framed
        self._from_end = from_end
        self._ground = ground
        self._title = ""
        self._foot = ""
        self._lines: list[Spans] = []
        self._held: list[Spans] | None = None
        self._inks = Inks(self)

    @property
    def text(self) -> str:
        """The text of the panel."""
        return "\n".join("".join(text for text, _look in line) for line in self._lines)

    @property
    def lines(self) -> Sequence[Spans]:
        """All lines, visible or not."""
        return self._lines

    def show(self, title: str, lines: Sequence[Spans]) -> None:
        """Set the title and the lines."""
        if (title, [*lines]) != (self._title, self._lines):
            before = self._written() if self._held is None else []
            self._title, self._lines = title, [*lines]
            if self._held is None:
                self._show_changes(before)

    def hold(self) -> None:
        """Keep showing the present lines until `release`."""
        if self._held is None:
            self._held = self._lines

    def release(self) -> None:
        """Show the lines set since `hold`."""
        held = self._held
        before = self._written() if held is not None and held != self._lines else []
        self._held = None
        self._show_changes(before)

    def _written(self) -> list[list[tuple[str, Style | None]]]:
        """Return the visible cells, line by line."""
        if not self.is_attached:
            return []
        strips = (self.render_line(y) for y in range(self.size.height))
        return [[(sign, style) for text, style, _c in strip for sign in text] for strip in strips]

    def _show_changes(self, before: list[list[tuple[str, Style | None]]]) -> None:
        """Send only the cells that differ from `before`."""
        after = self._written() if before else []
        for y, (old, new) in enumerate(zip(before, after)):
            if old != new:
                changed = (x for x, pair in enumerate(zip_longest(old, new)) if pair[0] != pair[1])
                self.refresh(*spans(changed, y))

    def set_foot(self, foot: str) -> None:
        """Set the text in the lower edge of the frame."""
        if foot != self._foot:
            self._foot = foot
            self.refresh()

    @property
    def is_framed(self) -> bool:
        """Whether there is a frame."""
        return self._is_framed

    def set_framed(self, is_framed: bool) -> None:
        """Show or hide the frame, as rooms with few lines need."""
        if is_framed != self._is_framed:
            self._is_framed = is_framed
            self.refresh()

    def _line(self, number: int) -> Spans:
        room = self.size.height - 2 * self._is_framed
        lines = self._lines if self._held is None else self._held
        first = max(len(lines) - room, 0) if self._from_end else 0
        shown = lines[first:]
        return shown[number] if number < len(shown) else ()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines, with those of the frame."""
        return len(self._lines) + 2 * self._is_framed

    def render_line(self, y: int) -> Strip:
        """Return a line of the panel or its edge."""
        width, blank = self.size.width, self._inks.of(Look(ground=_GROUND))
        if not self._is_framed:
            blank = self._inks.of(Look(ground=self._ground))
            segments = self._cut(self._line(y), width)
            return Strip(segments).adjust_cell_length(width, blank)
        edge = self._inks.of(_EDGE)
        if y == 0:
            title = set_cell_size(f" {self._title} ", min(cell_len(self._title) + 2, width - 5))
            after = Segment("─" * (width - 4 - cell_len(title)) + "─╮", edge)
            return Strip([Segment("╭─", edge), Segment(title, self._inks.of(_TITLE)), after])
        if y == self.size.height - 1:
            if not self._foot:
                return Strip([Segment("╰" + "─" * (width - 2) + "╯", edge)])
            foot = Segment(f" {self._foot} ", self._inks.of(_TITLE))
            line = Segment("╰" + "─" * (width - 3 - foot.cell_length), edge)
            return Strip([line, foot, Segment("─╯", edge)])
        inside = Strip(self._cut(self._line(y - 1), width - 4)).adjust_cell_length(width - 4, blank)
        return Strip(
            [
                Segment("│", edge),
                Segment(" ", blank),
                *inside,
                Segment(" ", blank),
                Segment("│", edge),
            ]
        )

    def _cut(self, spans: Spans, room: int) -> list[Segment]:
        segments = []
        for text, look in spans:
            if room <= 0:
                break
            cut = text if cell_len(text) <= room else set_cell_size(text, room - 1) + "…"
            own = _GROUND if self._is_framed else self._ground
            ground = own if look.ground == GROUND else look.ground
            segments.append(Segment(cut, self._inks.style(look.ink, ground, look.style)))
            room -= cell_len(cut)
        return segments


class PlacedArea(Container):
    """A container that takes the remaining lines and places widgets in regions."""

    DEFAULT_CSS = """
    PlacedArea { height: 1fr; width: 1fr; layout: vertical; overflow: hidden; }
    PlacedArea > * { position: absolute; }
    """
    virtual_size = Reactive(Size(0, 0))
    """The size of all, without Textual's second layout once it has changed: nothing scrolls."""

    def place(self, regions: Mapping[Widget, Region | None]) -> None:
        """Place widgets in regions; None hides one."""
        for widget, region in regions.items():
            widget.display = region is not None
            if region is not None:
                widget.styles.offset = region.offset
                widget.styles.width, widget.styles.height = region.size
