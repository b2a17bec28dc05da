"""The work of a screen ends before its widgets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from textual.app import App, ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from nim_tui.app.themes import theme_named
from nim_tui.settings import THEMES
from nim_tui.testing.screens import press, running
from screens.base import BaseScreen, Dialog
from screens.table.screen import GameScreen
from tests.screens.conftest import MakeApp
from tests.screens.tables import SEARCHED, table_after


class Half(App[None]):
    """An app that shows half a screen for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.is_half_gone = asyncio.Event()
        self.went_on = 0

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the colours in our styles."""
        return dict(theme_named(THEMES[0]).variables)

    async def work(self) -> None:
        """Continue once half a screen is left."""
        await self.is_half_gone.wait()
        self.went_on += 1


class First(Static):
    """The first widget removed."""

    def on_unmount(self) -> None:
        """Let the work continue, if it still waits."""
        assert isinstance(self.app, Half)
        self.app.is_half_gone.set()


class Last(Static):
    """The last widget removed, once the work has had time."""

    async def on_unmount(self) -> None:
        """Stay for some rounds of the loop."""
        for _turn in range(10):
            await asyncio.sleep(0)


class Page(BaseScreen):
    """A full screen."""

    def compose(self) -> ComposeResult:
        """Compose two widgets, of which one stays longer."""
        yield First()
        yield Last()


class Box(Dialog):
    """A box."""

    compose = Page.compose


@pytest.mark.parametrize("kind", [Page, Box])
@pytest.mark.parametrize("leaves", ["screen", "app"])
async def test_work_ends_before_the_widgets_of_its_screen(
    kind: type[Screen[Any]], leaves: str
) -> None:
    app = Half()
    shown = kind()
    async with app.run_test() as pilot:
        await app.push_screen(shown)
        shown.run_worker(app.work())
        await pilot.pause()
        if leaves == "screen":
            await app.pop_screen()
    assert app.is_half_gone.is_set()
    assert app.went_on == 0


async def test_what_a_table_shows_later_is_dropped_once_it_is_left(make_app: MakeApp) -> None:
    waiting: list[Callable[[], object]] = []
    shown: list[str] = []
    async with running(make_app(table_after(SEARCHED))) as pilot:
        table = pilot.app.screen
        assert isinstance(table, GameScreen)
        with patch.object(table, "call_after_refresh", waiting.append):
            table.call_if_shown(lambda: shown.append("in time"))
            table.call_if_shown(lambda: shown.append("late"))
        waiting.pop(0)()
        await press(pilot, "q")
        waiting.pop()()
    assert shown == ["in time"]
