"""Networks: the conductors of each player, against a slow search."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from rules.schwarm import networks, scoring
from rules.schwarm.state import SchwarmState
from tests.rules.schwarm.chart import COAST, QUEEN, WATER, Fleet, shapes
from tests.rules.schwarm.players import crowded
from tests.rules.schwarm.positions import ANA, BEN, named, position
from tests.rules.schwarm.reading import read

LONE = ({"h0": 1}, {"k5": 1})


def joined(state: SchwarmState, seat: int = ANA) -> set[str]:
    """Return the cells joined to a station or ship."""
    return named(state.joined[seat])


def found(state: SchwarmState, seat: int) -> list[set[str]]:
    """Return all networks of a player, as cells."""
    return [named(cells) for cells in networks.networks(state.pieces(seat))]


def test_neighbouring_stations_do_not_touch() -> None:
    """T: stations are linked by tiles or ships only."""
    state = position(({"g0": 1, "h0": 1}, {"k5": 1}))
    assert found(state, ANA) == [{"g0"}, {"h0"}]
    state = position(({"g0": 1, "h0": 1}, {"k5": 1}), tiles={"g1": "tee A", "h1": "tee A"})
    assert joined(state) == {"g0", "h0", "g1", "h1"}
    assert found(state, ANA) == [{"g0", "h0", "g1", "h1"}]


def test_stations_over_a_corner() -> None:
    """R: a station is open on each side that faces water; h7 on three."""
    state = position(({"h7": 1}, {"k5": 1}), tiles=dict.fromkeys(("h6", "g7", "i7"), "cross A"))
    assert joined(state) == {"h7", "h6", "g7", "i7"}


def test_both_facing_sides_must_be_open() -> None:
    """T: two pieces link where both facing sides are open."""
    for east, links in (("straight r1", True), ("straight r0", False), ("tee r0", True)):
        state = position(LONE, tiles={"h1": "tee r0 A", "i1": f"{east} A"})
        assert (joined(state) == {"h0", "h1", "i1"}) == links


@pytest.mark.parametrize("turn", range(4))
def test_a_curve_turned(turn: int) -> None:
    """A curve links north and east, and after each quarter turn the next two."""
    around = {"e3": "n", "f4": "e", "e5": "s", "d4": "w"}
    tiles = dict.fromkeys(("e3", "e5", "d4"), "cross A") | {"e4": f"curve r{turn} A"}
    state = position(LONE, ships=("e4", ""), tiles=tiles)
    assert joined(state) == {"h0", "e4", "e3", "e5", "d4"}
    state = position(({"h0": 1, "a4": 1}, {"k5": 1}), tiles={**tiles, "b4": "cross A"})
    open_sides = [("n", "e"), ("e", "s"), ("s", "w"), ("w", "n")][turn]
    network = next(one for one in found(state, ANA) if "e4" in one)
    assert network & {*around} == {
        name for name, side in around.items() if side in open_sides and name != "f4"
    }


def test_a_ship_conducts_on_any_water_cell() -> None:
    """T: 4 links, over an enemy or face-down tile, over a closed tile of his own."""
    for tiles, face_down in (
        ({"h1": "straight r1 B"}, ""),
        ({}, "h1"),
        ({"h1": "straight r1 A"}, ""),
    ):
        state = position(
            LONE, ships=("h1", ""), tiles={**tiles, "h2": "cross A"}, face_down=face_down
        )
        assert joined(state) == {"h0", "h1", "h2"}


def test_two_ships_side_by_side_link() -> None:
    """T: a ship has 4 links."""
    assert joined(position(LONE, ships=("h1 h2", "h3"))) == {"h0", "h1", "h2"}
    assert joined(position(LONE, ships=("h1 i2", ""))) == {"h0", "h1", "i2"}
    assert len(found(position(LONE, ships=("h1 i2", "")), ANA)) == 2


def test_enemy_tiles_and_ships_do_not_conduct() -> None:
    """T: tiles carrying his buoy, his ships."""
    state = position(LONE, tiles={"h1": "cross B", "h2": "cross A"}, ships=("", "h1"))
    assert joined(state) == {"h0"}
    assert joined(state, BEN) == {"k5", "h1"}


def test_a_tile_of_nobody_does_not_conduct() -> None:
    """T: tiles carrying his buoy."""
    assert joined(position(LONE, tiles={"h1": "cross", "h2": "cross A"})) == {"h0"}


def test_a_network_of_tiles_alone_is_not_joined_but_is_one() -> None:
    """T: buoys are elements of a network; R: joined means to a station or ship."""
    state = position(LONE, tiles={"d4": "cross A", "e4": "cross A"})
    assert joined(state) == {"h0"}
    assert sorted(map(sorted, found(state, ANA))) == [["d4", "e4"], ["h0"]]


def assert_as_searched(state: SchwarmState, seat: int, fleet: Fleet) -> None:
    """Fail unless the game finds exactly what the slow search finds."""
    assert state.is_linked[seat] == fleet.is_linked
    assert named(state.joined[seat]) == fleet.joined
    pieces = state.pieces(seat)
    own = [named(cells) for cells in networks.networks(pieces)]
    assert sorted(map(sorted, own)) == sorted(map(sorted, fleet.networks))
    for brilliant in (False, True):
        network = scoring.largest(pieces, is_brilliant=brilliant)
        points = network.stations + network.buoys + network.ships
        points += network.researchers * (2 if brilliant else 1)
        assert points == fleet.largest(brilliant=brilliant)
    final = scoring.final(pieces)
    assert (final.queen, final.shores, final.joined) == fleet.final()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_networks_are_those_of_the_slow_search(players: int) -> None:
    """Over crowded tables: queen, cells joined, all networks, their points, the final points."""
    for seed in range(100):
        state = crowded(players, seed)
        page = read(state)
        for seat in page.players:
            assert_as_searched(state, seat, page.fleet(seat))


def thick(seed: int) -> SchwarmState:
    """Return a sea full of tiles, most with Ana's buoy, with six stations each and some ships."""
    pick, coast = Random(seed), COAST[:]
    pick.shuffle(coast)
    tiles = {}
    for name in sorted(WATER - {QUEEN}):
        kind = pick.choice(("cross", "cross", "tee", "tee", "curve"))
        letters = "".join(
            letter for letter, most in (("A", 0.8), ("B", 0.3)) if pick.random() < most
        )
        tiles[name] = f"{kind} r{pick.choice([*shapes(kind)])} {letters}"
    return position(
        (dict.fromkeys(coast[:6], 1), dict.fromkeys(coast[6:12], 1)),
        tiles=tiles,
        ships=[" ".join(pick.sample(sorted(WATER), 3)) for _ in "AB"],
    )


@pytest.mark.slow
def test_large_networks_are_those_of_the_slow_search() -> None:
    """Over seas full of tiles: shores joined too, and all of them."""
    shores = Counter[int]()
    for seed in range(150):
        state = thick(seed)
        page = read(state)
        for seat in page.players:
            assert_as_searched(state, seat, page.fleet(seat))
            shores[page.fleet(seat).final()[2]] += 1
    assert min(shores[number] for number in (1, 2, 3, 4)) >= 5


@pytest.mark.slow
def test_the_crowded_tables_are_worth_searching() -> None:
    """The queen linked, several networks, large ones."""
    linked = several = large = 0
    for players, seed in product((2, 3, 4), range(60)):
        page = read(crowded(players, seed))
        for seat in page.players:
            fleet = page.fleet(seat)
            linked += fleet.is_linked
            several += len(fleet.networks) > 3
            large += fleet.largest() > 15
    assert min(linked, several, large) > 10
