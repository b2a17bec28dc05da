"""Views of animations, frame by frame, while the clock stands still."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from textual.geometry import Offset, Region

from nim_tui import settings
from nim_tui.app.app import NimApp
from nim_tui.tables.table import Table
from nim_tui.testing.screens import Looker, settle
from screens.table.screen import AnyGameScreen
from screens.widgets.board import Board
from screens.widgets.raster import Cell, Raster
from tests.screens.conftest import MakeApp
from tests.screens.looking import table_screen

Laid = dict[Offset, Cell]
"""The cells of a frame over a board."""


def stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clocks of frames and of playback."""
    monkeypatch.setitem(settings.FRAMES, "normal", 3600.0)
    monkeypatch.setitem(settings.PACES, "normal", 3600.0)


def moving_app(make_app: MakeApp, table: Table, **wishes: str) -> NimApp:
    """Return an app with animations at a table."""
    app = make_app(table, **{"pace": "normal", **wishes})
    app.animation_level = "full"
    return app


def shown(board: Board) -> Raster:
    """Return a board as shown, with its moving pieces."""
    return board.layered.shown


def laid(board: Board) -> Laid:
    """Return the cells that now move over a board."""
    return dict(board.layered.moving)


async def play(pilot: Looker, table: Table, words: str) -> AnyGameScreen:
    """Play a move of any seat; its animation stays at its first frame."""
    table.play(table.waiting[0], table.game.parse(words))
    await settle(pilot)
    return table_screen(pilot)


def frames(screen: AnyGameScreen, board: Board) -> list[Laid]:
    """Return all frames of the animation on a board, to the end."""
    found: list[Laid] = []
    through(screen, lambda: found.append(laid(board)))
    return found


def pictures(screen: AnyGameScreen, board: Board) -> list[Raster]:
    """Return a board's picture in all frames of the animation, to the end."""
    found: list[Raster] = []
    through(screen, lambda: found.append(shown(board)))
    return found


def where(raster: Raster, text: str) -> Offset | None:
    """Return the first place of a text, or None."""
    for y, row in enumerate(raster.rows):
        x = "".join(cell.sign for cell in row).find(text)
        if x >= 0:
            return Offset(x, y)
    return None


def through(screen: AnyGameScreen, look: Callable[[], None]) -> int:
    """Look at each frame until nothing moves; return the number of frames."""
    count = 0
    while screen.motions.is_on:
        look()
        count += 1
        screen.motions.tick()
    return count


def passed(
    screen: AnyGameScreen, board: Board, text: str, places: Mapping[str, Region]
) -> list[str]:
    """Return the places passed by a piece with this text, in order, until nothing moves."""
    way: list[str] = []
    for raster in pictures(screen, board):
        for name, place in places.items():
            written = ["".join(c.sign for c in raster.rows[y]) for y in place.line_range]
            is_here = any(text in line[place.x : place.right] for line in written)
            if is_here and name not in way[-1:]:
                way.append(name)
    return way
