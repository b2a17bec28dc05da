"""Undo: the moves that a key can undo, those it cannot, and the messages."""

from __future__ import annotations

from threading import Event

import pytest

from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from nim_tui.testing.screens import is_busy, press, running, text_of, until
from nim_tui.testing.tables import OPEN
from tests.screens.conftest import MakeApp
from tests.screens.looking import prompt, say
from tests.screens.tables import ANA, FIRST_TURNS, LAID, PAIR, SEARCHED, table_after

THINKING = "thinking"
WITH_MEDIUM = (ANA, SeatPlan("Ben", "medium"))
BEFORE_A_TORPEDO = f"{SEARCHED}; B 29; drop 100"


def offers_undo(text: str) -> bool:
    return "u Undo" in text.splitlines()[-1]


async def test_a_hidden_submarine_can_be_taken_back(make_app: MakeApp) -> None:
    table = table_after("sub 14.200")
    async with running(make_app(table)) as pilot:
        assert offers_undo(text_of(pilot.app))
        assert "submarine 2 of 3" in prompt(pilot)
        await press(pilot, "u")
        assert "submarine 1 of 3" in prompt(pilot)
        assert table.moves_played == 0
        assert not offers_undo(text_of(pilot.app))


async def test_undo_goes_back_move_by_move(make_app: MakeApp) -> None:
    table = table_after("sub 14.200; sub 22.100; sub 33.300")
    async with running(make_app(table)) as pilot:
        await press(pilot, "u", "u", "u", "u")
        assert table.moves_played == 0
        assert "submarine 1 of 3" in prompt(pilot)


async def test_staying_can_be_taken_back(make_app: MakeApp) -> None:
    async with running(make_app(table_after(f"{FIRST_TURNS}; stay"))) as pilot:
        assert "charge" in prompt(pilot)
        await press(pilot, "u")
        assert "move a ship" in prompt(pilot)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("A 15", "a mine might have lain there"),
        ("A 15; drop 200", "the answer is known"),
        ("A 15; drop 200; fire R3 B", "the spinner has spun"),
    ],
)
async def test_what_showed_something_stays(
    make_app: MakeApp, bots_wait: None, words: str, why: str
) -> None:
    table = table_after(f"{FIRST_TURNS}; {words}")
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        assert not offers_undo(text_of(pilot.app)), why
        before = text_of(pilot.app)
        await press(pilot, "u")
        assert text_of(pilot.app) == before
        assert table.moves_played == played


@pytest.mark.slow
async def test_the_others_move_stays(make_app: MakeApp) -> None:
    table = table_after(FIRST_TURNS, seats=PAIR)
    async with running(make_app(table)) as pilot:
        await press(pilot, OPEN)
        assert not offers_undo(text_of(pilot.app))
        await press(pilot, "u")
        assert prompt(pilot).startswith("Your turn: move a ship")


@pytest.mark.slow
async def test_taking_back_before_the_keyboard_is_handed_over(make_app: MakeApp) -> None:
    async with running(make_app(table_after(seats=PAIR))) as pilot:
        await press(pilot, OPEN)
        await say(pilot, "sub 14.200; sub 22.100; sub 33.300; mine 9")
        assert "Your turn is over" in prompt(pilot)
        await press(pilot, "u")
        assert "place your mine (level 100, not above a submarine)" in prompt(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("again", ["", "hold"], ids=["taken back", "played again"])
async def test_taking_back_while_a_program_thinks(
    make_app: MakeApp, slow_bot: Event, again: str
) -> None:
    """The program's answer to a move that was taken back is not played."""
    words = f"{LAID}; A 17; drop 200; B 14; drop 300; hold; A 15; drop 200"
    table = table_after(words, seats=WITH_MEDIUM)
    played = table.moves_played
    app = make_app(table)
    async with running(app) as pilot:
        await press(pilot, "o")
        assert THINKING in prompt(pilot)
        await press(pilot, "u")
        assert "fire a torpedo" in prompt(pilot)
        if again:
            await say(pilot, again)
        slow_bot.set()
        await until(pilot, lambda: not is_busy(app))
        if again:
            assert table.moves_played > played + 1
        else:
            assert table.moves_played == played
            assert "fire a torpedo" in prompt(pilot)


def about_to_hit() -> Table:
    """Return a table whose next torpedo hits and ends the turn."""
    for seed in range(50):
        table = table_after(f"{BEFORE_A_TORPEDO}; fire R4 B", seats=WITH_MEDIUM, seed=seed)
        if table.waiting == (1,):
            return table_after(BEFORE_A_TORPEDO, seats=WITH_MEDIUM, seed=seed)
    raise AssertionError("the spinner never hits")


@pytest.mark.slow
async def test_playing_something_else_while_a_program_thinks(
    make_app: MakeApp, slow_bot: Event
) -> None:
    """As many moves stand as before, but the ship that the program thought of is sunk."""
    table = about_to_hit()
    app = make_app(table)
    async with running(app) as pilot:
        await press(pilot, "o")
        assert THINKING in prompt(pilot)
        await press(pilot, "u")
        await say(pilot, "fire R4 B")
        assert THINKING in prompt(pilot)
        slow_bot.set()
        await until(pilot, lambda: table.waiting == (0,))
        assert "Ben: B goes" not in text_of(app)
