"""The crab: along the coast, clockwise, not counting the player's own stations."""

from __future__ import annotations

import pytest

from rules.schwarm.cells import CELL_NAMES
from rules.schwarm.events import Crept
from tests.rules.schwarm.chart import COAST
from tests.rules.schwarm.positions import (
    ANA,
    BEN,
    all_of,
    hits,
    names,
    play,
    position,
    refuse,
    said,
    words,
)

CARDS = ("crab, blue crab, joker", "ship")
ELSEWHERE = ({"a4": 1}, {"k5": 1})
ALL_SIX = tuple(dict.fromkeys(COAST[seat::4], 1) for seat in range(4))


def test_from_the_reserve_onto_any_land_without_a_station() -> None:
    """T: if in reserve, first put on any land cell without a station."""
    state = position(ELSEWHERE, cards=CARDS)
    free = [name for name in COAST if name not in ("a4", "k5")]
    assert said(state, "crab") == {f"{name} {steps}" for name in free for steps in (1, 2, 3, 4)}
    refuse(state, "crab a4 1", "crab k5 1", "crab f4 1", "crab 1", "crab f0 5")
    events = play(state, "crab f0 2")
    assert all_of(events, Crept) == [Crept(ANA, "f0", "h0", new=1)]
    assert (CELL_NAMES[state.crab], state.mover) == ("h0", BEN)


def test_in_play_it_walks_from_where_it_is() -> None:
    """T, D: clockwise 1 to reach cells; blue 6."""
    state = position(ELSEWHERE, cards=CARDS, crab="f0")
    assert said(state, "crab") == {"1", "2", "3", "4"}
    assert said(state, "joker crab") == {"1", "2", "3", "4"}
    assert said(state, "blue crab") == {"1", "2", "3", "4", "5", "6"}
    refuse(state, "crab d0 1", "crab 5")
    events = play(state, "crab 3")
    assert all_of(events, Crept) == [Crept(ANA, "f0", "i0", new=0)]


@pytest.mark.parametrize(
    ("start", "steps", "end"),
    [("i0", 1, "k2"), ("k6", 1, "i8"), ("i8", 1, "h7"), ("c8", 1, "a6"), ("a2", 4, "f0")],
)
def test_clockwise_over_the_water_of_the_corners(start: str, steps: int, end: str) -> None:
    """T: it moves clockwise, never back; water is not counted."""
    state = position(({"k4": 1}, {"k5": 1}), cards=CARDS, crab=start)
    play(state, f"crab {steps}")
    assert CELL_NAMES[state.crab] == end


def test_own_stations_are_not_counted() -> None:
    """T: counting only land cells that hold no own station of the player."""
    state = position(({"d0": 1, "e0": 1, "g0": 1}, {"k5": 1}), cards=CARDS, crab="c0")
    play(state, "crab 2")
    assert CELL_NAMES[state.crab] == "h0"


def test_example_b() -> None:
    """T: yellow's crab walks 4, over two own stations and water, and hits red twice."""
    state = position(
        ({"h0": 1, "k2": 1}, {"i0": 1, "j3": 1}), cards=CARDS, points=(20, 20), crab="f0"
    )
    events = play(state, "crab 4")
    assert CELL_NAMES[state.crab] == "k4"
    assert hits(events) == [(BEN, "i0", "station", 2), (BEN, "j3", "station", 1)]
    assert state.points == [23, 17]


def test_where_it_is_put_and_where_it_starts_nothing_is_hit() -> None:
    """T: no hit there; the start cell is not hit."""
    state = position(({"a4": 1}, {"f0": 1}), cards=CARDS, crab="f0")
    assert hits(play(state, "crab 1")) == []


def test_an_enemy_station_passed_and_one_it_ends_on_are_hit() -> None:
    """T: each enemy station a hazard enters."""
    state = position(({"a4": 1}, {"g0": 1, "h0": 1}), cards=CARDS, points=(0, 50))
    events = play(state, "crab f0 2")
    assert names(events) == ["played", "crept", "hit", "hit", "finished"]
    assert hits(events) == [(BEN, "g0", "station", 5), (BEN, "h0", "station", 4)]


def test_it_stays_in_play() -> None:
    """T: it stays in play; there is one crab."""
    state = position(ELSEWHERE, cards=("crab, joker", "ship"))
    play(state, "crab f0 1", "ship", "done")
    assert said(state, "joker crab") == {"1", "2", "3", "4"}


def test_ships_are_out_of_its_way() -> None:
    """T: land cells only."""
    state = position(ELSEWHERE, cards=CARDS, ships=("", "b1 j1 j2"), crab="i0")
    assert hits(play(state, "crab 2")) == []


def test_with_a_station_everywhere_it_cannot_come() -> None:
    """R: a card with no legal use: its bare name, then done; in play it still walks."""
    cards = ("crab", "ship", "ship", "ship")
    state = position(ALL_SIX, cards=cards)
    assert words(state) == ["crab"]
    assert names(play(state, "crab")) == ["wasted"]
    play(state, "done")
    assert state.mover == BEN
    state = position(ALL_SIX, cards=cards, crab=COAST[0])
    assert words(state) == ["crab 1", "crab 2", "crab 3", "crab 4"]
    events = play(state, "crab 4")
    assert [victim for victim, *_ in hits(events)] == [1, 2, 3, 1]
