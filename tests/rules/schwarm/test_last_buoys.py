"""Research without a buoy in reserve: one on the board is moved, and the link must hold."""

from __future__ import annotations

from rules.schwarm.events import MovedBuoy, Placed
from rules.schwarm.state import SchwarmState
from tests.rules.schwarm.chart import QUEEN, WATER
from tests.rules.schwarm.positions import (
    ANA,
    BEN,
    all_of,
    cell,
    named,
    names,
    play,
    position,
    said,
    words,
)

CARDS = ("researcher, joker", "ship")
FAR = [name for name in sorted(WATER - {QUEEN}) if name[0] in "bcd"]
"""21 cells without neighbours in use."""


def full(hand: str, tiles: dict[str, str], *, buoys: int = 28) -> SchwarmState:
    """Return Ana at research, with `buoys` of hers on the map: on `tiles`, the rest far away."""
    used = sum(tile.count("A") for tile in tiles.values())
    near = [name for name in FAR if name not in tiles]
    lone = dict.fromkeys(near[: buoys - used], "cross A")
    twice = buoys - used - len(lone)
    lone |= dict.fromkeys([*lone][:twice], "curve A, cross A")
    state = position(({"h0": 3}, {"k5": 1}), cards=CARDS, hands=(hand, ""), tiles={**tiles, **lone})
    assert len(state.buoys[ANA]) == buoys
    play(state, "research")
    return state


def test_with_a_buoy_left_none_is_moved() -> None:
    """T: no buoy left: then one is moved."""
    state = full("cross", {}, buoys=27)
    assert said(state, "place") == {"1 h1 r0"}
    play(state, "place 1 h1 r0")
    assert (state.buoys_left(ANA), len(state.buoys[ANA])) == (0, 28)


def test_without_one_any_of_his_own_from_the_board() -> None:
    """T: move one of his own from the board."""
    state = full("tee", {"h7": "cross B"} | {"j7": "cross B"})
    moved = {word.split()[3] for word in said(state, "place")}
    assert moved == named(state.buoyed[ANA])
    assert {word.split()[1] for word in said(state, "place")} == {"h1"}
    events = play(state, "place 1 h1 r0 c3")
    assert names(events) == ["moved_buoy", "placed"]
    assert all_of(events, MovedBuoy) == [MovedBuoy(ANA, "c3")]
    assert all_of(events, Placed)[0].points == 1
    assert len(state.buoys[ANA]) == 28
    assert cell("h1") in state.buoys[ANA]


def test_the_tile_stays_where_the_buoy_was() -> None:
    """T: only the buoy is moved; without one the tile conducts no longer."""
    state = full("cross", {"h1": "cross A"})
    play(state, "place 1 h2 r0 c3")
    assert cell("c3") not in state.buoys[ANA]
    assert "c3" not in named(state.buoyed[ANA])
    assert "c3" in named(state.shapes[15])


def test_of_two_buoys_on_a_cell_one_is_left() -> None:
    """T: each own buoy counts."""
    state = full("cross", {"h1": "curve A, cross A"})
    play(state, "place 1 h2 r0 h1")
    assert state.buoys[ANA].count(cell("h1")) == 1
    assert named(state.joined[ANA]) == {"h0", "h1", "h2"}


def test_the_link_must_hold_after_it_has_moved() -> None:
    """R: not the buoy that the link itself runs over."""
    state = full("cross", {"h1": "cross A", "h2": "cross A"})
    moved = {word.split()[3] for word in said(state, "place") if "1 h3 " in word}
    assert moved == named(state.buoyed[ANA]) - {"h1", "h2"}
    moved = {word.split()[3] for word in said(state, "place") if "1 g1 " in word}
    assert moved == named(state.buoyed[ANA]) - {"h1"}


def test_moving_a_buoy_may_break_links_elsewhere() -> None:
    """R: the link of the tile placed is what must hold."""
    road = {"h1": "cross A", "h2": "cross A", "h3": "cross A"}
    state = full("cross", road)
    play(state, "place 1 g1 r0 h2")
    assert named(state.joined[ANA]) == {"h0", "h1", "g1"}


def test_an_enemy_buoy_is_not_moved() -> None:
    """T: one of his own."""
    state = full("cross", {"h1": "curve B", "g1": "cross AB"})
    assert state.buoys[BEN] == [cell("h1"), cell("g1")]
    assert "place 1 h1 r0 g1" in words(state)
    assert not [word for word in words(state) if word.endswith(" h1")]


def test_the_buoy_on_the_queen_is_one_of_them() -> None:
    """T: the player has a buoy there: with 27 on tiles none is left in reserve."""
    road = {"h1": "straight A", "h2": "straight A", "h3": "straight A", "h4": "curve r3 A"}
    state = full("cross", {**road, "g4": "straight r1 A"}, buoys=27)
    assert state.is_linked[ANA]
    assert state.buoys_left(ANA) == 0
    assert all(len(word.split()) == 4 for word in said(state, "place"))
    state = full("cross", {**road, "g4": "straight r1 A"}, buoys=26)
    assert state.buoys_left(ANA) == 1
    assert all(len(word.split()) == 3 for word in said(state, "place"))


def test_with_none_in_reserve_it_is_a_marker() -> None:
    """R: with none in reserve the queen's buoy is a marker outside the 28."""
    road = {"h1": "straight A", "h2": "straight A", "h3": "straight A", "h4": "curve r3 A"}
    state = full("straight", road, buoys=28)
    assert (state.buoys_left(ANA), state.is_linked[ANA]) == (0, False)
    events = play(state, "place 1 g4 r1 c3")
    assert names(events) == ["moved_buoy", "placed", "linked"]
    assert (len(state.buoys[ANA]), state.buoys_left(ANA), state.is_linked[ANA]) == (28, 0, True)


def test_a_link_over_the_queen_holds_only_while_she_is_linked() -> None:
    """R: a tile beyond her is no longer linked when the buoy moved carried her link."""
    road = {"h1": "straight A", "h2": "straight A", "h3": "straight A", "h4": "curve r3 A"}
    state = full("straight", {**road, "g4": "straight r1 A"})
    moved = {word.split()[3] for word in said(state, "place") if "1 e4 r1" in word}
    assert moved == named(state.buoyed[ANA]) - {*road, "g4"}


def test_a_buoy_of_the_cell_itself_may_be_moved_onto_the_tile_laid_over_it() -> None:
    """R: any of his own; the tile under the new one gives its buoy up."""
    state = full("cross", {"h1": "curve A"})
    play(state, "place 1 h1 r0 h1")
    assert state.buoys[ANA].count(cell("h1")) == 1
    assert len(state.buoys[ANA]) == 28
