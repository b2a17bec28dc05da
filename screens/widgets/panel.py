"""A panel: a few lines in several looks, in a frame that bears its title, or in none."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from screens.colours import Inks, Look
from screens.widgets.raster import GROUND
from screens.widgets.text_line import Spans

_GROUND = "panel-ground"
_EDGE = Look("edge", _GROUND)
_TITLE = Look("soft", _GROUND, "bold")


class Panel(Widget):
    """Lines from the top; what is too wide is cut, what is too much is left out."""

    DEFAULT_CSS = """
    Panel { width: auto; height: auto; background: $background; }
    """

    def __init__(
        self,
        *,
        is_framed: bool = True,
        from_end: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's own name
    ) -> None:
        """With `from_end` the last lines are shown where not all fit, else the first."""
        super().__init__(id=id)
        self._is_framed = is_framed
        self._from_end = from_end
        self._title = ""
        self._lines: list[Spans] = []
        self._inks = Inks(self)

    @property
    def text(self) -> str:
        """What it says."""
        return "\n".join("".join(text for text, _look in line) for line in self._lines)

    def show(self, title: str, lines: Sequence[Spans]) -> None:
        """Say something else."""
        if (title, [*lines]) != (self._title, self._lines):
            self._title, self._lines = title, [*lines]
            self.refresh()

    def set_framed(self, is_framed: bool) -> None:
        """With a frame, or without one where lines are dear."""
        if is_framed != self._is_framed:
            self._is_framed = is_framed
            self.refresh()

    def _line(self, number: int) -> Spans:
        room = self.size.height - 2 * self._is_framed
        first = max(len(self._lines) - room, 0) if self._from_end else 0
        shown = self._lines[first:]
        return shown[number] if number < len(shown) else ()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line each, and the frame."""
        return len(self._lines) + 2 * self._is_framed

    def render_line(self, y: int) -> Strip:
        """A line, or an edge."""
        width, blank = self.size.width, self._inks.of(Look(ground=_GROUND))
        if not self._is_framed:
            blank = self._inks.of(Look())
            segments = self._cut(self._line(y), width)
            return Strip(segments).adjust_cell_length(width, blank)
        edge = self._inks.of(_EDGE)
        if y == 0:
            title = set_cell_size(f" {self._title} ", min(cell_len(self._title) + 2, width - 5))
            after = Segment("─" * (width - 4 - cell_len(title)) + "─╮", edge)
            return Strip([Segment("╭─", edge), Segment(title, self._inks.of(_TITLE)), after])
        if y == self.size.height - 1:
            return Strip([Segment("╰" + "─" * (width - 2) + "╯", edge)])
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
            ground = _GROUND if self._is_framed and look.ground == GROUND else look.ground
            segments.append(Segment(cut, self._inks.style(look.ink, ground, look.style)))
            room -= cell_len(cut)
        return segments
