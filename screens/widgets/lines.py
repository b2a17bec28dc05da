"""A frame with lines of text: the end of a log, or a panel that scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from screens.colours import BOLD, SIDES, rules
from screens.text import N_
from screens.widgets.raster import DrawnWidget

Line = tuple[str, str]
"""A text and its component class: "lines--plain", "lines--first-strong" ..."""


def wrapped(lines: Sequence[Line], width: int) -> list[Line]:
    """Return the lines broken at blanks to a width; continued lines are indented by two."""
    found: list[Line] = []
    for text, look in lines:
        row = text[: len(text) - len(text.lstrip(" "))]
        for word in text.lstrip(" ").split(" "):
            if row.strip() and cell_len(row) + 1 + cell_len(word) > width:
                found.append((row, look))
                row = "  " + word
            else:
                row = f"{row} {word}" if row.strip() else row + word
        found.append((row, look))
    return found


class Lines(DrawnWidget):
    """Lines of text in a frame: the end of a log, or the start of a panel.

    A panel that is too small shows at its foot how many lines are above and below; it scrolls by
    the wheel, and by keys once Tab has focused it.
    """

    BINDING_GROUP_TITLE = N_("Panel")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll_lines(1)", N_("Down"), show=False, id="panel.down"),
        Binding("up,k", "scroll_lines(-1)", N_("Up"), show=False, id="panel.up"),
        Binding("pagedown", "scroll_pages(1)", N_("Page down"), show=False, id="panel.page_down"),
        Binding("pageup", "scroll_pages(-1)", N_("Page up"), show=False, id="panel.page_up"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "lines--frame",
        "lines--frame-focus",
        "lines--plain",
        "lines--title",
        "lines--plain-strong",
        *(f"lines--{side}{ending}" for side in SIDES for ending in ("", "-strong")),
    }
    DEFAULT_CSS = f"""
    Lines {{
        width: 1fr; height: 1fr; background: $background;
        & .lines--frame {{ color: $frame; }}
        & .lines--frame-focus {{ color: $accent; text-style: bold; }}
        & .lines--plain {{ color: $foreground; }}
        & .lines--title {{ color: $text-muted; text-style: bold; }}
        & .lines--plain-strong {{ color: $foreground; text-style: bold; }}
        {rules("lines", "side", SIDES)}
        {rules("lines", "side", SIDES, ending="-strong", style=BOLD)}
    }}
    """

    def __init__(
        self,
        *,
        from_top: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's own name
    ) -> None:
        """Make a log, which shows its end, or with `from_top` a panel."""
        super().__init__(id=id)
        self._from_top = from_top
        self._title = ""
        self._lines: list[Line] = []
        self._fitted: list[Line] = []
        self._fitted_to: Size | None = None
        self._first = 0
        """The first visible line of a panel."""

    def set_lines(self, title: str, lines: Sequence[Line]) -> None:
        """Show other lines."""
        if title != self._title or list(lines) != self._lines:
            self._title = title
            self._lines = list(lines)
            self._fitted_to = None
            self._mind_room()
            self.refresh()

    def on_resize(self) -> None:
        """Break the lines anew to the size."""
        self._mind_room()

    def _mind_room(self) -> None:
        """Keep the scroll position within the lines, and the focus only if some are hidden."""
        self._first = max(0, min(self._first, self._most_above))
        self.can_focus = self._from_top and self._most_above > 0

    @property
    def _room(self) -> int:
        return max(self.size.height - 2, 0)

    @property
    def _most_above(self) -> int:
        return len(self._fitting()) - self._room

    def _fitting(self) -> list[Line]:
        """Return the lines broken to the width, or of a log the last that fit; once per size."""
        if self._fitted_to != self.size:
            self._fitted_to = self.size
            width = self.size.width - 4
            if self._from_top:
                self._fitted = wrapped(self._lines, width)
            else:
                kept = slice(-self._room if self._room else len(self._lines), None)
                self._fitted = wrapped(self._lines[kept], width)[kept]
        return self._fitted

    def action_scroll_lines(self, count: int) -> None:
        """Scroll a panel, as far as possible."""
        self._first += count
        self._mind_room()
        self.refresh()

    def action_scroll_pages(self, count: int) -> None:
        """Scroll by the number of visible lines."""
        self.action_scroll_lines(count * max(self._room, 1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll on."""
        event.stop()
        self.action_scroll_lines(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back."""
        event.stop()
        self.action_scroll_lines(-1)

    def render_line(self, y: int) -> Strip:
        """Return a line of the frame or of the text."""
        width, height = self.size
        look = "lines--frame-focus" if self.has_focus else "lines--frame"
        frame = self.rich_style + self.get_component_rich_style(look, partial=True)
        if y == 0:
            return self._edge("╭╮", self._title, "", frame)
        if y == height - 1:
            return self._edge("╰╯", "", self._out_of_sight(), frame)
        visible = self._fitting()[self._first :]
        text, look = visible[y - 1] if y <= len(visible) else ("", "lines--plain")
        style = self.rich_style + self.get_component_rich_style(look, partial=True)
        return Strip(
            [
                Segment("│ ", frame),
                Segment(set_cell_size(text, width - 4), style),
                Segment(" │", frame),
            ]
        )

    def _out_of_sight(self) -> str:
        """Return the numbers of lines of a panel above and below those shown."""
        below = self._most_above - self._first if self._from_top else 0
        counts = ((self._first, "↑"), (below, "↓"))
        return "  ".join(f"{arrow} {count}" for count, arrow in counts if count > 0)

    def _edge(self, corners: str, title: str, said: str, frame: Style) -> Strip:
        """Return an edge of the frame, with a title at its start and a text at its end."""
        head = f"{corners[0]}─ {title} " if title else corners[0]
        tail = f"─{corners[1]}" if said else corners[1]
        remark = f" {said} " if said else ""
        room = self.size.width - cell_len(remark) - len(tail)
        line = head[:room].ljust(room, "─")
        if title:
            named = self.rich_style + self.get_component_rich_style("lines--title", partial=True)
            name = line[3 : 3 + len(title)]
            after = line[3 + len(title) :] + tail
            return Strip([Segment(line[:3], frame), Segment(name, named), Segment(after, frame)])
        if not said:
            return Strip([Segment(line + tail, frame)])
        strong = self.get_component_rich_style("lines--plain-strong", partial=True)
        said_in = self.rich_style + strong
        return Strip([Segment(line, frame), Segment(remark, said_in), Segment(tail, frame)])

    def on_focus(self) -> None:
        """Show that keys scroll the lines."""
        self.refresh()

    def on_blur(self) -> None:
        """Redraw without the focus."""
        self.refresh()
