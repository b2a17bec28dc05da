"""The games side by side as pictures."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from screens.app_api import GameInfo
from screens.colours import Look
from screens.game_intro import intro_of
from screens.home.pictures import draw_picture
from screens.inks import Inks
from screens.text import short_title
from screens.widgets.raster import Raster, fitted, strip_of


class GameShelf(Widget):
    """One picture a game, above its name."""

    DEFAULT_CSS = """
    GameShelf { width: 1fr; height: auto; background: $background; }
    """

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
        """Choose the next game, or the one before."""
        self.position = (self.position + step) % len(self._games)
        self._raster = None
        self.refresh()

    def choose(self, name: str) -> None:
        """Choose the game of this name, if it is on offer."""
        names = [game.name for game in self._games]
        if name in names:
            self.turn(names.index(name) - self.position)

    def picture_size(self, size: Size) -> tuple[int, int]:
        """Columns and lines of a picture on a screen of this size."""
        width = min((size.width - 4) // len(self._games) - 3, 40)
        return width, min(width * 3 // 7, max(size.height // 3 - 1, 6))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Picture, name and frame."""
        return self.picture_size(self.app.size)[1] + 3

    def on_resize(self) -> None:
        """Other pictures fit."""
        self._raster = None

    def render_line(self, y: int) -> Strip:
        """A line of all pictures."""
        if self._raster is None:
            self._raster = self._draw()
        if y >= self._raster.height:
            return Strip.blank(self.size.width, self.rich_style)
        return strip_of(self._raster.rows[y], self._inks)

    def _draw(self) -> Raster:
        width, height = self.picture_size(self.app.size)
        raster = Raster(self.size.width, height + 3)
        gap = (self.size.width - len(self._games) * width) // (len(self._games) + 1)
        for number, game in enumerate(self._games):
            x = gap + number * (width + gap)
            is_chosen = number == self.position
            if is_chosen:
                raster.fill(Region(x - 1, 0, width + 2, height + 3), "light")
            draw_picture(raster, Region(x, 1, width, height), game.name)
            look = Look("dark", "light", "bold") if is_chosen else Look("ink", "bar")
            name = game.title if len(game.title) <= width - 2 else short_title(game.title)
            if len(name) < width - 5:
                name = f"{intro_of(game.name).emblem} {name}".lstrip()
            text = f"[{name}]" if is_chosen else name
            raster.stamp(x, height + 1, fitted(text.center(width), width), look)
        return raster


class Picture(Widget):
    """One game's picture; nothing where no game is chosen, or where colours tell nothing."""

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
        """A line of the picture."""
        raster = Raster(*self.size)
        draw_picture(raster, Region(0, 0, *self.size), self._game)
        return strip_of(raster.rows[y], self._inks)
