"""A frame with the last lines of a text, such as the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import set_cell_size
from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from screens.sides import BOLD, SIDES, rules

Line = tuple[str, str]
"""A text and the component class it is drawn in: "lines--plain", "lines--first-strong" ..."""


def wrapped(lines: Sequence[Line], width: int) -> list[Line]:
    """The lines broken at blanks to a width; what goes on is set in by two."""
    found: list[Line] = []
    for text, look in lines:
        row = text[: len(text) - len(text.lstrip(" "))]
        for word in text.lstrip(" ").split(" "):
            if row.strip() and len(row) + 1 + len(word) > width:
                found.append((row, look))
                row = "  " + word
            else:
                row = f"{row} {word}" if row.strip() else row + word
        found.append((row, look))
    return found


class Lines(Widget):
    """The end of a text, so many lines as there is room for."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "lines--frame",
        "lines--plain",
        "lines--plain-strong",
        *(f"lines--{side}{ending}" for side in SIDES for ending in ("", "-strong")),
    }
    DEFAULT_CSS = f"""
    Lines {{
        width: 1fr; height: 1fr; background: $background;
        & .lines--frame {{ color: $frame; }}
        & .lines--plain {{ color: $foreground; }}
        & .lines--plain-strong {{ color: $foreground; text-style: bold; }}
        {rules("lines", "side", SIDES)}
        {rules("lines", "side", SIDES, ending="-strong", style=BOLD)}
    }}
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._title = ""
        self._lines: list[Line] = []
        self._fitted: list[Line] = []
        self._fitted_to: Size | None = None

    def set_lines(self, title: str, lines: Sequence[Line]) -> None:
        """Show other lines."""
        if title != self._title or list(lines) != self._lines:
            self._title = title
            self._lines = list(lines)
            self._fitted_to = None
            self.refresh()

    def _fitting(self) -> list[Line]:
        """The end of the lines, broken to the room there is; broken once, not for each row."""
        if self._fitted_to != self.size:
            self._fitted_to = self.size
            most = self.size.height - 2
            self._fitted = wrapped(self._lines[-most:], self.size.width - 4)[-most:]
        return self._fitted

    def render_line(self, y: int) -> Strip:
        """A line of the frame or of the text."""
        width, height = self.size
        frame = self.rich_style + self.get_component_rich_style("lines--frame", partial=True)
        if y == 0:
            head = f"╭─ {self._title} ".ljust(width - 1, "─")[: width - 1]
            return Strip([Segment(head + "╮", frame)])
        if y == height - 1:
            return Strip([Segment("╰" + "─" * (width - 2) + "╯", frame)])
        visible = self._fitting()
        text, look = visible[y - 1] if y <= len(visible) else ("", "lines--plain")
        style = self.rich_style + self.get_component_rich_style(look, partial=True)
        return Strip(
            [
                Segment("│ ", frame),
                Segment(set_cell_size(text, width - 4), style),
                Segment(" │", frame),
            ]
        )
