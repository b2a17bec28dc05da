"""Animations on the map of Himalaya, frame by frame."""

from __future__ import annotations

import pytest
from textual.geometry import Offset

from nim_tui.testing.screens import LARGE, SMALL, press, running
from screens.himalaya.motion import way
from screens.himalaya.screen import HimalayaScreen
from screens.table.screen import AnyGameScreen
from tests.screens.conftest import MakeApp
from tests.screens.filming import frames, moving_app, pictures, play, shown, stand_still, where
from tests.screens.himalaya.tables import FILLED, NEARLY_FILLED

pytestmark = pytest.mark.usefixtures("bots_wait")


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_still(monkeypatch)


def screen_of(screen: AnyGameScreen) -> HimalayaScreen:
    assert isinstance(screen, HimalayaScreen)
    return screen


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
async def test_a_caravan_goes_along_its_route(make_app: MakeApp, size: tuple[int, int]) -> None:
    """Cleo's takes the ice from 14 to 20 once all programs are open."""
    table = NEARLY_FILLED.table()
    async with running(moving_app(make_app, table), size) as pilot:
        screen = screen_of(await play(pilot, table, "program iitttt"))
        while not screen.motions.is_on:
            await press(pilot, "full_stop")
        chart, view = screen.ui.stage.map, screen.model.view
        route = way(chart.atlas(view), 14, 20)
        found = [where(raster, " ◆ ") for raster in pictures(screen, chart)]
        seen = [Offset(at.x + 1, at.y) for at in found if at is not None]
        assert [seen[0], seen[-1]] == [route[0], route[-1]]
        places = [route.index(at) for at in seen]
        assert places == sorted(places)
        assert shown(chart) is chart.picture


async def test_goods_come_to_the_caravan_that_takes_them(make_app: MakeApp) -> None:
    table = NEARLY_FILLED.table()
    async with running(moving_app(make_app, table)) as pilot:
        screen = screen_of(await play(pilot, table, "program iitttt"))
        while screen.model.log[-1].name != "took":
            await press(pilot, "full_stop")
        chart, event = screen.ui.stage.map, screen.model.log[-1]
        label = chart.label(event.facts()["village"])  # type: ignore[arg-type]
        lines = [{at.y for at in frame} for frame in frames(screen, chart)]
        assert lines[0] == {label.at[1] + 1}
        assert lines[-1] == {label.at[1]}


async def test_delegations_come_to_the_region_they_are_sent_to(make_app: MakeApp) -> None:
    table = FILLED.table()
    async with running(moving_app(make_app, table), LARGE) as pilot:
        screen = screen_of(await play(pilot, table, "envoy C 1"))
        chart = screen.ui.stage.map
        found = [where(raster, "⚑▲1") for raster in pictures(screen, chart)]
        region = chart.atlas(screen.model.view).labels[2]
        assert found[-1] == region.offset
        assert len({*found}) > 2
