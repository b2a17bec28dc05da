"""The use of the room: nothing overlaps, little is empty, all texts are readable."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from textual.geometry import Region, Size

from nim_tui.testing.looks import unreadable
from nim_tui.testing.screens import LARGE, SMALL, lines, press, running
from screens.submarine.layout import layout_for
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.submarine.tables import ACTING, FIVE, OWING, THREE, THREE_JOKERS, Position

HUGE = (200, 60)
SIZES = [(width, height) for width in (80, 90, 100, 115, 116, 120, 140, 160, 200, 240)
         for height in (14, 15, 18, 20, 24, 25, 29, 36, 48, 55)]  # fmt: skip
MOST_EMPTY = {LARGE: 0.40, HUGE: 0.45}
THEMES = ["sea", "light", "contrast", "mono"]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_parts_lie_beside_each_other(size: tuple[int, int], players: int) -> None:
    layout = layout_for(Size(*size), players)
    parts = [layout.sea, layout.players, layout.hand, layout.log, layout.known]
    shown = [part for part in parts if part is not None]
    assert all(Region(0, 0, *size).contains_region(part) for part in shown)
    assert not any(one.overlaps(other) for one, other in combinations(shown, 2))
    assert layout.sea.size == layout.plan.size
    assert layout.players.height >= players
    assert layout.hand.height >= 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_larger_terminal_never_has_a_smaller_sea(players: int) -> None:
    for width in range(80, 240):
        one, other = (layout_for(Size(w, 20), players).plan for w in (width, width + 1))
        assert other.width >= one.width
    for height in range(14, 60):
        one, other = (layout_for(Size(120, h), players).plan for h in (height, height + 1))
        assert other.shape.total >= one.shape.total


@pytest.mark.slow
@pytest.mark.parametrize("size", MOST_EMPTY, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("position", by_day([FIVE, THREE, ACTING], 1), ids=["five", "three", "two"])
async def test_little_of_the_terminal_lies_empty(
    make_app: MakeApp, size: tuple[int, int], position: Position
) -> None:
    """Empty is a blank on the ground that is there most."""
    async with running(make_app(position.table()), size) as pilot:
        cells = Counter(
            (sign == " ", str(segment.style.bgcolor) if segment.style else "")
            for line in lines(pilot.app)
            for segment in line
            for sign in segment.text
        )
        grounds: Counter[str] = Counter()
        for (_is_blank, ground), count in cells.items():
            grounds[ground] += count
        ground = grounds.most_common(1)[0][0]
        assert cells[True, ground] / (size[0] * size[1]) <= MOST_EMPTY[size]


@pytest.mark.nightly
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("size", "position", "keys"),
    [
        (SMALL, FIVE, []),
        (SMALL, OWING, []),
        (LARGE, THREE_JOKERS, ["t"]),
        (LARGE, THREE, []),
        (LARGE, ACTING, ["d", "3", "left"]),
        (HUGE, FIVE, []),
    ],
    ids=["row", "debt", "jokers", "taken", "dive", "words"],
)
async def test_every_text_can_be_read(
    make_app: MakeApp, theme: str, size: tuple[int, int], position: Position, keys: list[str]
) -> None:
    async with running(make_app(position.table(), theme=theme), size) as pilot:
        await press(pilot, *keys)
        assert not unreadable(pilot.app)
