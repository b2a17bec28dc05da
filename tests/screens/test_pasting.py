"""Pasted text, and typing faster than the screens follow."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App
from textual.events import Key, Paste

from nim_tui.app import base_app as typed_ahead
from nim_tui.app.base_app import BaseApp
from nim_tui.terminal.input import LeftOut
from nim_tui.testing.screens import Looker, press, running, settle, text_of
from screens.table.move_entry import LONGEST, MoveLine
from tests.screens.conftest import MakeApp
from tests.screens.looking import table_screen
from tests.screens.tables import table_after


async def line(pilot: Looker) -> MoveLine:
    """Return the open move line."""
    await press(pilot, "colon")
    return table_screen(pilot).query_one(MoveLine)


def heard_by(app: App[Any]) -> list[str]:
    """Return a list that collects the keys handled by an app."""
    heard: list[str] = []
    assert isinstance(app, BaseApp)
    hand_on = app._typed_ahead._hand_on

    async def hear(key: Key) -> None:
        heard.append(key.key)
        await hand_on(key)

    app._typed_ahead._hand_on = hear
    return heard


async def test_a_paste_that_a_line_has_no_room_for_is_refused_with_a_word(
    make_app: MakeApp,
) -> None:
    async with running(make_app(table_after())) as pilot:
        moves = await line(pilot)
        pilot.app.post_message(Paste("x" * (LONGEST - 1) + "\nmore"))
        await settle(pilot)
        assert len(moves.value) == LONGEST - 1
        pilot.app.post_message(Paste("yy"))
        await settle(pilot)
        assert len(moves.value) == LONGEST - 1
        assert "Too long to paste: 400" in text_of(pilot.app)
        pilot.app.post_message(LeftOut(20_000))
        await settle(pilot)
        assert "Too long to paste: 20000" in text_of(pilot.app)


async def test_a_burst_of_keys_is_bounded_and_escape_ends_it(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typed_ahead, "MOST_WAITING", 30)
    async with running(make_app(table_after())) as pilot:
        moves = await line(pilot)
        for _ in range(90):
            pilot.app.post_message(Key("x", "x"))
        await settle(pilot)
        assert len(moves.value) == 30
        assert "Too much input at once" in text_of(pilot.app)
        heard = heard_by(pilot.app)
        for key in (*"y" * 25, "escape"):
            pilot.app.post_message(Key(key, None if len(key) > 1 else key))
        await settle(pilot)
        assert heard == ["y", "escape"]
        assert not moves.is_open
        await press(pilot, "colon", *"ok")
        assert moves.value == "ok"
