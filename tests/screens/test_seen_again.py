"""The replay of others' moves since the reader's last turn, step by step."""

from __future__ import annotations

import pytest

from nim_tui.tables.record import SeatPlan
from nim_tui.testing.screens import Looker, press, running, text_of
from screens.table import playback
from tests.screens.conftest import MakeApp
from tests.screens.looking import log_shown, prompt, table_screen
from tests.screens.tables import BOT, LAID, SEARCHED, table_after


@pytest.fixture(autouse=True)
def by_keys_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no step come automatically."""
    monkeypatch.setattr(playback, "_PACE_AGAIN", 3600.0)


def ship_at(pilot: Looker, spot: str) -> bool:
    """Whether a ship is on a number of Bataille's surface."""
    surface = table_screen(pilot).ui.surface  # type: ignore[attr-defined]
    return ":" in surface.cursor_name(spot)


@pytest.mark.usefixtures("bots_wait")
async def test_each_step_of_the_other_is_seen_as_it_was_then(make_app: MakeApp) -> None:
    """Ben's C left its port for 25 and dropped a charge there."""
    table = table_after(SEARCHED)
    async with running(make_app(table)) as pilot:
        before = text_of(pilot.app)
        assert ship_at(pilot, "25")
        await press(pilot, "less_than_sign", "space")
        assert "C moves to 25" in prompt(pilot)
        assert ship_at(pilot, "25")
        shown = [text for text, _look in log_shown(pilot)]
        assert shown[-1] == "Ben: C moves to 25"
        assert not any("no torpedo" in text for text in shown)
        await press(pilot, "right")
        assert "drops at 25.100" in prompt(pilot)
        await press(pilot, "right", "right")
        assert text_of(pilot.app) == before


@pytest.mark.usefixtures("bots_wait")
async def test_a_key_goes_back_to_the_question(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        before = text_of(pilot.app)
        await press(pilot, "less_than_sign", "space", "enter")
        assert text_of(pilot.app) == before


@pytest.mark.usefixtures("bots_wait")
async def test_where_nobody_did_anything_there_is_nothing_to_see(make_app: MakeApp) -> None:
    async with running(make_app(table_after("sub 14.200"))) as pilot:
        before = text_of(pilot.app)
        await press(pilot, "less_than_sign")
        assert text_of(pilot.app) == before


@pytest.mark.usefixtures("bots_wait")
@pytest.mark.parametrize("words", [LAID, SEARCHED])
async def test_no_more_is_seen_than_was_told(make_app: MakeApp, words: str) -> None:
    """Where the other lies stays hidden, in each step."""
    table = table_after(words, seats=(SeatPlan("Ana"), BOT))
    async with running(make_app(table)) as pilot:
        hidden = table.view(0).camps[1]
        assert hidden is None
        await press(pilot, "less_than_sign", "space")
        while table_screen(pilot).model.is_following:
            assert table_screen(pilot).model.view.camps[1] is None
            await press(pilot, "right")
