"""Search grids marked by the players, with no deductions by the screen."""

from __future__ import annotations

import pytest

from nim_tui.tables.record import SeatPlan
from nim_tui.testing.screens import press, running, text_of
from tests.screens.conftest import MakeApp
from tests.screens.tables import ALONE, BOT, SEARCHED, WON, table_after

FOUGHT = f"{SEARCHED}; stay; drop A 300; hold; A 13; drop 100; hold; A 16"
"""Near misses and misses, a submarine sunk at 15.300, and Ana's ship lost on the mine at 16."""

WATCHED: tuple[SeatPlan, ...] = (BOT, SeatPlan("Cleo", "random"))
DEDUCED = "○●X@"
"""The signs of deductions without colours; with colours an excluded cell has another ground."""


def grids_of(text: str) -> str:
    """Return the lower half of the screen: the known facts about both camps."""
    start = text.index("Search") if "Search" in text else text.index("s camp")
    return text[start : text.index("· possible")]


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
@pytest.mark.parametrize("seats", [ALONE, WATCHED], ids=["player", "spectator"])
async def test_nothing_is_marked_for_who_looks(
    make_app: MakeApp, seats: tuple[SeatPlan, ...]
) -> None:
    async with running(make_app(table_after(FOUGHT, seats=seats), theme="mono")) as pilot:
        assert all(sign in grids_of(text_of(pilot.app)) for sign in DEDUCED)
    async with running(
        make_app(table_after(FOUGHT, seats=seats, grids="plain"), theme="mono")
    ) as pilot:
        assert not any(sign in grids_of(text_of(pilot.app)) for sign in DEDUCED)


@pytest.mark.usefixtures("bots_wait")
async def test_own_marks_are_put_as_ever(make_app: MakeApp) -> None:
    async with running(make_app(table_after(FOUGHT, grids="plain"))) as pilot:
        await press(pilot, "m", "m")
        assert "?" in grids_of(text_of(pilot.app))


@pytest.mark.slow
async def test_at_the_end_what_was_sunk_is_shown(make_app: MakeApp) -> None:
    async with running(make_app(table_after(WON, grids="plain"), theme="mono")) as pilot:
        await press(pilot, "escape")
        assert "X" in grids_of(text_of(pilot.app))
