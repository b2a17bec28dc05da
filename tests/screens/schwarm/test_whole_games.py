"""Whole games of Der Schwarm by keys: from the form or the table to the last network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.events import Key
from textual.keys import _character_to_key
from textual.widgets import Input

from nim_tui.registry import all_games
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import Looker, is_busy, press, running, settle, text_of
from rules.schwarm import board_file as read
from rules.schwarm.moves import ROW
from rules.schwarm.view import SchwarmView
from screens.table.display import Curtain
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from tests.screens.conftest import MakeApp
from tests.screens.looking import go_to, is_over, menu_words, prompt
from tests.screens.schwarm.sights import key_of, screen_of
from tests.screens.schwarm.tables import Position

FRESH = Position(2, 5, "", 0)
MOST_MOVES = 400
PRINTED = Path(read.__file__).with_name("board.toml").read_text()
POINTS = re.compile(r"(\w[\w ]+?) +(-?\d+) │")

GAMES_BEFORE = [*all_games()].index("schwarm")
"""The number of games before this one on the home screen."""


async def tap(pilot: Looker, *keys: str) -> None:
    """Press keys, each once nothing is running; the terminal is not drawn meanwhile."""
    for key in keys:
        is_character = len(key) == 1
        name = _character_to_key(key) if is_character else key
        pilot.app.post_message(Key(name, key if is_character else None))
        await pilot.pause(0)
        while is_busy(pilot.app):
            await pilot.pause(0)


async def choose_something(pilot: Looker, table: Table) -> None:
    """Choose the next highlighted spot, or the first line of the menu."""
    words, focused = menu_words(pilot), pilot.app.focused
    view: SchwarmView = table.view(0)
    if view.phase == ROW and isinstance(focused, Board):
        await tap(pilot, "enter")
    elif "done" in words and table.moves_played % 3 == 0:
        await tap(pilot, key_of(pilot, "done"))
    elif isinstance(focused, Board) and focused.lit:
        await tap(pilot, "n", "enter")
    else:
        item = screen_of(pilot).query_one(Menu).items[0]
        await tap(pilot, item.key or "enter")


def numbers(text: str) -> dict[str, int]:
    """Return the points on the page of a nation."""
    return {name: int(count) for name, count in POINTS.findall(text)}


async def look_at_networks(pilot: Looker, table: Table) -> None:
    """Check that every nation's page adds up to its points."""
    view: SchwarmView = table.view(0)
    await press(pilot, "w")
    for _ in view.players:
        page = text_of(pilot.app)
        seat = 0 if "─ ▲ " in page else 1
        found = numbers(page)
        assert found["points"] == view.players[seat].points
        parts = ("start", "cards", "tiles", "damage", "networks", "at the end")
        assert sum(found.get(part, 0) for part in parts) == view.players[seat].points
        assert found["network"] == sum(
            found[part] for part in ("stations", "researchers", "buoys", "ships")
        )
        await press(pilot, "right")
    await press(pilot, "escape")


async def begin(pilot: Looker, table: Table) -> None:
    """Place the first stations."""
    while not table.view(0).round:
        await choose_something(pilot, table)
    await settle(pilot)


async def play_to_the_end(pilot: Looker, table: Table) -> None:
    """Play on by keys, looking at the networks once a round; the rest is not drawn, for speed."""
    for number in range(1, 5):
        assert table.view(0).round == number
        await look_at_networks(pilot, table)
        with pilot.app.batch_update():
            while table.view(0).round == number and not is_over(pilot):
                assert table.moves_played < MOST_MOVES
                assert not isinstance(pilot.app.screen, Curtain)
                await choose_something(pilot, table)
    assert is_over(pilot), text_of(pilot.app)


async def look_back(pilot: Looker, table: Table) -> None:
    """Look at the results, every network as counted, and the replay."""
    result = table.result
    assert result is not None
    await take_result(pilot, "0")
    seat = result.winners[0]
    view: SchwarmView = table.view(0)
    assert numbers(text_of(pilot.app))["points"] == view.players[seat].points
    await press(pilot, "escape")
    assert is_over(pilot)
    await take_result(pilot, "replay 0")
    assert f"before move 1 of {table.moves_played}" in prompt(pilot)
    await press(pilot, "end", "g")
    assert "the last round is over" in text_of(pilot.app)


async def take_result(pilot: Looker, item: str) -> None:
    """Choose a line of the result page."""
    await go_to(pilot, item)
    await press(pilot, "enter")


@pytest.mark.nightly
async def test_two_persons_at_one_keyboard(make_app: MakeApp, store: Store) -> None:
    """Nobody hands anything over: the keyboard goes round openly to the end."""
    table = FRESH.shared(store=store)
    async with running(make_app(table)) as pilot:
        await begin(pilot, table)
        await play_to_the_end(pilot, table)
        assert {play.seat for play in table.plays} == {0, 1}
        await look_back(pilot, table)


@pytest.mark.nightly
async def test_against_a_random_program(make_app: MakeApp, store: Store) -> None:
    table = FRESH.table(store=store, great_wave=True)
    async with running(make_app(table)) as pilot:
        await begin(pilot, table)
        await play_to_the_end(pilot, table)
        await look_back(pilot, table)


@pytest.mark.usefixtures("bots_wait")
class TestForm:
    """A table set up from the home screen."""

    async def take(self, pilot: Looker, text: str) -> None:
        """Choose the menu line with a text."""
        items = pilot.app.screen.query_one(Menu).items
        await go_to(pilot, next(item.id for item in items if text in item.text))
        await press(pilot, "enter")

    @pytest.mark.slow
    async def test_four_players_and_options(self, make_app: MakeApp) -> None:
        async with running(make_app()) as pilot:
            await press(pilot, *["right"] * GAMES_BEFORE, "n")
            await go_to(pilot, "players")
            await press(pilot, "right", "right")
            for option in ("free_start", "great_wave", "closed_hands"):
                await go_to(pilot, f"option {option}")
                await press(pilot, "right")
            await self.take(pilot, "Start")
            view: SchwarmView = screen_of(pilot).model.view
            assert len(view.players) == 4
            assert view.options.free_start
            assert view.options.great_wave
            assert view.options.closed_hands

    @pytest.mark.slow
    async def test_a_board_of_ones_own(self, make_app: MakeApp, tmp_path: Path) -> None:
        path = tmp_path / "b.toml"
        path.write_text(PRINTED.replace("..7654567..", "..7654566..", 1))
        async with running(make_app()) as pilot:
            await press(pilot, *["right"] * GAMES_BEFORE, "n")
            await go_to(pilot, "option board")
            await press(pilot, "enter")
            pilot.app.screen.query_one(Input).value = str(path)
            await press(pilot, "enter")
            assert "board file" in text_of(pilot.app)
            await self.take(pilot, "Start")
            view: SchwarmView = screen_of(pilot).model.view
            assert view.board.numbers != FRESH.table().view(0).board.numbers


@pytest.mark.slow
async def test_a_hint_is_played_by_enter(
    make_app: MakeApp, bots_wait: None, first_bot: None
) -> None:
    table = Position(2, 9, "start a3", 1).table()
    async with running(make_app(table)) as pilot:
        await press(pilot, "i", "enter")
        assert table.plays[-1].move.startswith("start ")
        assert table.moves_played == 2
