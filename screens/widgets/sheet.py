"""A sheet: lines in several looks in a frame with a title, scrolled if they do not fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from screens.colours import Look, Span, Spans, text_of
from screens.text import N_
from screens.widgets.raster import GROUND, Inks

Content = Sequence[Spans] | Callable[[int], Sequence[Strip]]
"""Lines, to be broken at blanks; or a function that lays lines out at a width in cells."""

_GROUND: Final = "panel-ground"


class Sheet(Widget, can_focus=True):
    """A text area that scrolls by keys once focused, by the wheel, and by its owner."""

    DEFAULT_CSS = """
    Sheet { background: $background; }
    Sheet#side { display: none; }
    """
    BINDING_GROUP_TITLE = N_("Text page")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll_lines(1)", N_("Down"), show=False, id="sheet.down"),
        Binding("up,k", "scroll_lines(-1)", N_("Up"), show=False, id="sheet.up"),
        Binding("pagedown", "scroll_pages(1)", N_("Page down"), id="sheet.page_down"),
        Binding("pageup", "scroll_pages(-1)", N_("Page up"), show=False, id="sheet.page_up"),
    ]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._title = ""
        self.foot = ""
        """The text in the lower edge while the sheet has no focus."""
        self._content: Content = ()
        self._strips: list[Strip] = []
        self._laid_out: tuple[Size, str] | None = None
        self._first = 0
        self._is_at_end = False
        self._begin: Callable[[], int | None] = lambda: None
        self._inks = Inks(self)

    @property
    def title(self) -> str:
        """The title in the frame, or ""."""
        return self._title

    @property
    def first(self) -> int:
        """The first visible line."""
        return self._first

    @property
    def read_percent(self) -> int:
        """The part scrolled through, in per cent."""
        return round(100 * self._first / self._most) if self._most else 100

    def rename(self, title: str) -> None:
        """Change the title alone."""
        self._title = title
        self.refresh()

    @property
    def text(self) -> str:
        """The whole text as it is broken now, visible or not."""
        return "\n".join(strip.text.rstrip() for strip in self._laid())

    def show(
        self,
        title: str,
        content: Content,
        *,
        from_end: bool = False,
        begin: Callable[[], int | None] = lambda: None,
    ) -> None:
        """Show other content; without a title there is no frame.

        It starts at its first line, at its end, or at the line that `begin` returns after layout,
        and starts there again at each new layout until somebody scrolls.
        """
        self._title, self._content = title, content
        self._is_at_end, self._begin, self._first = from_end, begin, 0
        self._laid_out = None
        self.refresh()

    def change(self, title: str, content: Content) -> None:
        """Replace the content and keep the scroll position, or stay at the end."""
        self._title, self._content = title, content
        self._laid_out = None
        self.refresh()

    def go_to(self, line: int) -> None:
        """Scroll a line to the top, as far as possible."""
        self._first = max(0, min(line, self._most))
        self._is_at_end, self._begin = 0 < self._most == self._first, lambda: None
        self.refresh()

    def stand(self, width: int, height: int) -> None:
        """Dock at the right, where other widgets leave room."""
        self.styles.dock, self.styles.position, self.styles.layer = "right", "relative", "default"
        self.styles.offset = (0, 0)
        self.styles.width, self.styles.height = width, height

    def lie(self, region: Region) -> None:
        """Cover a region, above other widgets."""
        self.styles.dock, self.styles.position, self.styles.layer = "none", "absolute", "above"
        self.styles.offset = region.offset
        self.styles.width, self.styles.height = region.size

    @property
    def style_of(self) -> Callable[[Look], Style]:
        """A function that gives the style of each look."""
        return self._style

    @property
    def _room(self) -> int:
        return max(self.size.height - 2 * bool(self._title), 0)

    @property
    def _most(self) -> int:
        return max(len(self._laid()) - self._room, 0)

    def _laid(self) -> list[Strip]:
        if self._laid_out != (self.size, self.app.theme):
            self._laid_out = self.size, self.app.theme
            width = max(self.size.width - 4 * bool(self._title), 1)
            content = self._content
            self._strips = list(content(width)) if callable(content) else self._broken(width)
            self._mind_room()
        return self._strips

    def _mind_room(self) -> None:
        """Keep the scroll position within the lines; unscrolled content starts anew."""
        most = max(len(self._strips) - self._room, 0)
        begin = self._begin()
        first = self._first if begin is None else begin
        self._first = most if self._is_at_end else min(first, most)

    def _broken(self, width: int) -> list[Strip]:
        assert not callable(self._content)
        return [
            Strip([Segment(text, self._style(look)) for text, look in row])
            for line in self._content
            for row in broken(line, width)
        ]

    def _style(self, look: Look) -> Style:
        ground = _GROUND if self._title and look.ground == GROUND else look.ground
        return self._inks.style(look.ink, ground, look.style)

    def notify_style_update(self) -> None:
        """Redraw in the colours of another theme."""
        super().notify_style_update()
        self._laid_out = None

    def render_line(self, y: int) -> Strip:
        """Return a line of content, or an edge."""
        width, height = self.size
        edge = self._style(Look("key" if self.has_focus else "edge", _GROUND))
        if self._title and y in (0, height - 1):
            return self._edge(edge, is_top=y == 0)
        strips, number = self._laid(), self._first + y - bool(self._title)
        blank = self._style(Look(ground=_GROUND if self._title else GROUND))
        inside = strips[number] if number < len(strips) else Strip([])
        if not self._title:
            return inside.adjust_cell_length(width, blank)
        side, gap = Segment("│", edge), Segment(" ", blank)
        return Strip([side, gap, *inside.adjust_cell_length(width - 4, blank), gap, side])

    def _edge(self, edge: Style, *, is_top: bool) -> Strip:
        """Return the title edge, or the lower edge with the numbers of hidden lines."""
        width = self.size.width
        counts = ((self._first, "↑"), (self._most - self._first, "↓"))
        foot = [] if self.has_focus or not self.foot else [self.foot]
        told = "  ".join([*foot, *(f"{arrow} {count}" for count, arrow in counts if count > 0)])
        text = self._title if is_top else told
        said = f" {set_cell_size(text, min(cell_len(text), width - 6))} " if text else ""
        rest = "─" * (width - 4 - cell_len(said))
        named = self._style(Look("soft", _GROUND, "bold"))
        left, right = "╭╮" if is_top else "╰╯"
        if is_top:
            return Strip(
                [Segment(f"{left}─", edge), Segment(said, named), Segment(rest + "─" + right, edge)]
            )
        return Strip(
            [Segment(f"{left}─{rest}", edge), Segment(said, named), Segment("─" + right, edge)]
        )

    def action_scroll_lines(self, count: int) -> None:
        """Scroll, as far as possible."""
        self.go_to(self._first + count)

    def action_scroll_pages(self, count: int) -> None:
        """Scroll by the visible lines less one."""
        self.action_scroll_lines(count * max(self._room - 1, 1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll on."""
        event.stop()
        self.action_scroll_lines(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back."""
        event.stop()
        self.action_scroll_lines(-2)


def broken(line: Spans, width: int) -> list[list[Span]]:
    """Return a line broken at blanks to a width; continued lines are indented by two."""
    rows: list[list[Span]] = [[]]
    used = 0
    for text, look in line:
        for number, word in enumerate(text.split(" ")):
            piece = f" {word}" if number else word
            if used and used + cell_len(piece) > width and word:
                rows.append([("  ", look)])
                used, piece = 2, word
            rows[-1].append((piece, look))
            used += cell_len(piece)
    return rows


def entries_that_fit(legend: Spans, room: int) -> Spans:
    """Return the first entries of a legend that fit whole; each ends in a blank."""
    used = kept = 0
    for place, (text, _look) in enumerate(legend, start=1):
        if used + cell_len(text.rstrip()) > room:
            return legend[:kept]
        used += cell_len(text)
        kept = place if text.endswith(" ") else kept
    return legend


def side_by_side(left: Spans, right: Spans, half: int) -> Spans:
    """Return two lines as one, the second from the column `half` on."""
    return [*left, (" " * max(half - cell_len(text_of(left)), 1), Look("soft")), *right]
