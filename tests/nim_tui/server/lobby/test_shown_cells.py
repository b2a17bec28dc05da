"""A terminal that is sent only cells that differ shows the same as after a full redraw."""

from __future__ import annotations

import asyncio
from itertools import cycle
from random import Random

import pyte
import pytest
from textual._compositor import CompositorUpdate

from nim_tui.registry import game_named
from nim_tui.server.terminal.colours import translated
from screens.table.screen import GameScreen
from tests.depth import LONG
from tests.nim_tui.server.lobby.steady import Guest, Play, Steady

Size = tuple[int, int]

TERMINALS = {
    "bataille": "xterm-direct",
    "submarine": "xterm-256color",
    "himalaya": "xterm",
    "schwarm": "vt220",
}
"""The kind of the terminal on which a game is played: each shows other colours."""
SIZES = ((120, 40), (43, 38), (80, 17), (200, 60), (80, 24))
"""The sizes to which the window is changed, one after the other."""
KEYS = ("\x1b[C", "\x1b[B", "g", "\x1b[27u", "?", "\x1b[27u", "r", "\x1b[B", "\x1b[27u", "\x0c")
"""Keys that move the cursor, open the log, the keys and the rules, and ask for a redraw."""
EVERY = 4
"""Moves between two sizes."""
MOST = 10_000 if LONG else 12
"""The most moves of a game."""
STEP = 0.35
"""Seconds between two looks: some are in the middle of an animation."""


class Emulated:
    """A guest's terminal, and another that is drawn at once."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    async def shows_the_same(self, doing: str) -> None:
        """Take what was sent, and compare it with a full redraw."""
        await asyncio.sleep(STEP)
        self._stream.feed(self._guest.takes())
        app = self._guest.runner._app
        assert app is not None
        with app._context():
            update = app.screen._compositor.render_update(
                full=True, screen_stack=app._background_screens
            )
            assert isinstance(update, CompositorUpdate)
            drawn = translated(update.render_segments(app.console), self._guest.visit.colours)
        whole = pyte.Screen(self._screen.columns, self._screen.lines)
        pyte.ByteStream(whole).feed(b"\x1b[?7l" + drawn.encode())
        assert rows(self._screen) == rows(whole), doing

    async def resize(self, size: Size) -> None:
        """Change the size of the window."""
        self._guest.runner.resize(size)
        self._screen.resize(size[1], size[0])
        await asyncio.sleep(1)
        await self.shows_the_same(f"resized to {size}")


def rows(screen: pyte.Screen) -> list[list[pyte.screens.Char]]:
    """Return the cells of a terminal, with their colours; blanks have no ink."""
    return [[seen(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def seen(cell: pyte.screens.Char) -> pyte.screens.Char:
    """Return a cell without what does not show."""
    is_drawn = cell.data != " " or cell.reverse or cell.underscore or cell.strikethrough
    return cell if is_drawn else cell._replace(fg="default", bold=False, italics=False)


@pytest.mark.slow
@pytest.mark.usefixtures("a_file")
@pytest.mark.parametrize(("game", "terminal"), TERMINALS.items())
def test_after_everything_that_is_done_at_a_table(play: Play, game: str, terminal: str) -> None:
    async def scene(server: Steady) -> None:
        names = ("Ana", "Ben", "Cleo")[: game_named(game).game.seats[0]]
        guests = [await server.enters(name, TERM=terminal) for name in names]
        watched = Emulated(guests[0])
        await watched.shows_the_same("the lobby")
        table = await server.lobby.opener.live(await server.table(game, *names))
        await guests[0].sits_down()
        await watched.shows_the_same("the table")
        sizes, keys, draw = cycle(SIZES), cycle(KEYS), Random(7)
        for number in range(MOST):
            if not table.waiting:
                break
            seat = table.waiting[0]
            move = draw.choice(table.legal(seat))
            if seat == 0 and number % 3 == 0 and is_at_table(guests[0]):
                await guests[0].type(":", move.word)
                await watched.shows_the_same(f"typed {move.word}")
                await guests[0].type("\r")
            else:
                table.play(seat, move)
            await watched.shows_the_same(f"{number}: {move.word}")
            key = next(keys)
            await guests[0].type(key)
            await watched.shows_the_same(repr(key))
            if number % EVERY == EVERY - 1:
                await watched.resize(next(sizes))

    play(scene)


def is_at_table(guest: Guest) -> bool:
    """Whether somebody can type a move."""
    app = guest.runner._app
    assert app is not None
    screen = app.screen
    if not isinstance(screen, GameScreen):
        return False
    return screen.model.may_move and screen.sheet.reading is None
