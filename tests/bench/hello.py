"""Bare Textual apps to measure against, run as a script: `python hello.py hello`, `page` or `mark`.

They import Textual alone, so that what they cost is what Textual costs.
"""

from __future__ import annotations

import sys

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static

HELLO = "Hello from a bare app"
WIDTH = 24
"""Cells of the line that the mark moves along."""


class Hello(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static(HELLO)


class Page(App[None]):
    """One Static that fills the terminal with text."""

    def compose(self) -> ComposeResult:
        """The text, as long as the terminal has cells."""
        across, down = self.size
        yield Static("\n".join(f"{HELLO} {row}".ljust(across, "·") for row in range(down)))


class Mark(App[None]):
    """One Static with a mark that the left and right arrow keys move, and a count of keys."""

    place = 0
    count = 0

    def compose(self) -> ComposeResult:
        """The line with the mark."""
        yield Static(self._line())

    def on_key(self, event: Key) -> None:
        """Move the mark, as far as the line goes."""
        step = {"left": -1, "right": 1}.get(event.key, 0)
        self.place = min(max(self.place + step, 0), WIDTH - 1)
        self.count += 1
        self.query_one(Static).update(self._line())

    def _line(self) -> str:
        cells = ["·"] * WIDTH
        cells[self.place] = "X"
        return f"{''.join(cells)} {HELLO} {self.count}"


if __name__ == "__main__":
    {"hello": Hello, "page": Page, "mark": Mark}[sys.argv[1]]().run()
