"""Set-up: the material, the first markets, the first player, the camps."""

from __future__ import annotations

import pytest

from rules.chance import Chance
from rules.contract import NotAMove, UnsuitableTable
from rules.himalaya.board import NONE, VILLAGES
from rules.himalaya.events import Camped
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import CAMP, PROGRAM
from tests.rules.himalaya.positions import (
    PRINTED,
    LoadedDie,
    is_public,
    names,
    offering,
    play,
    position,
    refuse,
    start,
    words,
)

each_table = pytest.mark.parametrize("players", [3, 4])


def test_three_or_four_play() -> None:
    """T: 3-4 players."""
    assert list(HIMALAYA.seats) == [3, 4]
    for players in (2, 5):
        with pytest.raises(UnsuitableTable):
            start(players)


def test_the_material() -> None:
    """T, F, D: 20 villages (9, 7 and 4 by level), 27 routes, 8 regions, 60 cubes, 40 discs."""
    assert [[v.level for v in PRINTED.villages[1:]].count(level) for level in (1, 2, 3)] == [
        9,
        7,
        4,
    ]
    assert len(PRINTED.villages) - 1 == len(VILLAGES) == 20
    assert len(PRINTED.routes) == len({*PRINTED.routes}) == 27
    assert len(PRINTED.regions) == 8
    assert PRINTED.cubes == (18, 15, 12, 9, 6)
    assert sum(disc.copies for disc in PRINTED.discs) == 40


def test_the_routes_of_the_map() -> None:
    """F, R: at most one of a kind at a village, and each leads back as it leads there."""
    for ends in PRINTED.neighbours:
        for village in VILLAGES:
            assert ends[village] != village
            assert not ends[village] or ends[ends[village]] == village


@each_table
def test_each_begins_with_nothing_but_his_tribe(players: int) -> None:
    """T: 5 stupas, 15 delegations, a caravan; no cube, no disc, no token."""
    state = start(players)
    for seat in range(players):
        assert state.stupas_left(seat) == 5
        assert state.delegations_left(seat) == 15
        assert (state.cubes[seat], state.discs[seat], state.tokens[seat]) == ([0] * 5, [], 0)
        assert (state.yaks(seat), state.caravans[seat]) == (0, 0)


@pytest.mark.parametrize("seed", range(20))
def test_five_villages_offer_cubes_and_five_others_an_order(seed: int) -> None:
    """T: 5 cubes each, one disc each; no village has both."""
    state = start(4, seed)
    cubes, orders = offering(state)
    assert len(cubes) == len(orders) == 5
    assert not {*cubes} & {*orders}
    assert all(sum(state.goods[village]) == 5 for village in cubes)
    assert sum(state.cube_bag) == 35
    assert sum(state.disc_bag) == 35


@pytest.mark.parametrize(
    ("faces", "cubes", "orders"),
    [
        ((3, 8, 1, 20, 12, 2, 4, 6, 5, 7), [1, 3, 8, 12, 20], [2, 4, 5, 6, 7]),
        ((3, 3, 3, 4, 3, 3, 3, 8, 1, 7), [3, 4, 5, 6, 7], [1, 8, 9, 10, 11]),
        ((20, 20, 19, 19, 18, 20, 18, 6, 6, 6), [1, 2, 18, 19, 20], [3, 4, 6, 7, 8]),
    ],
)
def test_the_die_names_the_village_or_the_first_free_one_upward(
    faces: tuple[int, ...], cubes: list[int], orders: list[int]
) -> None:
    """T, R: a village that offers cubes or an order is passed by; 20 wraps to 1."""
    state = HIMALAYA.new(3, {}, LoadedDie(*faces))
    assert offering(state) == (cubes, orders)


def test_cubes_and_discs_are_drawn_blind() -> None:
    """T: all alike, so by their numbers: 18, 15, 12, 9 and 6 in 60."""
    tables = [start(3, seed) for seed in range(400)]
    drawn = [sum(goods[kind] for t in tables for goods in t.goods if goods) for kind in range(5)]
    assert sum(drawn) == 400 * 25
    for kind, share in enumerate((18, 15, 12, 9, 6)):
        assert abs(drawn[kind] / 10_000 - share / 60) < 0.02
    commonest = sum(table.orders.count(0) for table in tables)
    assert abs(commonest / 2_000 - 7 / 40) < 0.03


@each_table
def test_the_first_player_is_drawn(players: int) -> None:
    """R: at random."""
    firsts = [start(players, seed).first for seed in range(200)]
    assert all(firsts.count(seat) > 120 / players for seat in range(players))


@pytest.mark.parametrize(("players", "first"), [(3, 0), (3, 2), (4, 1), (4, 3)])
def test_camps_are_laid_in_turn_order(players: int, first: int) -> None:
    """T: from the first player clockwise, one caravan each; then turn 1 begins."""
    state = position(at=(0,) * players, first=first)
    for step in range(players):
        assert (state.phase, state.turn) == (CAMP, 0)
        assert state.waiting() == ((first + step) % players,)
        assert names(play(state, f"camp {step + 7}"))[0] == "camped"
    assert [state.caravans[(first + step) % players] for step in range(players)] == [
        *range(7, 7 + players)
    ]
    assert (state.phase, state.turn, state.first) == (PROGRAM, 1, first)


def test_a_caravan_starts_from_any_village_without_a_caravan() -> None:
    """T: also from one that offers cubes or an order; not from one where another stands."""
    state = position(at=(0, 0, 0), goods={7: "sst"}, orders={9: "ssb"})
    assert words(state) == [f"camp {village}" for village in VILLAGES]
    play(state, "camp 7")
    refuse(state, "camp 7")
    assert len(words(state)) == 19
    play(state, "camp 9")
    refuse(state, "camp 7", "camp 9")
    assert len(words(state)) == 18


@pytest.mark.parametrize("word", ["camp 0", "camp 21", "camp", "camp Lo", "camp 1 2"])
def test_camps_are_on_the_map(word: str) -> None:
    """T: on a village."""
    with pytest.raises(NotAMove):
        play(start(), word)


def test_nothing_else_is_done_before_all_have_a_camp() -> None:
    """T: programs come after."""
    state = position(at=(1, 0, 0))
    refuse(state, "program pppppp", "done", "pass", "market 3", "take gold", "barter")
    refuse(state, "camp 5", seat=0)
    refuse(state, "camp 5", seat=2)


def test_the_camp_is_told_to_all() -> None:
    """Page: the map is public."""
    events = play(position(at=(0, 0, 0), first=2), "camp 20")
    assert events == [Camped(2, 20)]
    assert is_public(events[0])


def test_the_same_seed_sets_the_same_table() -> None:
    """R: chance alone decides."""
    assert HIMALAYA.new(4, {}, Chance(7)) == start(4, seed=7)
    assert start(4, seed=7) != start(4, seed=8)
    assert start().stupas == [NONE] * 21
