"""One game as a card: its picture where there is room, and what one wants to know of it."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical

from screens.app_api import OnOffer
from screens.home.pitches import pitch_lines
from screens.home.shelf import Picture
from screens.widgets.panel import Panel

_FEW_LINES: Final = 34
"""On a screen of fewer lines the picture is small."""
_SMALL: Final = 5


class GameCard(Vertical):
    """Tells the same wherever a game is chosen, broken to the columns it is given."""

    DEFAULT_CSS = """
    GameCard { width: 1fr; height: auto; }
    GameCard Panel { width: 1fr; height: auto; }
    GameCard Picture { margin-bottom: 1; }
    """

    def __init__(self, *, is_pictured: bool = True) -> None:
        """Without a picture where the game's is on the screen already."""
        super().__init__()
        self._is_pictured = is_pictured
        self._game: OnOffer | None = None
        self._doing = ""

    def compose(self) -> ComposeResult:
        """Picture and words."""
        if self._is_pictured:
            yield Picture()
        yield Panel(is_framed=False)

    def show(self, game: OnOffer | None, doing: str = "") -> None:
        """Tell of another game, or of none; beside its name what Enter does, where that is told."""
        self._game, self._doing = game, doing
        self._tell()

    def on_resize(self) -> None:
        """Break it to the columns there are now."""
        self._tell()

    def _tell(self) -> None:
        game, width = self._game, self.size.width
        for picture in self.query(Picture):
            few = self.app.size.height < _FEW_LINES
            picture.styles.height = _SMALL if few else max(width * 3 // 8, _SMALL)
            picture.show("" if game is None else game.name)
        panel = self.query_one(Panel)
        lines = [] if game is None or not width else pitch_lines(game, width, self._doing)
        if len(lines) != panel.size.height:
            panel.refresh(layout=True)
        panel.show("", lines)
