"""Whole games of Submarine by keys alone, then their chart and their replay."""

from __future__ import annotations

import pytest

from nim_tui.tables.store import Store
from nim_tui.testing.screens import Looker, press, running, text_of
from screens.widgets.menu import Menu
from tests.screens.conftest import MakeApp
from tests.screens.looking import go_to, is_over, play_a_word, prompt, table_screen
from tests.screens.submarine.sights import board_rows, screen_of
from tests.screens.submarine.tables import (
    ALL_TYPES,
    LAST_TREASURE,
    NAMES,
    NO_CARDS,
    OUT_AT_ONCE,
    THREE,
    Position,
)

MOST_KEYS = 600
FRESH = {2: Position(2, 4), 5: Position(5, 4)}
ENDS = {
    "all 12 types were found": (ALL_TYPES, ["You"]),
    "a column of the sea is empty": (LAST_TREASURE, ["You"]),
    "nobody has a card left": (NO_CARDS, ["you", "Ben"]),
}


async def take(pilot: Looker, text: str) -> None:
    """Choose the menu line with a text."""
    items = pilot.app.screen.query_one(Menu).items
    await go_to(pilot, next(item.id for item in items if text in item.text))
    await press(pilot, "enter")


@pytest.mark.slow
async def test_two_players_by_enter_alone(make_app: MakeApp) -> None:
    """Whatever is asked, the cursor stands on something that Enter takes."""
    table = FRESH[2].table(round_limit=1)
    async with running(make_app(table)) as pilot:
        for _ in range(MOST_KEYS):
            if is_over(pilot):
                break
            await press(pilot, "enter")
        assert is_over(pilot), text_of(pilot.app)
        assert {play.seat for play in table.plays} == {0, 1}


@pytest.mark.slow
async def test_five_players_then_replay(make_app: MakeApp, store: Store) -> None:
    table = FRESH[5].table(round_limit=1, store=store)
    async with running(make_app(table)) as pilot:
        for _ in range(MOST_KEYS):
            if is_over(pilot):
                break
            await play_a_word(pilot)
        assert is_over(pilot), text_of(pilot.app)
        assert all(name in text_of(pilot.app) for name in ("You", *NAMES[1:]))
        assert "turn 0" in text_of(pilot.app), "the foot of the chart"
        await take(pilot, "from the start")
        assert table_screen(pilot).model.is_replay
        assert f"before move 1 of {table.moves_played}, as you saw it" in prompt(pilot)
        await press(pilot, "right", "end", *["v"] * 5)
        assert f"move {table.moves_played} of {table.moves_played}, everything" in prompt(pilot)
        await press(pilot, "g")
        assert "the last crossing is over" in text_of(pilot.app)


def assert_told(text: str, why: str, winners: list[str]) -> None:
    """Check that the line about the end names the winners and no one else."""
    line = next(line for line in text.splitlines() if why in line.lower())
    assert [name for name in ("You", "you", *NAMES) if name in line] == winners


@pytest.mark.parametrize("why", ENDS, ids=["types", "column", "cards"])
async def test_each_end_says_who_won_and_why(make_app: MakeApp, why: str) -> None:
    position, winners = ENDS[why]
    async with running(make_app(position.table())) as pilot:
        assert is_over(pilot)
        assert_told(text_of(pilot.app), why, winners)
        await take(pilot, "look at the table")
        assert_told(prompt(pilot), why, winners)


async def test_the_last_crossing_ends_a_game_with_a_limit(make_app: MakeApp) -> None:
    async with running(make_app(OUT_AT_ONCE.table(round_limit=1))) as pilot:
        assert_told(text_of(pilot.app), "the last crossing is over", ["you", "Ben"])


@pytest.mark.slow
async def test_a_table_of_five_is_set_up_from_the_home_screen(
    make_app: MakeApp, bots_wait: None
) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "right", "n")
        await go_to(pilot, "players")
        await press(pilot, "right", "right", "right")
        await take(pilot, "Start")
        assert len(screen_of(pilot).model.names) == 5
        assert len(board_rows(pilot)) == 5
        assert screen_of(pilot).model.names[0] == "You"


@pytest.mark.slow
async def test_all_hands_are_open_after_the_end(make_app: MakeApp, store: Store) -> None:
    ALL_TYPES.table(store=store).close()
    async with running(make_app()) as pilot:
        await press(pilot, "p", "enter", "end", "v", "v")
        assert "everything" in prompt(pilot)
        assert "?" not in "".join(board_rows(pilot).values())
        await press(pilot, "v")
        assert "???" in board_rows(pilot)["Ben"]


async def test_a_spectator_of_an_unfinished_game_sees_no_hand(
    make_app: MakeApp, store: Store
) -> None:
    THREE.table(store=store).close()
    async with running(make_app()) as pilot:
        await press(pilot, "p", "enter", "end", "v", "v")
        assert "spectator" in prompt(pilot)
        assert all("???" in row for row in board_rows(pilot).values())
        assert "Your hand" not in text_of(pilot.app)
