"""The ship card: launching, sailing, and the tiles that ships lift."""

from __future__ import annotations

import pytest

from rules.chance import Chance
from rules.schwarm.events import Lifted
from rules.schwarm.moves import PLAY, SAIL
from tests.rules.schwarm.positions import (
    ANA,
    BEN,
    all_of,
    held,
    named,
    names,
    play,
    position,
    refuse,
    said,
    ships,
)

CARDS = ("ship, joker, double", "ship")


def test_a_ship_is_launched_beside_an_own_station() -> None:
    """T, R: on a water cell sharing a side with an own station."""
    state = position(({"h7": 1, "c0": 1, "a2": 1}, {"k5": 1}), cards=CARDS)
    play(state, "ship")
    assert said(state, "launch") == {"h6", "g7", "i7", "c1", "b2"}
    refuse(state, "launch g6", "launch j5", "launch f4", "launch b1", "launch h7")
    assert names(play(state, "launch g7")) == ["launched"]
    assert ships(state, ANA) == ["g7"]


def test_launching_comes_first_and_once() -> None:
    """T: may first put a ship of the reserve; then move own ships."""
    state = position(({"h7": 1}, {"k5": 1}), ships=("e2", ""), cards=CARDS)
    other = state.copy()
    play(state, "ship", "launch g7")
    assert said(state, "launch") == set()
    assert said(state, "sail g7") == {"g6", "f7"}
    play(other, "ship", "sail e2 e3")
    assert said(other, "launch") == set()
    refuse(other, "launch g7")


def test_he_need_not_launch_nor_sail() -> None:
    """T: may; 0-3 steps."""
    state = position(cards=CARDS)
    play(state, "ship", "done")
    assert (ships(state, ANA), state.mover) == ([], BEN)
    state = position(cards=CARDS)
    play(state, "ship", "launch h1", "done")
    assert (ships(state, ANA), state.mover) == (["h1"], BEN)


def test_three_ships_each() -> None:
    """T: a ship of the reserve: each player has 3."""
    state = position(ships=("e2 e2 h1", ""), cards=CARDS)
    play(state, "ship")
    assert said(state, "launch") == set()
    refuse(state, "launch h1")


def test_three_steps_in_all_among_own_ships() -> None:
    """T: move own ships, 0-3 steps in all, orthogonal."""
    state = position(ships=("e2 d4", "h6"), cards=CARDS)
    play(state, "ship")
    assert said(state, "sail e2") == {"e1", "e3", "d2", "f2"}
    refuse(state, "sail e2 f3", "sail e2 e4", "sail h6 h5", "sail e2 e2")
    play(state, "sail e2 e3", "sail d4 d5")
    assert (state.phase, state.mover) == (SAIL, ANA)
    play(state, "sail e3 e2")
    assert (state.phase, state.mover, ships(state, ANA)) == (PLAY, BEN, ["d5", "e2"])


def test_a_ship_may_go_there_and_back() -> None:
    """T: in any direction, there and back too."""
    state = position(ships=("e2", ""), cards=CARDS)
    play(state, "ship", "sail e2 e3", "sail e3 e2", "sail e2 e3")
    assert ships(state, ANA) == ["e3"]


@pytest.mark.parametrize("capacity", ["golden", "protection", "brilliant", ""])
def test_no_other_capacity_makes_it_four(capacity: str) -> None:
    """T: fast ship alone."""
    state = position(ships=("e2", ""), cards=CARDS, capacities=(capacity, "fast"))
    play(state, "ship", "sail e2 e3", "sail e3 e2", "sail e2 e3")
    assert state.mover == BEN


@pytest.mark.parametrize("said_so", [("ship",), ("joker ship",), ("double", "ship")])
def test_a_fast_ship_goes_four(said_so: tuple[str, ...]) -> None:
    """T: 4 with fast ship; on every card that moves ships."""
    state = position(ships=("e2", ""), cards=CARDS, capacities=("fast", ""))
    play(state, *said_so, "sail e2 e3", "sail e3 e2", "sail e2 e3")
    assert (state.phase, state.mover) == (SAIL, ANA)
    play(state, "sail e3 e2")
    assert state.phase != SAIL


def test_ships_stay_on_the_water() -> None:
    """T: water cells."""
    state = position(ships=("c1 b7", ""), cards=CARDS)
    play(state, "ship")
    assert said(state, "sail c1") == {"b1", "d1", "c2"}
    assert said(state, "sail b7") == {"b6", "c7"}


def test_ships_go_through_anything() -> None:
    """T: through enemy ships, hazards, tiles, over the queen's cell."""
    state = position(
        ships=("f3", "f4"),
        tiles={"f5": "cross B"},
        whales="f4 f5",
        waves="f6",
        face_down="f6",
        cards=CARDS,
    )
    play(state, "ship", "sail f3 f4", "sail f4 f5", "sail f5 f6")
    assert ships(state, ANA) == ["f6"]


def test_a_ship_takes_the_tile_it_leaves() -> None:
    """T: a ship leaving a cell with a face-down tile takes it, face up before the player."""
    state = position(ships=("e2", ""), face_down="e2 e3 e4", sea="curve curve curve", cards=CARDS)
    events = play(state, "ship", "sail e2 e3")
    assert names(events) == ["played", "sailed", "lifted"]
    assert all_of(events, Lifted) == [Lifted(ANA, "e2", "curve")]
    assert events[-1].reveals
    assert events[-1].seen_by(None) is events[-1]
    assert (held(state, ANA), named(state.face_down)) == ("curve", {"e3", "e4"})
    play(state, "sail e3 e4")
    assert (held(state, ANA), named(state.face_down)) == ("curve curve", {"e4"})
    assert names(play(state, "sail e4 e5")) == ["sailed", "lifted"]
    assert (state.face_down, state.sea) == (0, [0, 0, 0, 0])


def test_with_other_pieces_on_it_too() -> None:
    """T: also when hazards or other ships lie on it; they stay."""
    state = position(ships=("e2 e2", "e2"), whales="e2", waves="e2", face_down="e2", cards=CARDS)
    assert names(play(state, "ship", "sail e2 d2")) == ["played", "sailed", "lifted"]
    assert (ships(state, ANA), ships(state, BEN)) == (["d2", "e2"], ["e2"])
    assert names(play(state, "sail e2 d2")) == ["sailed"]


def test_a_tile_face_up_stays() -> None:
    """T: tiles placed face up cannot be taken."""
    state = position(ships=("e2", ""), tiles={"e2": "tee B"}, cards=CARDS)
    assert names(play(state, "ship", "sail e2 e3")) == ["played", "sailed"]
    assert held(state, ANA) == ""


def test_a_ship_launched_onto_a_tile_takes_it_when_it_leaves() -> None:
    """T: leaving, not entering."""
    state = position(face_down="h1", cards=CARDS)
    assert names(play(state, "ship", "launch h1")) == ["played", "launched"]
    assert names(play(state, "sail h1 h2")) == ["sailed", "lifted"]


def test_what_is_lifted_is_any_tile_of_those_face_down() -> None:
    """T: shuffled."""
    found = set()
    for seed in range(60):
        state = position(ships=("e2", ""), face_down="e2 e3", sea="cross straight", cards=CARDS)
        play(state, "ship", "sail e2 e1", chance=Chance(seed))
        found.add(held(state, ANA))
        assert sum(state.sea) == 1
    assert found == {"cross", "straight"}
