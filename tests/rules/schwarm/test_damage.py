"""The cost of a hit: the bands, protection, and the pieces that are hit."""

from __future__ import annotations

import pytest

from tests.rules.schwarm.positions import BEN, hits, play, position

CARDS = ("whale, wave, crab", "ship")
each_band = pytest.mark.parametrize(
    ("points", "cost"),
    [
        *((0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (29, 2), (30, 3), (39, 3), (40, 4)),
        *((49, 4), (50, 5), (51, 5), (120, 5)),
    ],
)


@each_band
def test_the_bands(points: int, cost: int) -> None:
    """D: 0 below 10, one more for each ten up to 5 from 50 on."""
    state = position(cards=CARDS, ships=("", "f3"), whales="f2", points=(20, points))
    assert hits(play(state, "whale 1", "step f3")) == [(BEN, "f3", "ship", cost)]
    assert state.points == [20 + cost, points - cost]


@each_band
def test_protection_takes_one_off(points: int, cost: int) -> None:
    """T: protection: 1 less, not below 0."""
    less = max(cost - 1, 0)
    state = position(
        cards=CARDS,
        ships=("", "f3"),
        whales="f2",
        points=(20, points),
        capacities=("fast", "protection"),
    )
    play(state, "whale 1", "step f3")
    assert state.points == [20 + less, points - less]


def test_the_example_of_the_rules() -> None:
    """Golden: white 41, red 35, two hits: 41-4=37, 37-3=34, red 42."""
    state = position(cards=CARDS, ships=("", "f3 f2"), points=(35, 41))
    play(state, "whale new", "step f3", "step f2")
    assert state.points == [42, 34]


def test_the_example_with_protection() -> None:
    """Golden: with protection 41-3=38, 38-2=36, red 40."""
    state = position(
        cards=CARDS, ships=("", "f3 f2"), points=(35, 41), capacities=("", "protection")
    )
    play(state, "whale new", "step f3", "step f2")
    assert state.points == [40, 36]


def test_the_protection_of_who_plays_the_hazard_is_nothing() -> None:
    """T: of the victim."""
    state = position(
        cards=CARDS, ships=("", "f3 f2"), points=(35, 41), capacities=("protection", "")
    )
    play(state, "whale new", "step f3", "step f2")
    assert state.points == [42, 34]


def test_two_pieces_of_one_player_on_a_cell_are_two_hits() -> None:
    """T: each enemy ship; by his PR at that moment."""
    state = position(cards=CARDS, ships=("", "f3 f3"), points=(0, 40))
    events = play(state, "whale new", "step f3")
    assert [points for *_, points in hits(events)] == [4, 3]
    assert state.points == [7, 33]


def test_never_ones_own() -> None:
    """Golden: own pieces never hit."""
    state = position(({"g0": 1}, {"h0": 1}), cards=CARDS, ships=("f3 f4", ""), points=(50, 0))
    assert hits(play(state, "whale new", "step f3", "done")) == []
    state = position(({"g0": 1}, {"h0": 1}), cards=CARDS, points=(50, 0))
    assert hits(play(state, "crab f0 1")) == [(BEN, "h0", "station", 0)]


def test_several_victims_on_one_way() -> None:
    """T: hit by hit in path order; all is moved to the player."""
    state = position(
        ({"a4": 1}, {"g0": 1}, {"h0": 1}, {"i0": 1, "k2": 1}),
        cards=("crab", "ship", "ship", "ship"),
        points=(5, 10, 20, 30),
    )
    events = play(state, "crab f0 4")
    assert [victim for victim, *_ in hits(events)] == [1, 2, 3, 3]
    assert state.points == [13, 9, 18, 25]


def test_tiles_buoys_and_researchers_are_not_hit() -> None:
    """T: ship or station; nothing but points changes hands."""
    state = position(
        ({"a4": 1}, {"g0": 3}), cards=CARDS, tiles={"f3": "cross B"}, points=(5, 25), crab="f0"
    )
    before = (state.stations[:], state.researchers[:], state.ships, state.buoys)
    play(state, "crab 1")
    assert (state.stations, state.researchers, state.ships, state.buoys) == before
    state = position(cards=CARDS, tiles={"f3": "cross B"})
    assert hits(play(state, "whale new", "step f3", "done")) == []
