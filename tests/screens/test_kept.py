"""Stored games: continuing them, marks, replays, rematches."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.app.app import NimApp
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import Looker, press, running, settle, text_of
from screens.home.screen import HomeScreen
from screens.keymap import bindings_by_id
from screens.table.display import Curtain
from screens.table.results import ResultsDialog
from screens.table.screen import GameScreen
from tests.screens.conftest import MakeApp
from tests.screens.looking import go_to, prompt, say, table_screen
from tests.screens.tables import ALONE, FIRST_TURNS, PAIR, SEARCHED, WON, keep, table_after

MOVES = len(SEARCHED.split(";"))
ALL_MOVES = len(WON.split(";"))


def table_at(pilot: Looker) -> Table:
    """Return the table of the app."""
    assert isinstance(pilot.app, NimApp)
    assert pilot.app.table._table is not None
    return pilot.app.table._table


@pytest.mark.slow
async def test_leave_and_go_on_at_the_same_point(make_app: MakeApp, store: Store) -> None:
    async with running(make_app(table_after(SEARCHED, store=store))) as pilot:
        await press(pilot, "tab", "m", "right", "m", "m", "shift+tab")
        before = text_of(pilot.app)
        assert "?" in before
        assert "!" in before
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert "your turn" in text_of(pilot.app)
        await press(pilot, "1")
        assert text_of(pilot.app) == before
        await say(pilot, "B 29")
    (kept,) = store.unfinished()
    assert kept.moves >= MOVES + 1


async def test_go_on_with_one_of_several(make_app: MakeApp, store: Store) -> None:
    keep(store, FIRST_TURNS)
    keep(store, SEARCHED)
    async with running(make_app()) as pilot:
        await press(pilot, "2")
        assert table_at(pilot).moves_played == len(FIRST_TURNS.split(";"))
        await press(pilot, "q", "down", "up")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_a_cut_last_line_is_told(make_app: MakeApp, store: Store) -> None:
    keep(store, f"{SEARCHED}; stay")
    (path,) = store.folder.iterdir()
    path.write_bytes(path.read_bytes()[:-5])
    async with running(make_app()) as pilot:
        await press(pilot, "1")
        await settle(pilot)
        assert table_at(pilot).moves_played == MOVES
        assert any(
            "last line of the game record was incomplete" in note.message
            for note in pilot.app._notifications
        )


async def test_a_game_that_vanished_is_told(make_app: MakeApp, store: Store) -> None:
    keep(store, SEARCHED)
    async with running(make_app()) as pilot:
        for path in store.folder.iterdir():
            path.unlink()
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_a_game_open_elsewhere_is_told(make_app: MakeApp, store: Store) -> None:
    table = table_after(SEARCHED, store=store)
    async with running(make_app()) as pilot:
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert any("open in another window" in n.message for n in pilot.app._notifications)
    table.close()


@pytest.mark.slow
@pytest.mark.parametrize("alone", [True, False])
async def test_play_again_swaps_the_seats(make_app: MakeApp, store: Store, alone: bool) -> None:
    table = table_after(WON, store=store, seats=ALONE if alone else PAIR)
    async with running(make_app(table)) as pilot:
        await go_to(pilot, "again")
        await press(pilot, "enter")
        assert table_screen(pilot).model.seat.names == ("Ben", "Ana")
        assert isinstance(pilot.app.screen, Curtain) is not alone
    assert len(store.kept()) == 2


@pytest.mark.slow
async def test_the_results_can_be_seen_again(make_app: MakeApp) -> None:
    async with running(make_app(table_after(WON))) as pilot:
        await press(pilot, "escape")
        assert "You win" in prompt(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ResultsDialog)
        await press(pilot, "up", "enter")
        assert isinstance(pilot.app.screen, HomeScreen)


def position(pilot: Looker) -> int:
    """The number of moves before the position in the replay."""
    steps = table_screen(pilot).model.steps
    assert steps is not None
    return steps.position


@pytest.mark.slow
async def test_stepping_through_a_replay(make_app: MakeApp, store: Store) -> None:
    keep(store, WON)
    async with running(make_app()) as pilot:
        await press(pilot, "p", "enter")
        steps = [
            ("next", 1), ("next", 2), ("before", 1), ("before", 0), ("before", 0),
            ("next_ten", 10), ("next_ten", 20), ("before_ten", 10), ("end", ALL_MOVES),
            ("next", ALL_MOVES), ("next_ten", ALL_MOVES), ("start", 0),
        ]  # fmt: skip
        keys = bindings_by_id([GameScreen])
        for name, there in steps:
            for key in keys[f"replay.{name}"].key.split(",")[:1]:
                await press(pilot, key)
                assert position(pilot) == there, name


@pytest.mark.slow
async def test_a_replay_shows_each_view_in_turn(make_app: MakeApp, store: Store) -> None:
    keep(store, WON)
    async with running(make_app()) as pilot:
        await press(pilot, "p", "enter", "end")
        for whose in ("as you saw it", "as Ben saw it", "everything", "as you saw it"):
            assert whose in prompt(pilot)
            await press(pilot, "v")


@pytest.mark.slow
async def test_a_replay_of_an_unfinished_game_opens_no_camp(
    make_app: MakeApp, store: Store
) -> None:
    keep(store, SEARCHED)
    async with running(make_app()) as pilot:
        await press(pilot, "p", "enter", "end", "v", "v", "g")
        text = text_of(pilot.app)
        await press(pilot, "escape")
        text += text_of(pilot.app)
        assert "spectator" in text
        assert "submarine at" not in text
        assert "14.200" not in text


@pytest.mark.slow
async def test_another_view_is_offered_only_where_there_is_one(
    make_app: MakeApp, store: Store
) -> None:
    keep(store, SEARCHED)
    async with running(make_app()) as pilot:
        await press(pilot, "p", "enter")
        assert "Point of view" not in text_of(pilot.app)


@pytest.mark.slow
async def test_replaying_changes_nothing_kept(make_app: MakeApp, store: Store) -> None:
    keep(store, WON)
    (path,) = store.folder.iterdir()
    before = path.read_bytes()
    async with running(make_app()) as pilot:
        await press(pilot, "p", "enter", "end", "a", "enter", "u", "colon", "i", "m", "home", "q")
        assert isinstance(pilot.app.screen, HomeScreen)
    assert path.read_bytes() == before


async def test_strange_files_in_the_folder_are_told_in_a_line(
    make_app: MakeApp, store: Store
) -> None:
    Path(store.folder, "x.jsonl").write_bytes(b"\x00nothing")
    Path(store.folder, "y.txt").write_text("")
    async with running(make_app()) as pilot:
        text = text_of(pilot.app)
        assert "cannot be read: not a game record" in text
        assert "y.txt" not in text
        await press(pilot, "down", "down", "down", "enter")
        assert isinstance(pilot.app.screen, HomeScreen)
