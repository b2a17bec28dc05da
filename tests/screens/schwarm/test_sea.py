"""Drawing the sea: pipes, light, recent moves, paths; and redrawing as little as possible."""

from __future__ import annotations

import pytest
from textual.geometry import Region

from nim_tui.testing.screens import running
from rules.schwarm.cells import CELL_NAMED, CELL_NAMES
from screens.colours import SIDES
from screens.schwarm.cells import Ghost, Mood, Painter
from screens.schwarm.pieces import draw_buoys, draw_pipes, draw_ships
from screens.schwarm.prompts import glows
from screens.schwarm.surface import SeaGeometry
from screens.widgets.raster import Raster
from tests.screens.conftest import MakeApp
from tests.screens.schwarm.sights import point, screen_of, sea_of, signs
from tests.screens.schwarm.tables import OVERLAYING, SWIMMING, WAVE_IN_PLAY

SCALES = [(5, 2), (7, 3), (9, 4), (13, 5), (15, 6)]


class TestPipes:
    """Pipes that continue from cell to cell."""

    @pytest.mark.parametrize("scale", SCALES)
    def test_a_cross_reaches_all_edges(self, scale: tuple[int, int]) -> None:
        raster = Raster(*scale)
        draw_pipes(raster, Region(0, 0, *scale), 15, ["first"])
        x, y = (scale[0] - 1) // 2, (scale[1] - 1) // 2
        assert set(signs(raster)[y]) == {"█", "▄"}
        assert {row[x].sign for row in raster.rows} == {"█"}

    @pytest.mark.parametrize("scale", SCALES)
    def test_several_owners_stripe_it(self, scale: tuple[int, int]) -> None:
        raster = Raster(*scale)
        owners = SIDES[:3]
        draw_pipes(raster, Region(0, 0, *scale), 15, owners)
        inks = {c.ink for row in raster.rows for c in row if c.sign != " "}
        assert inks == {*owners}


class TestPieces:
    """Several pieces on one cell."""

    @pytest.mark.parametrize(
        ("width", "counts", "text"),
        [
            (5, [1], "▲◤"),
            (5, [1, 1], "▲▼"),
            (5, [2, 1], "▲+"),
            (7, [1], "▜▲▛"),
            (7, [2, 1], "▲▲▼"),
            (7, [2, 1, 1], "▲+3"),
            (13, [1], "▜ ▲ ▛"),
            (13, [1, 1], "▜▲▛▜▼▛"),
        ],
    )
    def test_ships(self, width: int, counts: list[int], text: str) -> None:
        raster = Raster(width, 1)
        draw_ships(raster, Region(0, 0, width, 1), counts, plain=False)
        assert signs(raster)[0].rstrip() == text

    @pytest.mark.parametrize(
        ("counts", "alone", "text"),
        [
            ([1], True, "    ▲"),
            ([3], True, "   ▲3"),
            ([1, 1], True, "   ▲▼"),
            ([2, 1], True, "   ▲▼"),
            ([1, 1, 1], True, "▲  ▼◆"),
            ([1, 1, 1], False, "   ▲+"),
        ],
    )
    def test_buoys(self, counts: list[int], alone: bool, text: str) -> None:
        raster = Raster(5, 1)
        draw_buoys(raster, Region(0, 0, 5, 1), counts, "notch", is_alone=alone)
        assert signs(raster)[0] == text


class TestMoods:
    """Previews on a cell."""

    @pytest.mark.parametrize("is_plain", [False, True])
    def test_a_way_is_numbered_and_says_where_it_goes_on(self, is_plain: bool) -> None:
        view, cell = SWIMMING.table().view(0), CELL_NAMED["g2"]
        raster = Raster(*SeaGeometry(7, 3, 3).size)
        painter = Painter(view, SeaGeometry(7, 3, 3), 0, is_plain)
        painter.paint(raster, cell, Mood(step=2, leaves="e", cost=4))
        region = SeaGeometry(7, 3, 3).cell(cell)
        lines = [line[region.x : region.right] for line in signs(raster)[region.y : region.bottom]]
        assert lines[0][0] == "2"
        assert lines[1][-1] == "▸"
        assert "−4" in lines[1]

    @pytest.mark.parametrize(
        ("plan", "cell", "corners"),
        [
            (SeaGeometry(7, 3, 3), "h1", "▘▝"),
            (SeaGeometry(7, 3, 3), "i1", "▘▝"),
            (SeaGeometry(5, 2, 1), "h1", "▘▝"),
            (SeaGeometry(5, 2, 1), "i1", "▄▝"),
        ],
    )
    def test_a_cell_to_be_chosen_has_corners_but_where_a_pipe_runs(
        self, plan: SeaGeometry, cell: str, corners: str
    ) -> None:
        """Both lines of a low cell are needed for the pipe: it goes on to the west."""
        raster, region = Raster(*plan.size), plan.cell(CELL_NAMED[cell])
        painter = Painter(OVERLAYING.table().view(0), plan, 0, is_plain=False)
        painter.paint(raster, CELL_NAMED[cell], Mood(is_lit=True))
        top = signs(raster)[region.y][region.x : region.right]
        assert top[0] + top[-1] == corners

    @pytest.mark.parametrize(("fits", "text"), [(True, "+2"), (False, "✗")])
    def test_a_tile_in_hand_tells_what_it_pays(self, fits: bool, text: str) -> None:
        view, cell = OVERLAYING.table().view(0), CELL_NAMED["i3"]
        raster = Raster(*SeaGeometry(5, 2, 1).size)
        painter = Painter(view, SeaGeometry(5, 2, 1), 0, is_plain=False)
        painter.paint(raster, cell, Mood(ghost=Ghost(cell, 5, fits, 2)))
        region = SeaGeometry(5, 2, 1).cell(cell)
        assert signs(raster)[region.bottom - 1][: region.right].endswith(text)


def test_what_others_did_glows() -> None:
    log = WAVE_IN_PLAY.table().log(0)
    found = glows(log)
    assert found
    assert {*found} <= {*CELL_NAMES}
    assert {*found.values()} <= {0, 1, 2}


@pytest.mark.usefixtures("bots_wait")
async def test_only_what_changed_is_drawn_anew(make_app: MakeApp) -> None:
    """The cursor goes on: of the picture nothing but the cells it left and came to."""
    async with running(make_app(SWIMMING.shared()), (200, 60)) as pilot:
        await point(pilot, "b7")
        sea = sea_of(pilot)
        before = sea.picture
        await point(pilot, "c7")
        assert sea.picture.changes(before) == []
        assert {at.x for at in sea.layered.cursor} <= {*range(*_columns(sea.regions("c7")[0]))}
        assert screen_of(pilot).ui.preview.sentence == ""


def _columns(region: Region) -> tuple[int, int]:
    return region.x, region.right
