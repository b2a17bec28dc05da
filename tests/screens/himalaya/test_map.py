"""The map at every size: it uses the room, nothing overlaps, and all is readable."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from textual.color import Color
from textual.geometry import Size

from nim_tui.app.themes import theme_named
from nim_tui.settings import THEMES
from nim_tui.testing.looks import contrast
from nim_tui.testing.screens import lines, press, running
from rules.himalaya.board import VILLAGES
from rules.himalaya.view import HimalayaView
from screens.himalaya.boards import Mode, layout_for
from screens.himalaya.land import labels_of
from screens.himalaya.map import Map, Traces
from screens.himalaya.map_layout import atlas_of, cells_along
from screens.widgets.raster import Raster, colour
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.sights import map_of, village_text
from tests.screens.himalaya.tables import FOUR, PROGRAMMING, WEATHER

SIZES = [(80, 13), (80, 17), (87, 26), (100, 22), (110, 36), (147, 44), (185, 52)]
DECORATION = "╱╲ " + "".join(map(chr, range(0x2580, 0x25A0))) + "~=:#"
LEAST = 4.5

pytestmark = pytest.mark.usefixtures("bots_wait")


def together(view: HimalayaView, village: int) -> HimalayaView:
    """Return a view with all caravans in one village."""
    players = tuple(replace(player, caravan=village) for player in view.players)
    return replace(view, players=players)


def drawn(view: HimalayaView, size: tuple[int, int]) -> Raster:
    """Return the map of a view at a size."""
    board = Map()
    board.set_sheet(*size)
    board.show(view, Traces(new=frozenset({10, 13})))
    return board.draw()


def text_at(raster: Raster, x: int, y: int, width: int) -> str:
    """Return the text at a place."""
    return "".join(cell.sign for cell in raster.rows[y][x : x + width])


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("village", VILLAGES)
def test_four_caravans_in_one_village_are_told_apart(village: int, size: tuple[int, int]) -> None:
    view = together(FOUR.table().view(0), village)
    label = labels_of(view, atlas_of(view.board, *size), frozenset(), {})[village]
    raster = drawn(view, size)
    place = label.region
    text = text_at(raster, place.x, place.y, place.width)
    assert [sign for sign in text if sign in "▲▼◆■"][:4] == ["▲", "▼", "◆", "■"]
    grounds = {
        raster[x, place.y].ground
        for x in range(place.x, place.right)
        if raster[x, place.y].sign in "▲▼◆■" and raster[x, place.y].ground != "night"
    }
    assert len(grounds) == 4
    assert place.right <= raster.width


@pytest.mark.parametrize("size", SIZES)
def test_no_village_covers_another(size: tuple[int, int]) -> None:
    for position in (FOUR, PROGRAMMING, WEATHER):
        view = position.table().view(0)
        labels = labels_of(view, atlas_of(view.board, *size), frozenset(VILLAGES), {})
        for one, other in combinations(labels.values(), 2):
            for mine in (one.region, one.below_region):
                for theirs in (other.region, other.below_region):
                    assert not mine.intersection(theirs).area, (one, other)


@pytest.mark.parametrize("size", SIZES)
def test_every_route_runs_from_village_to_village(size: tuple[int, int]) -> None:
    """Each cell of its way touches the next, from the label of one end to that of the other."""
    view = FOUR.table().view(0)
    atlas = atlas_of(view.board, *size)
    for (start, end), points in atlas.curves.items():
        cells = cells_along(points)
        for (x, y), (other_x, other_y) in pairwise(cells):
            assert max(abs(x - other_x), abs(y - other_y)) == 1
        for village, (x, y) in ((start, cells[0]), (end, cells[-1])):
            assert atlas.places[village][1] == y
            assert 0 <= x - atlas.places[village][0] <= 2


@pytest.mark.parametrize("theme", map(theme_named, THEMES), ids=THEMES)
def test_all_that_is_written_can_be_read(theme: object) -> None:
    named: dict[str, str] = theme.variables  # type: ignore[attr-defined]
    seen: dict[tuple[str, str], Color] = {}
    for position in (FOUR, PROGRAMMING, WEATHER):
        for row in drawn(position.table().view(0), (147, 44)).rows:
            for cell in row:
                if cell.sign in DECORATION or "⠀" <= cell.sign <= "⣿":
                    continue
                if (cell.ink, cell.ground) not in seen:
                    front, back = colour(cell.ink, named), colour(cell.ground, named)
                    seen[cell.ink, cell.ground] = front
                    assert contrast(front, back) >= LEAST, (cell.sign, cell.ink, cell.ground)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "most"), [((120, 40), 40), ((200, 60), 45)])
async def test_the_room_is_used(make_app: MakeApp, size: tuple[int, int], most: int) -> None:
    """So many cells in a hundred are blank on the commonest ground, while a program is laid."""
    async with running(make_app(FOUR.table()), size) as pilot:
        await press(pilot, "s", "i", "t")
        blanks: dict[object, int] = {}
        grounds: dict[object, int] = {}
        for segment in (segment for line in lines(pilot.app) for segment in line):
            ground = None if segment.style is None else segment.style.bgcolor
            grounds[ground] = grounds.get(ground, 0) + len(segment.text)
            blanks[ground] = blanks.get(ground, 0) + segment.text.count(" ")
        commonest = max(grounds, key=lambda ground: grounds[ground])
        assert 100 * blanks[commonest] / (size[0] * size[1]) <= most


def test_layouts_fill_every_size_without_overlap() -> None:
    for width in range(80, 241, 4):
        for height in range(15, 62):
            for mode in Mode:
                room = Size(width, height).region
                layout = layout_for(room.size, 4, mode)
                parts = [
                    part
                    for part in (
                        layout.chart,
                        layout.standings,
                        layout.slots,
                        layout.strip,
                        layout.tribes,
                        layout.orders,
                        layout.log,
                    )
                    if part is not None
                ]
                assert all(room.contains_region(part) for part in parts)
                assert not any(a.intersection(b).area for a, b in combinations(parts, 2))
                assert layout.chart.height >= 10
                assert (layout.standings is None) != (layout.tribes is None)


async def test_a_cursor_move_changes_two_villages_alone(make_app: MakeApp) -> None:
    async with running(make_app(FOUR.table())) as pilot:
        await press(pilot, "tab")
        board = map_of(pilot)
        before = {name: village_text(pilot, int(name)) for name in board.spots}
        await press(pilot, "right")
        assert {name: village_text(pilot, int(name)) for name in board.spots} == before
