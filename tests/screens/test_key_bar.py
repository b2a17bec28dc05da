"""The key bar shows the important keys, however long their labels are."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from rich.cells import cell_len
from textual.geometry import Offset

from nim_tui.registry import all_games
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from nim_tui.testing.screens import press, running, settle, text_of
from rules.chance import Chance
from screens.help import HelpDialog
from screens.table.screen import GameScreen
from screens.text import LANGUAGES
from screens.widgets.board import Board
from screens.widgets.key_bar import KeyBar, ShownKey, fitting
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import HandClock, table_screen
from tests.screens.tables import SEARCHED, table_after

ARROWS = "←↓↑→"
KEYS = [
    ShownKey("cursor", ARROWS, ""),
    ShownKey("game.type", ":", "Taper"),
    ShownKey("game.undo", "u", "Annuler"),
    ShownKey("game.log", "g", "Journal"),
    ShownKey("game.help", "?", "Touches"),
    ShownKey("game.leave", "q", "Quitter"),
    ShownKey("x.own", "t", "Lignes"),
    ShownKey("x.other", "m", "Marquer"),
]
TO_SAY = {"en": ("? Keys", "q Leave"), "fr": ("? Touches", "q Quitter")}


@pytest.mark.parametrize(
    ("width", "left"),
    [
        (80, "cursor type undo log help leave own other"),
        (65, "cursor type undo help leave own other"),
        (56, "cursor undo help leave own other"),
        (46, "cursor undo help leave own"),
        (36, "cursor undo help leave"),
        (26, "cursor help leave"),
        (1, "cursor help leave"),
    ],
)
def test_what_matters_least_goes_first(width: int, left: str) -> None:
    assert " ".join(shown.id.split(".")[-1] for shown in fitting(KEYS, width)) == left


LESSON = [
    *KEYS[:3],
    ShownKey("lesson.skip", ">", "Skip step"),
    ShownKey("lesson.list", "L", "Lessons"),
    *KEYS[4:6],
]


@pytest.mark.parametrize(
    ("width", "left"),
    [
        (65, "cursor undo skip list help leave"),
        (44, "skip list help leave"),
        (40, "skip help leave"),
    ],
)
def test_keys_of_a_lesson_stay_before_those_of_the_cursor(width: int, left: str) -> None:
    assert " ".join(shown.id.split(".")[-1] for shown in fitting(LESSON, width)) == left


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
@pytest.mark.parametrize("language", by_day(LANGUAGES, 1))
@pytest.mark.parametrize("name", by_day(all_games(), 2))
async def test_arrows_help_and_the_way_out_at_80_columns(
    make_app: MakeApp, name: str, language: str
) -> None:
    entry, chance = all_games()[name], Chance(3)
    seats = [SeatPlan("Ana"), *[SeatPlan("Ben", "random")] * (entry.game.seats[0] - 1)]
    table = Table(entry.game, {}, seats, 7)
    boards = 0
    async with running(make_app(table, language=language)) as pilot:
        for _ in range(24):
            if table_screen(pilot).model.seat.number in table.waiting:
                bar = text_of(pilot.app).splitlines()[-1]
                assert all(text in bar for text in TO_SAY[language]), bar
                boards += isinstance(pilot.app.focused, Board)
                assert (ARROWS in bar) == isinstance(pilot.app.focused, Board), bar
            seat = table.waiting[0]
            table.play(seat, chance.pick(table.legal(seat)))
            await settle(pilot)
            if not isinstance(pilot.app.screen, GameScreen):
                await press(pilot, "enter")  # what was counted waits to be read
    assert boards


async def test_the_keys_of_what_lay_over_a_table_are_gone_with_it(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        before = text_of(pilot.app).splitlines()[-1]
        await press(pilot, "question_mark")
        table_screen(pilot).refresh_bindings()
        await settle(pilot)
        await press(pilot, "escape")
        assert text_of(pilot.app).splitlines()[-1] == before


async def test_keys_that_change_and_change_back_behind_a_box_are_those_of_before(
    make_app: MakeApp,
) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        before = text_of(pilot.app).splitlines()[-1]
        await press(pilot, "question_mark")
        with patch.object(KeyBar, "_keys", return_value=KEYS):
            bar.screen.refresh_bindings()
            await settle(pilot)
        bar.screen.refresh_bindings()
        await settle(pilot)
        await press(pilot, "escape")
        assert text_of(pilot.app).splitlines()[-1] == before


async def test_a_click_on_a_key_presses_it(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        board = pilot.app.focused
        assert isinstance(board, Board)
        before, bar = board.cursor, text_of(pilot.app).splitlines()[-1]

        async def click(text: str) -> None:
            await pilot.click(KeyBar, offset=Offset(cell_len(bar[: bar.index(text)]), 0))
            await settle(pilot)

        await click("→")
        await click("←")
        assert board.cursor == before
        await click("↓")
        assert board.cursor != before
        await click("Keys")
        assert isinstance(pilot.app.screen, HelpDialog)
        await press(pilot, "escape")
        await click("q Leave")
        assert not isinstance(pilot.app.screen, GameScreen)


async def test_the_second_of_two_quick_clicks_presses_no_key_that_just_came(
    make_app: MakeApp,
) -> None:
    clock, app = HandClock(), make_app(table_after(SEARCHED))
    app.clock = clock
    async with running(app) as pilot:
        log = Offset(text_of(pilot.app).splitlines()[-1].index("g Log"), 0)
        await pilot.click(KeyBar, offset=log)
        await settle(pilot)
        opened = text_of(pilot.app)
        await pilot.click(KeyBar, offset=log)
        await settle(pilot)
        assert text_of(pilot.app) == opened
        clock.now += 1
        await pilot.click(KeyBar, offset=log)
        await settle(pilot)
        assert text_of(pilot.app) != opened


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_click_beside_a_box_or_on_its_lower_edge_leads_back(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    async with running(make_app(table_after(SEARCHED)), size) as pilot:
        for where in ("outside", "lower edge"):
            await press(pilot, "question_mark")
            box = pilot.app.screen.query_one(".box").region
            await pilot.click(offset=box.offset + Offset(5, 1))
            await settle(pilot)
            assert isinstance(pilot.app.screen, HelpDialog), "inside, nothing happens"
            edge = Offset(box.x + 9, box.bottom - 1)
            await pilot.click(offset=edge if where == "lower edge" else Offset(0, 0))
            await settle(pilot)
            assert isinstance(pilot.app.screen, GameScreen), where


async def test_a_click_beside_the_keys_presses_none(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await settle(pilot)
        before = text_of(pilot.app)
        await pilot.click(KeyBar, offset=Offset(pilot.app.size.width - 1, 0))
        await settle(pilot)
        assert text_of(pilot.app) == before
