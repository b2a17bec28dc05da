"""The picture of a game and some lines, beside a page about the game if there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from screens.colours import Look, Spans
from screens.home.game_shelf import Picture
from screens.text import current_look
from screens.widgets.panel import Panel
from screens.widgets.raster import broken

LARGE: Final = Size(110, 36)
"""The size from which on there is room for a card beside a list."""
SIDE: Final = 40
"""The columns of the card, with margins."""
_TEXT: Final = SIDE - 4


class GameSide(Vertical):
    """Hidden unless the styles of its screen show it."""

    DEFAULT_CSS = """
    GameSide { display: none; width: 1fr; margin: 1 1 0 1; }
    GameSide Picture { height: 9; }
    GameSide Panel { width: 1fr; height: 1fr; margin: 1 0 0 1; }
    """

    def compose(self) -> ComposeResult:
        """Picture and lines."""
        yield Picture()
        yield Panel(is_framed=False)

    def show(self, game: str, texts: Sequence[str]) -> None:
        """Tell of a game; each text begins a line."""
        is_drawn = current_look().glyphs != "ascii"
        self.query_one(Picture).show(game if is_drawn else "")
        self.query_one(Panel).show("", broken_lines(texts, _TEXT))


def broken_lines(texts: Sequence[str], width: int) -> list[Spans]:
    """Return quiet lines broken to a width."""
    return [[(line, Look("soft"))] for text in texts for line in broken(text, width)]


def is_large(node: Screen[object] | Widget) -> bool:
    """Check whether there is room for the card."""
    size = node.app.size
    return size.width >= LARGE.width and size.height >= LARGE.height
