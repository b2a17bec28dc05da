"""The keys that a page with fingers is told: what the key bar shows elsewhere, and no more."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from nim_tui.server.app.app import VisitorApp
from nim_tui.server.app.touch_row import SHOWS_KEYS, sent
from nim_tui.testing.screens import press, running, settle
from tests.screens.lobby.server import Server


class Told(NamedTuple):
    """A row of keys: words by key, in order, and what else the page knows."""

    words: dict[str, str]
    places: dict[str, str]
    is_text: bool


class Page:
    """A page that keeps what it is told."""

    def __init__(self, app: VisitorApp) -> None:
        self.told: list[str] = []
        app.is_touch = True
        app._touch_row._ask_page = self._take

    def _take(self, number: int, told: str = "") -> None:
        assert number == SHOWS_KEYS
        assert told.isascii()
        self.told.append(told)

    @property
    def row(self) -> Told:
        """The latest row."""
        told: dict[str, Any] = json.loads(self.told[-1])
        keys = told["keys"]
        return Told(
            {key: word for key, _sign, word, _place in keys},
            {key: place for key, _sign, _word, place in keys},
            told["text"],
        )


async def test_the_row_follows_screens_focus_and_menus(server: Server) -> None:
    app = server.visitor("Ana")
    page = Page(app)
    async with running(app) as pilot:
        await settle(pilot)
        lobby = page.row
        assert lobby.words["n"] == "New table"
        assert lobby.words["enter"] == "Choose"
        assert lobby.places["enter"] == "deed"
        assert [key for key, place in lobby.places.items() if place == "out"] == ["q"]
        await press(pilot, "slash")
        assert page.row.is_text
        assert "n" not in page.row.words, "a letter is text now"
        await press(pilot, "escape", "question_mark")
        assert page.row.places != lobby.places
        await press(pilot, "escape")
        assert page.row == lobby


async def test_the_same_row_is_told_once(server: Server) -> None:
    app = server.visitor("Ana")
    page = Page(app)
    async with running(app) as pilot:
        await settle(pilot)
        before = len(page.told)
        app.screen.refresh_bindings()
        await settle(pilot)
        assert len(page.told) == before


async def test_a_page_without_fingers_is_told_nothing(server: Server) -> None:
    app = server.visitor("Ana")
    page = Page(app)
    app.is_touch = False
    async with running(app) as pilot:
        await press(pilot, "n")
        assert page.told == []


def test_only_keys_that_the_page_can_send_are_named() -> None:
    assert [sent(key) for key in ("u", "question_mark", "space", "f1", "enter", "left")] == [
        "u", "?", "space", "f1", "enter", "left",
    ]  # fmt: skip
    assert [sent(key) for key in ("ctrl+q", "shift+tab", "f24", "nothing")] == [""] * 4
