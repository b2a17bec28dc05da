"""Animations in the sea of Submarine, frame by frame."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.geometry import Region

from nim_tui.testing.screens import LARGE, SMALL, running
from rules.submarine.board import CELL_NAMED, COLUMN_OF, COLUMNS, LEVEL_OF, RIGHT
from rules.submarine.events import Sailed
from screens.submarine.screen import SubmarineScreen
from screens.submarine.sea import Sea
from screens.table.screen import AnyGameScreen
from tests.screens.conftest import MakeApp
from tests.screens.filming import (
    Laid,
    frames,
    moving_app,
    passed,
    pictures,
    play,
    shown,
    stand_still,
    where,
)
from tests.screens.submarine.tables import ACTING, OWING, SAILING, THREE_JOKERS

pytestmark = pytest.mark.usefixtures("bots_wait")


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_still(monkeypatch)


def sea_of(screen: AnyGameScreen) -> Sea:
    assert isinstance(screen, SubmarineScreen)
    return screen.ui.sea


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
async def test_a_boat_passes_the_columns_between(make_app: MakeApp, size: tuple[int, int]) -> None:
    table = SAILING.table()
    async with running(moving_app(make_app, table), size) as pilot:
        screen = await play(pilot, table, "boat 3")
        sea = sea_of(screen)
        skies = {str(column): sea.plan.surface(column) for column in COLUMNS}
        assert [sky for sky in passed(screen, sea, "▲", skies) if sky <= "3"] == ["1", "2", "3"]
        assert shown(sea) is sea.picture


async def test_a_bathyscaphe_comes_from_its_cell_to_the_other(make_app: MakeApp) -> None:
    table = ACTING.table()
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, "dive 2 to 2.2")
        sea = sea_of(screen)
        start, end = _berth(sea, "3.2"), _berth(sea, "2.2")
        piece = [{at for at in frame if not end.contains(*at)} for frame in frames(screen, sea)]
        assert all(start.contains(*at) for at in piece[0])
        assert piece[0] != piece[1] != piece[2]
        assert not any(start.contains(*at) for at in piece[-1])


def _berth(sea: Sea, name: str) -> Region:
    cell = CELL_NAMED[name]
    return sea.plan.berth(COLUMN_OF[cell], LEVEL_OF[cell])


async def test_a_treasure_rises_to_the_boat_after_the_toll_was_paid(make_app: MakeApp) -> None:
    table = THREE_JOKERS.table()
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, "take 3 Cg")
        sea = sea_of(screen)
        lines = [where(raster, "Cg") for raster in pictures(screen, sea)]
        heights = [at.y for at in lines if at is not None]
        assert len(heights) == len(lines), "it is in the sea until it is at the boat"
        assert heights == sorted(heights, reverse=True)
        assert heights[-1] < sea.plan.top(1) < heights[0]
        assert where(sea.picture, "Cg") is None


@pytest.mark.slow
async def test_who_does_not_see_a_card_sees_it_given_just_as_its_giver_does(
    make_app: MakeApp,
) -> None:
    """Only the one who gives it is told its colour: no frame differs by that."""
    films: list[list[Laid]] = []
    for card in ("give blue", "give purple"):
        table = OWING.table()
        async with running(moving_app(make_app, table)) as pilot:
            screen = await play(pilot, table, card)
            films.append(frames(screen, sea_of(screen)))
    assert films[0]
    assert films[0] == films[1]


async def test_a_boat_comes_from_the_left_if_all_went_back_since(make_app: MakeApp) -> None:
    table = SAILING.table()
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, "boat 3")
        view = table.view(0)
        out = replace(view.players[0], boat=RIGHT)
        before = replace(view, players=(out, *view.players[1:]))
        (scene,) = screen.ui.motion(Sailed(0, 2), before, view)
        assert len(scene.frames) > 1
