"""Textual's own texts are in the reader's language, and none appears twice."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App
from textual.command import CommandList
from textual.widgets._toast import Toast

from nim_tui.testing.screens import (
    LARGE,
    SMALL,
    Looker,
    press,
    running,
    settle,
    text_of,
    typing,
    until,
)
from screens.command_palette import PaletteProvider
from screens.widgets.menu import Menu
from tests.screens.conftest import MakeApp
from tests.screens.looking import table_screen
from tests.screens.tables import SEARCHED, table_after

ENGLISH = ("Press", "quit", "Search", "commands", "match", "Withdraw", "Leave")
"""Words of Textual's own texts, and of ours before translation."""


def toasts(app: App[Any]) -> list[Toast]:
    """Return the visible toasts."""
    return [toast for toast in app.screen.query(Toast) if toast.display and toast.is_mounted]


async def commands(pilot: Looker) -> list[tuple[str, str]]:
    """Return the commands of the palette before any typing: titles and meanings."""
    provider = PaletteProvider(pilot.app.screen)
    return [(str(hit.prompt), hit.help or "") async for hit in provider.discover()]


@pytest.mark.usefixtures("bots_wait")
@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Ctrl+Q quits nim_tui; games are kept."), ("fr", "Ctrl+Q quitte nim_tui")],
)
async def test_ctrl_c_says_how_to_leave(make_app: MakeApp, language: str, told: str) -> None:
    async with running(make_app(table_after(SEARCHED), language=language)) as pilot:
        await press(pilot, "ctrl+c")
        assert told in text_of(pilot.app)
        assert "Press" not in text_of(pilot.app)


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
async def test_the_palette_in_french(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED), language="fr"), LARGE) as pilot:
        found = await commands(pilot)
        await press(pilot, "ctrl+p")
        await until(pilot, lambda: pilot.app.screen.query_one(CommandList).option_count > 5)
        shown = text_of(pilot.app)
        assert "Chercher une action" in shown
        assert [title for title, _meaning in found[:3]] == ["Abandonner", "Aide de jeu", "Conseil"]
        assert dict(found)["Journal"].startswith("Tout le journal")
        assert "Conseil" in shown
        await typing("zzzz")(pilot)
        await until(pilot, lambda: "Aucune commande ne porte ce nom." in text_of(pilot.app))
        assert not [word for word in ENGLISH if word in text_of(pilot.app)]
        assert "🔎" not in text_of(pilot.app)


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
async def test_no_action_is_listed_twice_and_each_can_be_taken(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        titles = [title for title, _meaning in await commands(pilot)]
        assert len(set(titles)) == len(titles)
        assert {"Hint", "Rules"} <= set(titles)
        await press(pilot, "ctrl+p")
        await typing("Log")(pilot)
        await until(pilot, lambda: "Log" in text_of(pilot.app))
        await press(pilot, "enter")
        await until(pilot, lambda: "B drops at 30.200" in table_screen(pilot).sheet.text)
        assert "C moves to 25" in text_of(pilot.app).split("Log", 1)[1]


async def test_one_toast_at_a_time(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        for number in range(3):
            pilot.app.notify(f"toast {number}")
        await settle(pilot)
        assert "toast 2" in text_of(pilot.app)
        assert "toast 1" not in text_of(pilot.app)
        pilot.app.notify("the last")
        await settle(pilot)
        assert [toast.region.height for toast in toasts(pilot.app)] == [1]


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_toast_lies_over_neither_menu_nor_prompt(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    async with running(make_app(table_after(SEARCHED)), size) as pilot:
        screen = table_screen(pilot)
        pilot.app.notify("word " * 30)
        await settle(pilot)
        (toast,) = toasts(pilot.app)
        for kept in (screen.query_one(Menu), screen.query_one("#prompt"), *screen.query("KeyBar")):
            assert not toast.region.overlaps(kept.region)
        assert not toast.region.overlaps(screen.query_one("#headline").region)
