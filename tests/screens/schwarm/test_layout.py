"""The layout of the screen of Der Schwarm: nothing overlaps, no room is wasted."""

from __future__ import annotations

from collections import Counter

import pytest
from textual.geometry import Region, Size

from nim_tui.testing.screens import running, text_of
from screens.schwarm.layout import LayoutNeeds, SchwarmLayout, layout_for
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.schwarm.tables import FOUR_PLACING, MIDDLE, PLACING, Position, three

SIZES = [(80, 23), (80, 24), (80, 25), (80, 30), (100, 30), (110, 36), (120, 40), (160, 50)]
SIZES += [(200, 60), (240, 67), (80, 60), (200, 24)]
ASKED = [
    LayoutNeeds(players, has_row, taken, is_advised)
    for players in (2, 3, 4)
    for has_row in (False, True)
    for taken in (0, 1)
    for is_advised in (False, True)
]


def parts(layout: SchwarmLayout) -> list[Region]:
    """Return the regions of the field."""
    found = [layout.sea, layout.players, layout.down, layout.log, layout.strip]
    return [region for region in found if region is not None and region.height]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_or_is_cut(size: tuple[int, int]) -> None:
    for asked in ASKED:
        layout = layout_for(Size(*size), asked)
        about = 3 + layout.has_signs + layout.has_since + asked.taken
        field = size[1] - about - (layout.row or layout.menu)
        if size[1] < 24 and (asked.is_advised or asked.taken):
            continue  # for a moment the last line of the sea gives way
        regions = parts(layout)
        assert all(r.right <= size[0] and r.bottom <= field for r in regions), asked
        covered = [first.overlaps(other) for first in regions for other in regions]
        assert sum(covered) == len(regions), asked


def test_cells_grow_with_the_terminal() -> None:
    found = [layout_for(Size(*size), LayoutNeeds()).plan for size in SIZES[:1] + SIZES[4:10]]
    areas = [plan.width * plan.height for plan in found]
    assert areas == sorted(areas)
    plans = {(plan.width, plan.height) for plan in found}
    assert {(5, 2), (7, 3), (13, 5), (15, 6)} <= plans


def test_the_sea_stays_as_it_is_while_cards_are_taken() -> None:
    for size in SIZES:
        plans = {layout_for(Size(*size), asked).plan for asked in ASKED if not asked.taken}
        assert len(plans) == 1 or size[1] < 30


async def empty(make_app: MakeApp, position: Position, size: tuple[int, int]) -> float:
    """Return the share of blank cells, on the most common ground."""
    async with running(make_app(position.shared()), size) as pilot:
        blanks: Counter[object] = Counter()
        for strip in pilot.app.screen._compositor.render_strips():
            for segment in strip:
                count = segment.text.count(" ")
                blanks[segment.style.bgcolor if segment.style else None] += count
    return blanks.most_common(1)[0][1] / (size[0] * size[1])


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
@pytest.mark.parametrize(
    "position", by_day([FOUR_PLACING, MIDDLE, three(5)], 1), ids=["four", "two", "row"]
)
@pytest.mark.parametrize(("size", "most"), [((120, 40), 0.40), ((200, 60), 0.45)])
async def test_the_screen_is_used(
    make_app: MakeApp, position: Position, size: tuple[int, int], most: float
) -> None:
    assert await empty(make_app, position, size) <= most


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_the_stacks_take_the_line_of_the_signs_only_where_they_have_none(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    async with running(make_app(PLACING.shared()), size) as pilot:
        text = text_of(pilot.app)
        assert text.count("╋ cross ×2 pays 0") == 1
        assert ("~ face down" in text) == (size != (80, 24))
