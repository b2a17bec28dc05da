"""The map at the sizes of a phone: nothing covers what is needed."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from rules.himalaya.board import CUBES_AT_ONCE, NONE, VILLAGES
from rules.himalaya.view import HimalayaView
from screens.himalaya.land import Label, labels_of
from screens.himalaya.map import Map, Traces
from screens.himalaya.map_layout import atlas_of
from screens.widgets.raster import Raster
from tests.screens.himalaya.tables import FOUR

SIZES = [(40, 14), (40, 17), (43, 21), (43, 15), (58, 15), (60, 31), (74, 40)]
SPREAD = 40
"""The positions by chance per size."""


def drawn(view: HimalayaView, size: tuple[int, int]) -> tuple[Map, Raster]:
    """Return the map of a view at a size, and its picture."""
    board = Map()
    board.set_sheet(*size)
    board.show(view, Traces())
    return board, board.draw()


def strewn(chance: Random) -> HimalayaView:
    """Return a position with all that villages can have: caravans, stupas, cubes, orders."""
    view = FOUR.table().view(0)
    players = tuple(replace(player, caravan=chance.choice(VILLAGES)) for player in view.players)
    goods: list[tuple[int, ...]] = [(0,) * 5] * 21
    orders = [NONE] * 21
    stupas = [NONE, *(chance.choice((NONE, NONE, 0, 1, 2, 3)) for _ in VILLAGES)]
    busy = chance.sample(list(VILLAGES), 10)
    for village in busy[:5]:
        kinds = [chance.randrange(5) for _ in range(CUBES_AT_ONCE)]
        goods[village] = tuple(map(kinds.count, range(5)))
    for village in busy[5:]:
        orders[village] = chance.randrange(len(view.board.discs))
    strewn: HimalayaView = replace(
        view, players=players, goods=tuple(goods), orders=tuple(orders), stupas=tuple(stupas)
    )
    return strewn


def is_covering(one: Label, other: Label) -> bool:
    """Whether two villages share a cell."""
    mine, theirs = (one.region, one.below_region), (other.region, other.below_region)
    return any(part.intersection(its).area for part in mine for its in theirs)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_no_village_covers_another_or_leaves_the_map(size: tuple[int, int]) -> None:
    for seed in range(SPREAD):
        chance = Random(seed)
        view, new = strewn(chance), frozenset(chance.sample(list(VILLAGES), 4))
        labels = labels_of(view, atlas_of(view.board, *size), new, {})
        for one, other in combinations(labels.values(), 2):
            assert not is_covering(one, other), (seed, one, other)
        for label in labels.values():
            assert label.at[0] >= 1, "the letter of a way on stands before it"
            assert label.at[0] + label.width <= size[0]
            assert label.below_region.bottom <= size[1]


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (4, 14), (40, 1), (74, 1), (120, 1)])
def test_a_window_too_small_for_any_village_ends_no_game(size: tuple[int, int]) -> None:
    _board, picture = drawn(FOUR.table().view(0), size)
    assert (picture.width, picture.height) == size


@pytest.mark.parametrize("size", SIZES)
def test_a_region_tells_all_delegations_and_gives_its_name_for_them(size: tuple[int, int]) -> None:
    view = replace(FOUR.table().view(0), delegations=((4, 3, 2, 3),) * 8)
    board, picture = drawn(view, size)
    for place in board.atlas(view).labels:
        told = "".join(
            picture[x, y].sign for y in place.line_range for x in range(place.x, size[0])
        )
        assert all(sent in told for sent in ("⚑▲4", "▼3", "◆2", "■3")), told


@pytest.mark.parametrize("size", SIZES)
def test_texts_of_regions_stand_where_no_village_usually_is(size: tuple[int, int]) -> None:
    view = FOUR.table().view(0)
    atlas = atlas_of(view.board, *size)
    labels = labels_of(view, atlas, frozenset(), {})
    for place in atlas.labels:
        for label in labels.values():
            assert not place.intersection(label.head_region).area, (place, label)


def test_a_square_on_a_chip_of_one_cell_is_small() -> None:
    """Dan's caravan at 16 and his lead in a region: a dark `■` would be a black box."""
    view = replace(FOUR.table().view(0), delegations=((0, 0, 0, 1),) * 8)
    _board, picture = drawn(view, (43, 21))
    chips = [cell.sign for row in picture.rows for cell in row if cell.ground == "fourth"]
    assert chips.count("▪") == 9
    assert "■" not in chips
