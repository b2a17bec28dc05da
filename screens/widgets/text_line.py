"""One line of text in several looks: what it says from the left, and what from the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from screens.colours import Inks, Look

Span = tuple[str, Look]
"""A stretch of text, and how it is drawn."""

Spans = Sequence[Span]


def text_of(spans: Iterable[Span]) -> str:
    """The words alone."""
    return "".join(text for text, _look in spans)


class TextLine(Widget):
    """A line that is never broken: what does not fit is cut, of the left part first."""

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
        self._inks: Inks | None = None

    @property
    def texts(self) -> tuple[str, str]:
        """What it says, from the left and from the right."""
        return text_of(self._left).strip(), text_of(self._right).strip()

    def show(self, left: Spans, right: Spans = ()) -> None:
        """Say something else."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.refresh()

    def notify_style_update(self) -> None:
        """Draw in the colours of another theme."""
        super().notify_style_update()
        self._inks = None

    def render_line(self, y: int) -> Strip:
        """The line."""
        if self._inks is None:
            self._inks = Inks(self.app)
        width = self.size.width
        right = cell_len(text_of(self._right))
        room = max(width - right - (1 if right else 0), 0)
        segments = [*self._cut(self._left, room)]
        used = sum(cell_len(segment.text) for segment in segments)
        segments.append(Segment(" " * (width - used - right), self._inks.of(self._blank)))
        segments += self._cut(self._right, width - used)
        return Strip(segments).adjust_cell_length(width, self._inks.of(self._blank))

    def _cut(self, spans: Spans, room: int) -> Iterable[Segment]:
        assert self._inks is not None
        is_cut = cell_len(text_of(spans)) > room
        for text, look in spans:
            style = self._inks.of(look)
            if is_cut and cell_len(text) >= room:
                yield Segment(set_cell_size(text, max(room - 1, 0)) + "…" * (room > 0), style)
                return
            room -= cell_len(text)
            yield Segment(text, style)
