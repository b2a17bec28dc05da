"""The proof of a deal, at the table and at its end."""

from __future__ import annotations

from nim_tui.tables.record import SeatPlan
from nim_tui.tables.seeds import DrawnSeed, commitment_of
from nim_tui.tables.table import Table
from nim_tui.testing.screens import press, running, text_of
from rules.submarine import SUBMARINE
from screens.table.log import LogDialog
from screens.table.screen import GameScreen
from tests.nim_tui.tables.test_agreed_end import past_the_first_round
from tests.screens.conftest import MakeApp
from tests.screens.looking import go_to, menu_words, table_screen

KEY, NONCE = "0f" * 16, "a1" * 16
SEED = DrawnSeed(KEY, NONCE, commitment_of(KEY, NONCE))
PLANS = (SeatPlan("Ana"), SeatPlan("Nemo", "easy"))


async def test_a_key_shows_the_commitment_while_the_game_is_played(make_app: MakeApp) -> None:
    table = Table(SUBMARINE, {}, PLANS, SEED)
    async with running(make_app(table)) as pilot:
        await press(pilot, "number_sign")
        assert isinstance(pilot.app.screen, LogDialog)
        shown = text_of(pilot.app).replace("\n", "").replace(" ", "")
        assert SEED.commitment[:32] in shown
        assert KEY not in shown
        assert NONCE not in shown
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, GameScreen)


async def test_the_end_shows_seed_and_nonce(make_app: MakeApp) -> None:
    table = past_the_first_round(Table(SUBMARINE, {}, (PLANS[0], SeatPlan("Ben")), SEED))
    table.end_by_agreement()
    async with running(make_app(table)) as pilot:
        if isinstance(pilot.app.screen, GameScreen):
            pilot.app.screen.ending.show_once()
            await pilot.pause()
        await go_to(pilot, menu_words(pilot)[[w.isdigit() for w in menu_words(pilot)].index(True)])
        await press(pilot, "enter")
        shown = text_of(pilot.app)
        assert KEY in shown
        assert NONCE in shown


async def test_there_is_nothing_to_show_of_a_seed_that_was_chosen(make_app: MakeApp) -> None:
    async with running(make_app(Table(SUBMARINE, {}, PLANS, 7))) as pilot:
        await press(pilot, "number_sign")
        assert table_screen(pilot) is pilot.app.screen
