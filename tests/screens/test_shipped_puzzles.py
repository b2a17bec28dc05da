"""Shipped puzzles at the smallest size: the best move and its reason can be seen."""

from __future__ import annotations

import pytest
from textual.widget import Widget

from nim_tui.app.app import Opening
from nim_tui.registry import all_games
from nim_tui.testing.screens import SMALL, press, running, text_of
from screens.keymap import key_of
from screens.table.guide import GuideBar
from tests.screens.conftest import MakeApp
from tests.screens.looking import table_screen


def puzzle(game: str) -> Opening:
    """Return what opens an app with a puzzle of a game."""
    return lambda app: app.puzzles.start(game)


@pytest.mark.parametrize("game", all_games())
async def test_the_best_move_and_others_are_told_with_the_boards_whole(
    make_app: MakeApp, game: str
) -> None:
    async with running(make_app(puzzle(game)), size=SMALL) as pilot:
        screen = table_screen(pilot)
        assert screen.query_one(GuideBar).text
        await press(pilot, key_of(screen, "game.hint"))
        for name in ("#signs", "#remarks", "#prompt", "GuideBar"):
            part = screen.query_one(name, Widget)
            assert part.region.height, name
            assert screen.find_widget(part).visible_region == part.region, name
        hint = screen.hints.shown(80, 2)
        shown = text_of(pilot.app)
        for spans in (hint.head, *hint.rows):
            for words, _look in spans:
                assert words.strip() in shown
