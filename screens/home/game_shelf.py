"""The games as pictures side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from screens.app_api import GameInfo
from screens.base import Shape, shape_of
from screens.colours import Look
from screens.game_intro import Polygon, intro_of
from screens.text import short_title
from screens.widgets.raster import Cell, Inks, Raster, fitted, strip_of


def draw_picture(raster: Raster, region: Region, game: str) -> None:
    """Draw the picture of a game, if it has one and the theme has colours."""
    for (x, y), cell in _cells(game, region.width, region.height).items():
        raster.put(region.x + x, region.y + y, cell)


@lru_cache(maxsize=32)
def _cells(game: str, width: int, height: int) -> Mapping[tuple[int, int], Cell]:
    """Return the cells of a game's picture, two points per cell, one above the other."""
    rows = points(game, width, 2 * height)
    if not rows:
        return {}
    return {
        (x, y): Cell("▀", rows[2 * y][x], rows[2 * y + 1][x])
        for x in range(width)
        for y in range(height)
    }


def points(game: str, width: int, height: int) -> Sequence[Sequence[str]]:
    """Return the names of colours in a game's picture, point by point; empty without a picture."""
    shapes = intro_of(game).picture
    if not shapes:
        return ()
    return [_row(shapes, (y + 0.5) / height, width) for y in range(height)]


def _row(shapes: Sequence[Polygon], y: float, width: int) -> list[str]:
    """Return the colours of the points at a height; a shape fills from odd edges to even ones."""
    row = [""] * width
    for colour, corners in shapes:
        edges = sorted(
            x1 + (y - y1) * (x2 - x1) / (y2 - y1)
            for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]))
            if (y1 > y) != (y2 > y)
        )
        for left, right in zip(edges[::2], edges[1::2]):
            first, last = (max(ceil(edge * width - 0.5), 0) for edge in (left, right))
            row[first:last] = [colour] * (min(last, width) - min(first, width))
    return row


COLOURS: Final[Mapping[str, str]] = {
    "picture-day": "#7ba7d0",
    "picture-haze": "#b7c6da",
    "picture-snow": "#f4f7fa",
    "picture-peak": "#5b6d92",
    "picture-rock": "#44557a",
    "picture-meadow": "#5d8a50",
    "picture-field": "#d9bd84",
    "picture-skin": "#efc79a",
    "picture-dusk": "#e8a268",
    "picture-sand": "#c9a66b",
    "picture-sea": "#2a78b0",
    "picture-deep": "#17497a",
    "picture-abyss": "#0c2748",
    "picture-hull": "#3c2430",
    "picture-violet": "#4c5878",
    "picture-teal": "#1d6e7c",
    "picture-whale": "#17293a",
    "picture-wood": "#8a5a2b",
    "picture-roof": "#c94f3a",
    "picture-lamp": "#f7cf5a",
    "picture-mint": "#6fd9c8",
    "picture-mauve": "#8a6a8c",
    "picture-coral": "#ea6450",
    "picture-beam": "#3f86a8",
}


class GameShelf(Widget):
    """A picture per game, above its name."""

    DEFAULT_CSS = """
    GameShelf { width: 1fr; height: auto; background: $background; }
    """

    class Turned(Message):
        """Another game was clicked, so many steps further."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, games: Sequence[GameInfo]) -> None:
        super().__init__()
        self._games = games
        self.position = 0
        self._inks = Inks(self)
        self._raster: Raster | None = None

    @property
    def chosen(self) -> GameInfo:
        """The game in the frame."""
        return self._games[self.position]

    def turn(self, step: int) -> None:
        """Choose the next or previous game."""
        self.position = (self.position + step) % len(self._games)
        self._raster = None
        self.refresh()

    def choose(self, name: str) -> None:
        """Choose the game of this name, if it is there."""
        names = [game.name for game in self._games]
        if name in names:
            self.turn(names.index(name) - self.position)

    @property
    def _shown(self) -> Sequence[GameInfo]:
        """The games side by side: on a phone held upright the chosen one alone."""
        return [self.chosen] if shape_of(self.app.size) is Shape.UPRIGHT else self._games

    def picture_size(self, size: Size) -> tuple[int, int]:
        """Return the columns and lines of a picture on a screen of this size."""
        width = min((size.width - 4) // len(self._shown) - 3, 40)
        most = {Shape.UPRIGHT: size.height // 5, Shape.SIDEWAYS: 3}
        high = max(size.height // 3 - 1, 6)
        return width, min(width * 3 // 7, most.get(shape_of(size), high))

    def on_click(self, event: events.Click) -> None:
        """Choose the game under the mouse; on a phone the one before or behind."""
        step = event.x * len(self._shown) // max(self.size.width, 1) - self.position
        if len(self._shown) == 1:
            step = -1 if 2 * event.x < self.size.width else 1
        self.post_message(self.Turned(step))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines of picture, name and frame."""
        return self.picture_size(self.app.size)[1] + 3

    def on_resize(self) -> None:
        """Redraw the pictures at the new size."""
        self._raster = None

    def render_line(self, y: int) -> Strip:
        """Return a line of all pictures."""
        if self._raster is None:
            self._raster = self._draw()
        if y >= self._raster.height:
            return Strip.blank(self.size.width, self.rich_style)
        return strip_of(self._raster.rows[y], self._inks)

    def _draw(self) -> Raster:
        width, height = self.picture_size(self.app.size)
        raster = Raster(self.size.width, height + 3)
        shown = self._shown
        gap = (self.size.width - len(shown) * width) // (len(shown) + 1)
        for number, game in enumerate(shown):
            x = gap + number * (width + gap)
            is_chosen = game is self.chosen
            if is_chosen:
                raster.fill(Region(x - 1, 0, width + 2, height + 3), "light")
            draw_picture(raster, Region(x, 1, width, height), game.name)
            look = Look("dark", "light", "bold") if is_chosen else Look("ink", "bar")
            name = game.title if len(game.title) <= width - 2 else short_title(game.title)
            if len(name) < width - 5:
                name = f"{intro_of(game.name).emblem} {name}".lstrip()
            text = f"[{name}]" if is_chosen else name
            if len(shown) == 1:
                text = f"‹ {name} ›"
            raster.stamp(x, height + 1, fitted(text.center(width), width), look)
        return raster


class Picture(Widget):
    """The picture of a game; empty without a game or without colours."""

    DEFAULT_CSS = "Picture { width: 1fr; height: 8; background: $background; }"

    def __init__(self) -> None:
        super().__init__()
        self.display = False
        self._game = ""
        self._inks = Inks(self)

    def show(self, game: str) -> None:
        """Show another game."""
        if game != self._game:
            self._game = game
            self.display = bool(game)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the picture."""
        raster = Raster(*self.size)
        draw_picture(raster, Region(0, 0, *self.size), self._game)
        return strip_of(raster.rows[y], self._inks)
