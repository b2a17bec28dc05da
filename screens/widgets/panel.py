"""A framed panel of text, and an area of widgets placed by cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
            before = self._visible() if self._held is None else []
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
        before = self._visible() if held is not None and held != self._lines else []
        self._held = None
        self._show_changes(before)

    def _visible(self) -> list[str | Spans]:
        """Return what each line of the panel shows; nothing before there is a screen."""
        return [self._told(y) for y in range(self.size.height)] if self.is_attached else []

    def _show_changes(self, before: list[str | Spans]) -> None:
        """Send only the cells that differ from those of the lines `before`."""
        after = self._visible() if before else []
        for y, (old, new) in enumerate(zip(before, after)):
            if old != new:
                pairs = zip_longest(_cells(self._drawn(y, old)), _cells(self._drawn(y, new)))
                changed = (x for x, (left, right) in enumerate(pairs) if left != right)
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

    def _told(self, y: int) -> str | Spans:
        """Return the content of a line of the panel; the title or foot in its edges."""
        if not self._is_framed:
            return self._line(y)
        if y == 0:
            return self._title
        return self._foot if y == self.size.height - 1 else self._line(y - 1)

    def render_line(self, y: int) -> Strip:
        """Return a line of the panel or its edge."""
        return self._drawn(y, self._told(y))

    def _drawn(self, y: int, told: str | Spans) -> Strip:
        if isinstance(told, str):
            return self._edge(y, told)
        width, blank = self.size.width, self._inks.of(Look(ground=_GROUND))
        if not self._is_framed:
            blank = self._inks.of(Look(ground=self._ground))
            return Strip(self._cut(told, width)).adjust_cell_length(width, blank)
        edge = self._inks.of(_EDGE)
        inside = Strip(self._cut(told, width - 4)).adjust_cell_length(width - 4, blank)
        return Strip(
            [
                Segment("│", edge),
                Segment(" ", blank),
                *inside,
                Segment(" ", blank),
                Segment("│", edge),
            ]
        )

    def _edge(self, y: int, told: str) -> Strip:
        """Return the upper edge with the title, or the lower one with the foot."""
        width, edge = self.size.width, self._inks.of(_EDGE)
        if y == 0:
            title = set_cell_size(f" {told} ", min(cell_len(told) + 2, width - 5))
            after = Segment("─" * (width - 4 - cell_len(title)) + "─╮", edge)
            return Strip([Segment("╭─", edge), Segment(title, self._inks.of(_TITLE)), after])
        if not told:
            return Strip([Segment("╰" + "─" * (width - 2) + "╯", edge)])
        foot = Segment(f" {told} ", self._inks.of(_TITLE))
        line = Segment("╰" + "─" * (width - 3 - foot.cell_length), edge)
        return Strip([line, foot, Segment("─╯", edge)])

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


def _cells(strip: Strip) -> Iterator[tuple[str, Style | None]]:
    """Yield the characters of a line with their styles."""
    return ((sign, style) for text, style, _control in strip for sign in text)


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
