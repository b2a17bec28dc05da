"""The boards fill the screen: little of it stays empty, at any size."""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.geometry import Region, Size

from nim_tui.testing.looks import emptiness
from nim_tui.testing.screens import press, running
from screens.bataille.boards import camp_size, layout_for
from screens.bataille.surface import SurfaceGeometry
from tests.screens.conftest import MakeApp
from tests.screens.tables import SEARCHED, table_after


@pytest.mark.parametrize(
    ("size", "most"),
    [((80, 24), 40), ((120, 40), 40), ((160, 50), 43), ((200, 60), 45), ((240, 67), 45)],
)
@pytest.mark.parametrize("keys", ["", "b"])
async def test_little_of_bataille_is_empty(
    make_app: MakeApp, size: tuple[int, int], most: int, keys: str
) -> None:
    async with running(make_app(table_after(SEARCHED)), size) as pilot:
        await press(pilot, *keys)
        assert emptiness(pilot.app) <= most


@pytest.mark.parametrize("height", range(15, 58, 3))
def test_every_part_of_bataille_has_its_place_at_any_size(height: int) -> None:
    """Nothing lies beyond the field, and nothing over another."""
    for width in range(80, 241, 3):
        layout = layout_for(Size(width, height))
        boards = [layout.surface, layout.search, layout.own]
        parts = [*boards, layout.fleets, layout.log]
        if layout.spinner is not None:
            parts.append(layout.spinner)
        field = Region(0, 0, width, height)
        assert all(field.contains_region(part) for part in parts), (width, layout)
        assert not any(one.overlaps(other) for one, other in combinations(parts, 2)), (
            width,
            layout,
        )
        assert layout.surface.size == SurfaceGeometry(*layout.square).size
        assert layout.search.size == layout.own.size == camp_size(*layout.cell)


@pytest.mark.parametrize(("width", "cell"), [(114, 2), (115, 3)])
def test_camps_beside_each_other_are_as_wide_as_they_just_fit(width: int, cell: int) -> None:
    """Both, a column between them and one at each edge."""
    layout = layout_for(Size(width, 30))
    assert layout.cell[0] == cell
