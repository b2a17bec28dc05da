"""Helpers to drive and read a running table."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.geometry import Offset

from nim_tui.testing.screens import BEFORE_A_KEY, Doing, Looker, press, settle, text_of
from screens.colours import SIDE_SIGNS
from screens.keymap import bindings_by_id
from screens.table.hints import SIGN
from screens.table.log import log_lines
from screens.table.move_entry import MoveLine
from screens.table.results import ResultsDialog
from screens.table.screen import AnyGameScreen, GameScreen
from screens.widgets.board import Board
from screens.widgets.lines import Line
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine


async def hide_bars(pilot: Looker) -> None:
    """Hide headlines and key bars from now on; their lines stay empty."""
    for screen in pilot.app.screen_stack:
        for bar in screen.query("#headline, KeyBar"):
            bar.visible = False
    await settle(pilot)


class HandClock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 100.0
        """The time, in seconds."""

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def held_by_its_screen(app: App[Any]) -> None:
    """Check that the focused widget of ours is among those its screen names in HOLDS."""
    focused = app.focused
    if focused is not None and bindings_by_id([type(focused)]):
        assert isinstance(focused, getattr(app.screen, "HOLDS", ())), (app.screen, focused)


BEFORE_A_KEY.append(held_by_its_screen)


def saying(words: str) -> Doing:
    """Return an action: type moves on the move line and play them."""
    return lambda pilot: say(pilot, words)


async def say(pilot: Looker, words: str) -> None:
    """Type moves on the move line; the text is set at once, for speed."""
    await press(pilot, "colon")
    table_screen(pilot).query_one(MoveLine).value = words
    await press(pilot, "enter")


def table_screen(pilot: Looker) -> AnyGameScreen:
    """Return the screen of the table, anywhere in the stack."""
    return next(s for s in reversed(pilot.app.screen_stack) if isinstance(s, GameScreen))


def log_shown(pilot: Looker) -> list[Line]:
    """Return the whole log, as far as shown."""
    screen = table_screen(pilot)
    return log_lines(screen.model.log, screen.ui)


def prompt(pilot: Looker) -> str:
    """Return the prompt of the table."""
    screen = table_screen(pilot)
    said, _place = screen.query_one("#prompt", TextLine).texts
    is_asked = screen.model.is_my_turn and not screen.model.is_replay
    return said.lstrip("".join(SIDE_SIGNS)).strip() if is_asked else said


def is_advised(pilot: Looker) -> bool:
    """Whether a hint is on the screen of the table."""
    return f" {SIGN} " in text_of(pilot.app)


def menu_items(pilot: Looker) -> list[Item]:
    """Return the items of the menu on top, if there is one."""
    return [item for menu in pilot.app.screen.query(Menu) for item in menu.items]


def menu_words(pilot: Looker) -> list[str]:
    """Return the ids of the items of the menu on top, if there is one."""
    return [item.id for menu in pilot.app.screen.query(Menu) for item in menu.items]


async def go_to(pilot: Looker, item: str) -> None:
    """Move the mark of the menu on top down to an item."""
    menu = pilot.app.screen.query_one(Menu)
    ids = [known.id for known in menu.items]
    await press(pilot, *["down"] * ((ids.index(item) - menu.position) % len(ids)))


def is_over(pilot: Looker) -> bool:
    """Whether the result page is shown."""
    return isinstance(pilot.app.screen, ResultsDialog)


async def play_a_word(pilot: Looker) -> None:
    """Choose a highlighted place of the board, or the first menu line by its key or Enter."""
    focused = pilot.app.focused
    if isinstance(focused, Board) and focused.lit:
        await press(pilot, "n", "enter")
        return
    item = pilot.app.screen.query_one(Menu).items[0]
    await press(pilot, item.key or "enter")


def where(board: Board, spot: str) -> Offset:
    """The cell of the terminal in the middle of a spot."""
    region = board.regions(spot)[0]
    return board.content_region.offset + region.offset + Offset(region.width // 2, 0)
