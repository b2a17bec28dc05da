"""Animations on the sea of Der Schwarm, frame by frame."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, SMALL, press, running, text_of
from rules.schwarm.cells import CELL_NAMED
from tests.screens.conftest import MakeApp
from tests.screens.filming import laid, moving_app, passed, play, shown, stand_still, through
from tests.screens.schwarm.sights import sea_of
from tests.screens.schwarm.tables import LAST_CARD, NEW_CRAB, PLACING, SWIMMING, Position

pytestmark = pytest.mark.usefixtures("bots_wait")


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_still(monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize(
    ("played", "sign", "way"),
    [
        ((NEW_CRAB, "crab i0 4"), "C", ["i0", "k2", "j3", "k4", "k5", "k6"]),
        ((LAST_CARD, "wave new s 4"), "V", ["f4", "f5", "f6", "f7", "f8"]),
    ],
    ids=["crab", "wave"],
)
async def test_a_hazard_walks_from_cell_to_cell(
    make_app: MakeApp,
    played: tuple[Position, str],
    sign: str,
    way: list[str],
    size: tuple[int, int],
) -> None:
    position, move = played
    table = position.shared()
    async with running(moving_app(make_app, table), size) as pilot:
        screen = await play(pilot, table, move)
        sea = sea_of(pilot)
        assert not screen.motions.is_on, "the card that is played comes first"
        await press(pilot, "full_stop")
        cells = {name: sea.plan.cell(CELL_NAMED[name]) for name in way}
        assert passed(screen, sea, sign, cells) == way
        assert shown(sea) is sea.picture


@pytest.mark.slow
async def test_a_hit_tells_what_it_costs_over_the_piece(make_app: MakeApp) -> None:
    table = LAST_CARD.shared()
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, "wave new s 4")
        await press(pilot, "full_stop", "full_stop")
        sea, seen = sea_of(pilot), []
        through(screen, lambda: seen.append("".join(cell.sign for cell in laid(sea).values())))
        assert {text.strip() for text in seen} == {"", "−4"}
        assert "▼ Ben hits ▲ Ana’s ship on f7: +4" in text_of(pilot.app)


@pytest.mark.slow
async def test_a_tile_shines_on_its_cell_alone(make_app: MakeApp) -> None:
    table = PLACING.table()
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, "place 1 i1 r0")
        sea = sea_of(pilot)
        region = sea.plan.cell(CELL_NAMED["i1"])
        over: list[bool] = []
        through(screen, lambda: over.extend(region.contains(*at) for at in laid(sea)))
        assert all(over)
        assert shown(sea) is sea.picture


async def test_a_whale_leaves_its_cell_at_once(make_app: MakeApp) -> None:
    """It is never on two cells."""
    table = SWIMMING.table()
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, "step f1")
        sea = sea_of(pilot)
        cells = {name: sea.plan.cell(CELL_NAMED[name]) for name in ("f2", "f1")}
        assert passed(screen, sea, "W", cells)[-1] == "f1"
