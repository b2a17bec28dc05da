"""The queen: a player linked to her has a buoy on her cell, others have none."""

from __future__ import annotations

import pytest

from rules.schwarm.events import Linked, Unlinked
from tests.rules.schwarm.positions import (
    ANA,
    BEN,
    cell,
    named,
    names,
    play,
    position,
)

CARDS = ("researcher, ship, joker, station", "ship, station")
ROAD = {"f1": "straight A", "f2": "straight A", "f3": "straight A"}
TWO = ({"f0": 1}, {"k5": 1})


def test_a_tile_that_links_brings_a_buoy() -> None:
    """T: whenever at least one own station links to her, the player has a buoy there."""
    tiles = {"f1": "straight A", "f2": "straight A"}
    state = position(TWO, cards=CARDS, hands=("straight", ""), tiles=tiles)
    assert (state.is_linked, state.buoys_left(ANA)) == ([False, False], 26)
    events = play(state, "research", "place 1 f3 r0")
    assert names(events) == ["played", "placed", "linked"]
    assert (state.is_linked, state.buoys_left(ANA)) == ([True, False], 24)
    assert named(state.joined[ANA]) == {"f0", "f1", "f2", "f3", "f4"}


def test_the_open_side_must_face_her() -> None:
    """T: two pieces link where both facing sides are open; she is open on all four."""
    for tile, linked in (("curve", False), ("straight", True), ("tee", False), ("tee r1", True)):
        tiles = {"f1": "straight A", "f2": "straight A", "f3": f"{tile} A"}
        assert position(TWO, tiles=tiles).is_linked[ANA] == linked


@pytest.mark.parametrize(
    ("road", "station"),
    [
        ("f1 f2 f3", "f0"),
        ("g4 h4 i4 j4", "k4"),
        ("f5 f6 f7", "f8"),
        ("b4 c4 d4 e4", "a4"),
    ],
)
def test_she_is_open_on_four_sides(road: str, station: str) -> None:
    """T: open on 4 sides."""
    state = position(({station: 1}, {"k5": 1}), tiles=dict.fromkeys(road.split(), "cross A"))
    assert state.is_linked == [True, False]


def test_a_ship_links_and_unlinks() -> None:
    """Golden: a ship leaving a queen link takes the queen buoy off."""
    state = position(
        TWO, cards=CARDS, ships=("e3", ""), tiles={"f1": "straight A", "f2": "cross A"}
    )
    assert names(play(state, "ship", "sail e3 f3")) == ["played", "sailed", "linked"]
    assert state.is_linked[ANA]
    assert names(play(state, "sail f3 g3")) == ["sailed", "unlinked"]
    assert (state.is_linked[ANA], state.buoys_left(ANA)) == (False, 26)


def test_a_ship_on_the_queen_is_linked_as_she_is() -> None:
    """T: a ship has 4 links on any water cell."""
    tiles = {"f1": "straight A", "f2": "straight A", "f3": "straight A"}
    state = position(TWO, cards=CARDS, ships=("f4", ""), tiles=tiles)
    assert named(state.joined[ANA]) == {"f0", "f1", "f2", "f3", "f4"}
    assert names(play(state, "ship", "sail f4 g4")) == ["played", "sailed"]
    assert named(state.joined[ANA]) == {"f0", "f1", "f2", "f3", "f4", "g4"}


def test_a_ship_alone_has_no_buoy_there() -> None:
    """T: without a station there is no buoy on the queen."""
    state = position(TWO, ships=("f3 g4", "f4"))
    assert state.is_linked == [False, False]
    assert named(state.joined[ANA]) == {"f0", "f3", "g4"}


def test_a_launch_links() -> None:
    """T: whenever."""
    tiles = {"f2": "straight A", "f3": "straight A"}
    state = position(TWO, cards=CARDS, tiles=tiles)
    assert names(play(state, "ship", "launch f1")) == ["played", "launched", "linked"]


def test_a_station_links() -> None:
    """T: whenever at least one own station links to her."""
    state = position(({"a3": 1}, {"k5": 1}), cards=CARDS, tiles=ROAD)
    assert state.is_linked == [False, False]
    assert names(play(state, "station f0")) == ["played", "built", "linked"]


def test_both_may_be_linked() -> None:
    """T: the player has a buoy there: each player."""
    tiles = {**ROAD, "g4": "cross B", "h4": "cross B", "i4": "cross B", "j4": "cross B"}
    state = position(({"f0": 1}, {"k4": 1}), tiles=tiles)
    assert state.is_linked == [True, True]
    assert named(state.joined[ANA]) == {"f0", "f1", "f2", "f3", "f4"}


def test_enemy_ships_and_hazards_interrupt_nothing() -> None:
    """T: enemy ships and hazards interrupt nothing."""
    state = position(TWO, tiles=ROAD, ships=("", "f1 f4"), whales="f2 f3", waves="f3", crab="f0")
    assert state.is_linked == [True, False]


def test_another_network_joins_over_her() -> None:
    """T: her cell is in his network: what touches her is joined through her."""
    tiles = {**ROAD, "e4": "cross A", "g4": "straight A", "f5": "curve A"}
    state = position(TWO, tiles=tiles)
    assert named(state.joined[ANA]) == {"f0", "f1", "f2", "f3", "f4", "e4", "f5"}


def test_an_overlay_by_another_may_link() -> None:
    """T: the tile serves each owner: Ben's tile opens Ana's way to the queen."""
    tiles = {"f1": "cross A", "f2": "cross A", "f3": "curve A, tee r0 A"}
    stations = ({"f0": 1}, {"k5": 3})
    state = position(
        stations,
        cards=("ship", "researcher"),
        tiles=tiles,
        hands=("", "cross"),
        ships=("", "g3"),
        order=(BEN, ANA),
    )
    assert not state.is_linked[ANA]
    events = play(state, "research", "place 1 f3 r0")
    assert events[2:] == [Linked(ANA)]
    assert state.is_linked == [True, False]
    assert state.buoys[ANA].count(cell("f3")) == 2


def test_a_buoy_moved_away_unlinks() -> None:
    """T: when the link breaks, the buoy comes off."""
    tiles = dict(ROAD)
    lone = [f"{c}{r}" for c in "bcd" for r in (1, 2, 3, 4, 6, 7)] + ["c5", "d5"]
    tiles |= dict.fromkeys(lone, "cross A") | dict.fromkeys(("b1", "c1", "d1", "b2", "c2"), "")
    tiles = {name: tile or "curve A, cross A" for name, tile in tiles.items()}
    state = position(TWO, cards=CARDS, hands=("curve", ""), tiles=tiles)
    assert (len(state.buoys[ANA]), state.is_linked[ANA]) == (28, True)
    state = position(({"f0": 1, "h0": 1}, {"k5": 1}), cards=CARDS, hands=("curve", ""), tiles=tiles)
    events = play(state, "research", "place 1 h1 r0 f2")
    assert names(events) == ["played", "moved_buoy", "placed", "unlinked"]


def test_only_she_who_changes_is_told() -> None:
    """T: a buoy comes on once."""
    state = position(TWO, cards=CARDS, tiles=ROAD, ships=("e4", ""))
    events = play(state, "ship", "sail e4 e5", "sail e5 e4")
    assert not any(isinstance(event, Linked | Unlinked) for event in events)
