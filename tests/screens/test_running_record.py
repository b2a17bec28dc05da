"""A replay that runs by itself."""

from __future__ import annotations

import pytest

from nim_tui.settings import PACES
from nim_tui.tables.store import Store
from nim_tui.testing.screens import Looker, press, running, until
from tests.screens.conftest import MakeApp
from tests.screens.looking import prompt, table_screen
from tests.screens.tables import WON, keep


def position(pilot: Looker) -> int:
    """Return how many moves the replay has shown, by its prompt."""
    before, _, after = prompt(pilot).partition(" move ")
    return int(after.split(" of")[0]) - before.endswith("before")


@pytest.fixture
def store_with_a_game(store: Store) -> Store:
    keep(store, WON)
    return store


@pytest.mark.usefixtures("store_with_a_game")
async def test_a_replay_runs_to_its_end(make_app: MakeApp) -> None:
    async with running(make_app(pace="fast")) as pilot:
        await press(pilot, "p", "enter")
        steps = table_screen(pilot).model.steps
        assert steps is not None
        steps.go(steps.length - 3)
        await press(pilot, "space")
        await until(pilot, lambda: position(pilot) == steps.length)
        await until(pilot, lambda: not table_screen(pilot).playback.is_record_running)


@pytest.mark.usefixtures("store_with_a_game")
async def test_a_step_by_key_stops_it(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "slow", 3600.0)
    async with running(make_app(pace="slow")) as pilot:
        await press(pilot, "p", "enter", "space")
        assert table_screen(pilot).playback.is_record_running
        assert position(pilot) == 1
        await press(pilot, "right")
        assert not table_screen(pilot).playback.is_record_running
        assert position(pilot) == 2
        await press(pilot, "space", "space")
        assert position(pilot) == 3
        assert not table_screen(pilot).playback.is_record_running


@pytest.mark.usefixtures("store_with_a_game")
async def test_where_moves_are_shown_at_once_a_record_still_takes_its_time(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.table.playback._PACE_AGAIN", 3600.0)
    async with running(make_app(pace="instant")) as pilot:
        await press(pilot, "p", "enter", "space")
        assert table_screen(pilot).playback.is_record_running
        assert position(pilot) == 1
