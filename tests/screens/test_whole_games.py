"""Whole games played with keys alone, from the home screen to the results."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from nim_tui.tables.seeds import MOST_SEED
from nim_tui.tables.store import Store
from nim_tui.testing.screens import press, running, text_of, until
from nim_tui.testing.tables import OPEN
from screens.home.new_table import NewTableScreen
from screens.table.display import Curtain
from screens.widgets.menu import Menu
from tests.rules.tiny import TINY
from tests.screens.conftest import MakeApp
from tests.screens.looking import go_to, is_over, menu_words, play_a_word, prompt, say, table_screen
from tests.screens.tables import PAIR, WON, table_after

MOST_KEYS = 800
SEAT_TWO_EASY = ("n", "down", "down", "right")
SIXTY_TURNS = (*["down"] * 8, "right")
SEED_SEVEN = ("down", "down", "enter", "7", "enter")
START = ("down", "enter")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("bot:easy:argo", "bot Argo: easy"),
        ("Bot:Medium", "bot Nemo: medium"),
        ("bot:exec:./mine", "bot:exec:./mine"),
    ],
)
async def test_a_bot_typed_in_the_form_is_told_and_can_be_changed(
    make_app: MakeApp, typed: str, told: str
) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "n")
        await go_to(pilot, "seat 1")
        await press(pilot, "enter", *typed, "enter")
        assert told in text_of(pilot.app)
        await press(pilot, "b", "right")
        assert isinstance(pilot.app.screen, NewTableScreen)


async def test_a_field_closes_when_a_click_leads_back_to_the_lines(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "right", "n")
        await go_to(pilot, "players")
        await press(pilot, "right")
        await go_to(pilot, "seat 2")
        await press(pilot, "enter", *"Ben")
        menu = pilot.app.screen.query_one(Menu)
        menu.focus()
        menu.mark("players")
        await press(pilot, "left")
        assert not pilot.app.screen.query_one(Input).has_class("open")
        assert menu.has_focus


async def test_a_seed_of_which_no_record_could_be_read_is_refused(
    make_app: MakeApp, store: Store
) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "n")
        await go_to(pilot, "seed")
        await press(pilot, "enter", *str(MOST_SEED + 1), "enter")
        await go_to(pilot, "start")
        await press(pilot, "enter")
        assert f" {MOST_SEED}." in text_of(pilot.app)
    assert [*store.files()] == []


@pytest.mark.nightly
async def test_a_whole_game_against_a_program(make_app: MakeApp, store: Store) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, *SEAT_TWO_EASY, *SIXTY_TURNS, *SEED_SEVEN, *START)
        for _ in range(MOST_KEYS):
            if is_over(pilot):
                break
            await play_a_word(pilot)
        assert is_over(pilot), text_of(pilot.app)
        assert "easy" in text_of(pilot.app)
        (kept,) = store.kept()
        assert kept.is_over
        assert kept.header.seed == 7
        await press(pilot, "up", "enter")
        assert "1 Bataille" not in text_of(pilot.app), "it is over"
        assert "p Replay" in text_of(pilot.app)


@pytest.mark.slow
async def test_the_game_goes_on_by_enter_alone(make_app: MakeApp) -> None:
    """Whatever is asked, the cursor stands on something that Enter takes."""
    async with running(make_app(table_after(turn_limit=10))) as pilot:
        for _ in range(MOST_KEYS):
            if is_over(pilot):
                break
            await press(pilot, "enter")
        assert is_over(pilot), text_of(pilot.app)


@pytest.mark.slow
async def test_two_people_play_a_whole_game_in_words(make_app: MakeApp) -> None:
    """Each says his moves in turn; the keyboard is handed over whenever it is asked for."""
    async with running(make_app(table_after(seats=PAIR))) as pilot:
        for words in WON.split("; "):
            if menu_words(pilot) == ["hand-over"]:
                await press(pilot, "enter")
            if isinstance(pilot.app.screen, Curtain):
                await press(pilot, OPEN)
            await say(pilot, words)
        assert is_over(pilot)
        assert "Ana wins" in text_of(pilot.app)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["small", "large"])
async def test_a_screen_that_adds_no_code_still_plays(
    make_app: MakeApp, tiny: None, size: tuple[int, int]
) -> None:
    table = table_after(game=TINY, seats=PAIR, rounds=3)
    async with running(make_app(table), size) as pilot:
        for _ in range(100):
            if is_over(pilot):
                break
            await press(pilot, OPEN if isinstance(pilot.app.screen, Curtain) else "enter")
        assert is_over(pilot), text_of(pilot.app)
        assert "sum" in text_of(pilot.app)


async def test_a_plain_screen_is_set_up_and_kept_like_any_other(
    make_app: MakeApp, tiny: None, store: Store
) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "left", "n", "enter")
        await until(pilot, lambda: "Your turn" in prompt(pilot))
        assert menu_words(pilot)
        await press(pilot, "colon")
        assert table_screen(pilot).model.seat.game is TINY
        await press(pilot, "escape", "q")
    assert [kept.header.game for kept in store.unfinished()] == ["tiny"]
