"""The cells for a tile in research: the adjacent pieces, the links, and the tiles covered."""

from __future__ import annotations

import pytest

from rules.schwarm.state import SchwarmState
from tests.rules.schwarm.positions import (
    ANA,
    BEN,
    cell,
    named,
    play,
    position,
    refuse,
    said,
    words,
)

CARDS = ("researcher, joker", "ship")
ONE = ({"h0": 1}, {"k5": 1})


def researching(hand: str, **said_so: object) -> SchwarmState:
    """Return Ana at the start of research with these tiles, and three researchers on h0."""
    state = position(({"h0": 3}, {"k5": 1}), cards=CARDS, hands=(hand, ""), **said_so)  # type: ignore[arg-type]
    play(state, "research")
    return state


def where(state: SchwarmState) -> set[str]:
    """Return the cells where a tile may be placed."""
    return {word.split()[2] for word in words(state) if word.startswith("place")}


def test_directly_at_an_own_station() -> None:
    """T: linked to an own station: open on each side that faces water (R)."""
    assert where(researching("cross")) == {"h1"}
    state = position(({"h7": 1, "a2": 1}, {"k5": 1}), cards=CARDS, hands=("cross", ""))
    play(state, "research")
    assert where(state) == {"h6", "g7", "i7", "b2"}


def test_not_at_an_enemy_station() -> None:
    """T: an own station."""
    refuse(researching("cross"), "place 1 j5 r0")


def test_at_and_around_an_own_ship() -> None:
    """T: linked to an own ship; the cell under the ship too."""
    state = researching("cross", ships=("d4", "e6"))
    assert where(state) == {"h1", "d4", "d3", "d5", "c4", "e4"}


def test_the_side_towards_the_ship_must_be_open() -> None:
    """T: linked: both facing sides are open; under the ship any turn will do."""
    state = researching("straight", ships=("d4", ""))
    assert said(state, "place") == {
        "1 h1 r0",
        "1 d4 r0",
        "1 d4 r1",
        "1 d3 r0",
        "1 d5 r0",
        "1 c4 r1",
        "1 e4 r1",
    }


def test_through_his_network() -> None:
    """T, R: directly or through his conductors."""
    state = researching("cross", tiles={"h1": "straight A", "h2": "curve A"})
    assert where(state) == {"i2", "h1", "h2"}


def test_not_through_a_network_without_station_or_ship() -> None:
    """T: linked to an own station or ship."""
    state = researching("cross", tiles={"d4": "cross A", "e4": "tee A"})
    assert where(state) == {"h1"}


def test_not_through_enemy_tiles_nor_enemy_ships() -> None:
    """T: his conductors are tiles carrying his buoy."""
    state = researching("cross", tiles={"h1": "curve B", "c4": "cross"}, ships=("", "h2 i1"))
    assert where(state) == {"h1"}
    tiles = {"h1": "cross B"}
    state = position(ONE, cards=CARDS, tiles=tiles, hands=("cross", ""), ships=("", "h2"))
    refuse(state, "research")


def test_through_a_tile_of_two() -> None:
    """T: the tile serves each owner."""
    assert where(researching("cross", tiles={"h1": "cross AB"})) == {"g1", "i1", "h2"}


def test_the_tile_itself_may_make_the_link() -> None:
    """T: one after another: a lone tile is joined, then those beyond it are in reach."""
    state = researching("straight straight tee", tiles={"h2": "straight A"})
    refuse(state, "place 1 h3 r0", "place 2 h3 r0")
    play(state, "place 2 h1 r0")
    assert "place 2 h3 r0" in words(state)


def test_edges_need_not_match_the_neighbours() -> None:
    """T: edges need not match: a closed side may face an open one, and the shore."""
    state = researching("curve", tiles={"h1": "cross A", "g2": "cross B", "i2": "straight r0 B"})
    assert {word for word in said(state, "place") if " h2 " in word} == {"1 h2 r0", "1 h2 r3"}
    assert {word for word in said(state, "place") if " g1 " in word} == {"1 g1 r0", "1 g1 r1"}


def test_a_face_down_tile_blocks() -> None:
    """T: on a water cell without a tile, face up or down."""
    state = researching("cross", face_down="h1 d4 d3", ships=("d4", ""))
    assert where(state) == {"d5", "c4", "e4"}


def test_a_face_down_tile_under_a_ship_links_but_takes_no_tile() -> None:
    """T: ships conduct over a face-down tile."""
    state = researching("cross", face_down="d4", ships=("d4", ""))
    assert where(state) == {"h1", "d3", "d5", "c4", "e4"}


def test_never_on_the_queen() -> None:
    """T: not the queen's."""
    state = researching("cross", ships=("f3", ""))
    assert where(state) == {"h1", "f3", "f2", "e3", "g3"}
    refuse(state, "place 1 f4 r0")


def test_hazards_and_enemy_ships_do_not_block() -> None:
    """T: a water cell without a tile."""
    state = researching("cross", whales="h1", waves="h1", ships=("", "h1"))
    assert where(state) == {"h1"}


def test_beyond_the_queen_once_she_is_linked() -> None:
    """T: the queen's cell conducts once linked."""
    road = {"h1": "straight A", "h2": "straight A", "h3": "straight A", "h4": "curve r3 A"}
    beyond = {"f3", "e4", "f5"}
    linked = researching("cross", tiles={**road, "g4": "straight r1 A"})
    assert beyond < where(linked)
    unlinked = researching("cross", tiles={**road, "g4": "straight r0 A"})
    assert not beyond & where(unlinked)


def test_a_ship_alone_does_not_make_the_queen_conduct() -> None:
    """T: a station links to her, not a ship."""
    state = researching("cross", ships=("f3", ""))
    assert not {"e4", "g4", "f5"} & where(state)


# Overlay


def test_over_a_tile_with_fewer_links_keeping_all_of_them() -> None:
    """T: a tile may also go on a face-up tile with fewer links, keeping all its links open."""
    state = researching("cross tee curve straight", tiles={"h1": "straight A"})
    placed = {word for word in said(state, "place") if " h1 " in word}
    assert placed == {"1 h1 r0", "2 h1 r1", "2 h1 r3"}


def test_the_same_number_of_links_is_not_enough() -> None:
    """Golden: strictly more links."""
    state = researching("cross tee curve golden", tiles={"h1": "cross A"})
    assert "h1" not in where(state)
    state = researching("tee curve straight", tiles={"h1": "tee A"})
    assert "h1" not in where(state)


@pytest.mark.parametrize("owners", ["", "A", "B", "AB"])
def test_all_buoys_stay_and_serve_each(owners: str) -> None:
    """T: all buoys stay, own or enemy; each own buoy counts."""
    state = researching("golden", tiles={"h1": f"curve {owners}"})
    play(state, "place 1 h1 r0")
    assert state.buoys[ANA] == [cell("h1")] * (1 + owners.count("A"))
    assert state.buoys[BEN] == [cell("h1")] * owners.count("B")
    assert named(state.buoyed[ANA]) == {"h1"}
    assert named(state.buoyed[BEN]) == ({"h1"} if "B" in owners else set())
    assert named(state.shapes[15]) == {"h1"}
    assert sum(state.laid) == 2


def test_a_tile_laid_over_lets_the_owner_of_the_old_one_through() -> None:
    """T: the tile serves each owner: Ben's network grows by the links that Ana adds."""
    tiles = {"h1": "straight B", "h2": "cross B", "g1": "cross B", "f1": "cross B"}
    stations = ({"h0": 3}, {"f0": 1})
    state = position(stations, cards=CARDS, hands=("tee", ""), tiles=tiles)
    assert named(state.joined[BEN]) == {"f0", "f1", "g1"}
    play(state, "research", "place 1 h1 r3")
    assert named(state.joined[BEN]) == {"f0", "f1", "g1", "h1", "h2"}
    assert named(state.joined[ANA]) == {"h0", "h1"}


def test_over_an_own_tile_not_linked_before() -> None:
    """T: linked through the links it adds."""
    state = researching("tee", tiles={"h1": "straight r1 A"})
    assert {word for word in said(state, "place") if " h1 " in word} == {"1 h1 r0"}


def test_twice_over_the_same_cell() -> None:
    """T: two links, three, four: each pays its own."""
    state = researching("cross tee curve")
    play(state, "place 3 h1 r0", "place 2 h1 r0", "place 1 h1 r0")
    assert (state.points[ANA], len(state.buoys[ANA])) == (23, 3)
    assert state.laid == [1, 1, 1, 0, 0]
