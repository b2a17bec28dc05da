"""The whale: new on the queen's cell or in play, step by step over water."""

from __future__ import annotations

import pytest

from rules.schwarm.cells import CELL_NAMES
from rules.schwarm.events import Played, Surfaced
from rules.schwarm.moves import PLAY, SWIM
from rules.schwarm.state import SchwarmState
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

CARDS = ("whale, blue whale, joker", "ship")


def whales(state: SchwarmState) -> list[str]:
    """Return the cells of the whales."""
    return [CELL_NAMES.get(cell, "") for cell in state.whales]


def test_a_new_one_comes_onto_the_queens_cell() -> None:
    """T: a new one onto the queen's cell."""
    state = position(cards=CARDS)
    assert said(state, "whale") == {"new"}
    events = play(state, "whale new")
    assert all_of(events, Played) == [Played(ANA, "whale", "whale")]
    assert all_of(events, Surfaced) == [Surfaced(ANA, "f4")]
    assert (whales(state), state.phase) == (["f4", ""], SWIM)
    assert words(state) == ["step f3", "step g4", "step f5", "step e4"]


def test_a_new_one_or_one_in_play() -> None:
    """T: or one in play; 2 whales."""
    assert said(position(cards=CARDS, whales="c3"), "whale") == {"new", "1"}
    state = position(cards=CARDS, whales="c3 d5")
    assert said(state, "whale") == {"1", "2"}
    refuse(state, "whale new")
    play(state, "whale 2", "step d6", "done")
    assert whales(state) == ["c3", "d6"]


@pytest.mark.parametrize(("card", "reach"), [("whale", 4), ("joker whale", 4), ("blue whale", 6)])
def test_up_to_its_reach(card: str, reach: int) -> None:
    """D: light and joker 4, blue 6; then it is the next player's turn."""
    state = position(cards=CARDS, whales="b1")
    path = ("c1", "d1", "e1", "f1", "g1", "h1")[:reach]
    play(state, f"{card} 1", *(f"step {name}" for name in path[:-1]))
    assert state.phase == SWIM
    play(state, f"step {path[-1]}")
    assert (state.phase, state.mover, whales(state)[0]) == (PLAY, BEN, path[-1])


def test_at_least_one_step() -> None:
    """R: at least 1 step; then it may stop."""
    state = position(cards=CARDS)
    play(state, "whale new")
    refuse(state, "done")
    play(state, "step f3")
    assert "done" in words(state)
    play(state, "done")
    assert (whales(state), state.mover) == (["f3", ""], BEN)


def test_turning_freely_but_never_twice_through_a_cell() -> None:
    """T: never twice through a cell nor back to its start."""
    state = position(cards=CARDS, whales="c3")
    play(state, "blue whale 1", "step c2", "step d2", "step d3")
    assert words(state) == ["step e3", "step d4", "done"]
    refuse(state, "step c3", "step d2", "step c2")


def test_a_new_one_does_not_come_back_to_the_queen() -> None:
    """T: nor back to its start."""
    state = position(cards=CARDS)
    play(state, "whale new", "step f3", "step g3", "step g4")
    refuse(state, "step f4")


def test_in_orthogonal_steps_over_water() -> None:
    """T: never on land, never diagonally, one cell at a time."""
    state = position(cards=CARDS, whales="b1")
    play(state, "whale 1")
    assert words(state) == ["step c1", "step b2"]
    refuse(state, "step c0", "step a2", "step c2", "step d1", "step b3", "step b1")


def test_over_anything_that_swims() -> None:
    """T: all water cells, taken or not."""
    state = position(
        cards=CARDS,
        whales="d1 c1",
        waves="e1",
        ships=("f1", "f1"),
        tiles={"c1": "cross B"},
        face_down="e1",
    )
    play(state, "whale 1")
    assert words(state) == ["step e1", "step d2", "step c1"]


def test_it_ends_where_it_cannot_go_on() -> None:
    """T: no cell left that it was not on."""
    state = position(cards=CARDS, whales="i7")
    play(state, "blue whale 1", "step i6", "step j6", "step j7")
    assert (state.phase, state.mover, whales(state)[0]) == (PLAY, BEN, "j7")


def test_it_stays_in_play() -> None:
    """T: until the end of the game."""
    state = position(cards=CARDS, blue_pile="double, blue crab", whales="c3")
    state.cards = [[3], []]
    play(state, "whale 1", "step c2", "done")
    assert (state.round, whales(state)) == (2, ["c2", ""])


def test_each_enemy_ship_it_enters_is_hit() -> None:
    """T: example A: the new whale goes over two ships of others."""
    state = position(
        ({"h0": 1}, {"k5": 1}, {"d8": 1}),
        cards=("whale", "ship", "ship"),
        ships=("f3", "f3 f2", "f1"),
        points=(10, 20, 35),
    )
    events = play(state, "whale new", "step f3", "step f2", "step f1")
    assert hits(events) == [(1, "f3", "ship", 2), (1, "f2", "ship", 1), (2, "f1", "ship", 3)]
    assert state.points == [16, 17, 32]


def test_the_start_cell_is_not_hit() -> None:
    """T: a hazard that leaves a cell does not hit there."""
    state = position(cards=CARDS, ships=("", "c3 c3"), whales="c3")
    assert hits(play(state, "whale 1", "step c2", "done")) == []


def test_a_new_one_hits_on_the_queens_cell() -> None:
    """T: except the queen's cell when a new whale appears there."""
    state = position(cards=CARDS, ships=("f4", "f4 f4"))
    events = play(state, "whale new")
    assert names(events) == ["played", "surfaced", "hit", "hit"]
    assert hits(events) == [(1, "f4", "ship", 2), (1, "f4", "ship", 1)]
    assert state.points == [23, 17]


def test_one_in_play_on_the_queens_cell_does_not_hit_there() -> None:
    """T: only a new one."""
    state = position(cards=CARDS, ships=("", "f4"), whales="f4")
    assert hits(play(state, "whale 1", "step f3", "done")) == []


def test_a_whale_passed_by_a_ship_hits_nothing() -> None:
    """T: a hazard hits only when its card is played and it moves."""
    state = position(cards=("whale", "ship"), ships=("", "e2"), whales="e3 c1", order=(1, 0))
    assert hits(play(state, "ship", "sail e2 e3", "sail e3 e4", "done")) == []
