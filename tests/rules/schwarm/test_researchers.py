"""The researcher card: a researcher onto a station, or research and its points."""

from __future__ import annotations

import pytest

from rules.schwarm.events import Manned, Placed, Played
from rules.schwarm.moves import IDLE, PLAY, RESEARCH
from tests.rules.schwarm.positions import (
    ANA,
    BEN,
    all_of,
    crew,
    held,
    names,
    play,
    position,
    refuse,
    said,
    words,
)

CARDS = ("researcher, joker", "ship")
FULL = {"h0": 3, "c0": 3, "a4": 1}


@pytest.mark.parametrize(("card", "prefix"), [("researcher", ""), ("joker", "joker ")])
def test_one_researcher_onto_an_own_station(card: str, prefix: str) -> None:
    """T: one researcher onto an own station (3 at most there)."""
    state = position(({"h0": 2, "c0": 3, "a4": 0}, {"k5": 1}), cards=CARDS)
    assert said(state, f"{prefix}researcher") == {"h0", "a4"}
    refuse(state, *(f"{prefix}researcher {name}" for name in ("c0", "k5", "b5", "f4")))
    events = play(state, f"{prefix}researcher h0")
    assert all_of(events, Played) == [Played(ANA, card, "researcher")]
    assert all_of(events, Manned) == [Manned(ANA, "h0")]
    assert (crew(state, "h0"), state.researchers[ANA], state.mover) == (3, 6, BEN)


def test_seven_researchers_each() -> None:
    """T: 7 researchers; none left and no tile: no use, its bare name, then done."""
    state = position((FULL, {"k5": 1}), cards=("researcher", "ship"))
    assert words(state) == ["researcher"]
    assert names(play(state, "researcher")) == ["wasted"]
    assert (state.phase, words(state)) == (IDLE, ["done"])
    play(state, "done")
    assert (state.phase, state.mover) == (PLAY, BEN)


def test_a_card_that_could_be_used_may_be_declined_where_the_table_says_so() -> None:
    """R: option `may_decline`, "le joueur peut" (T) as may: station and researcher cards alone."""
    hand = "researcher, station, blue station, whale, joker"
    assert not {"researcher", "station"} & set(words(position(cards=(hand, "ship"))))
    state = position(cards=(hand, "ship"), may_decline=True)
    bare = {word for word in words(state) if word in hand.split(", ")}
    assert bare == {"researcher", "station", "blue station"}
    refuse(state, "whale", "joker")
    assert names(play(state, "station", "done")) == ["wasted", "finished"]
    assert (state.mover, state.stations[ANA].bit_count()) == (BEN, 1)


def test_the_researcher_of_the_double_card_may_be_declined_too() -> None:
    """R: option `may_decline`: its ship may stay where it is in any game."""
    state = position(cards=("double, joker", "ship"), may_decline=True)
    play(state, "double", "researcher", "done")
    assert words(state) == ["ship"]


def test_no_room_left_on_his_stations() -> None:
    """T: 3 at most on a station."""
    state = position(({"h0": 3}, {"k5": 1}), cards=("researcher", "ship"))
    assert words(state) == ["researcher"]


def test_no_tile_no_research() -> None:
    """T: tiles are placed; R: offered only when one can be."""
    state = position(cards=CARDS)
    refuse(state, "research", "joker research")
    state = position(cards=CARDS, hands=("tee", ""), face_down="h1")
    refuse(state, "research")


@pytest.mark.parametrize(("researchers", "most"), [(1, 1), (2, 2), (3, 3)])
def test_as_many_tiles_as_researchers_on_the_board(researchers: int, most: int) -> None:
    """T: up to as many tiles as he has researchers on the board, one after another."""
    state = position(({"h0": researchers}, {"k5": 3}), cards=CARDS, hands=("cross " * 5, ""))
    play(state, "research")
    for place in range(most):
        assert (state.phase, state.mover) == (RESEARCH, ANA)
        play(state, f"place 1 {('h1', 'h2', 'h3')[place]} r0")
    assert (state.phase, state.mover) == (PLAY, BEN)


def test_researchers_of_all_his_stations_count() -> None:
    """T: on the board, wherever they are; an empty station adds none."""
    state = position(
        ({"h0": 0, "a4": 2, "c0": 1}, {"k5": 1}), cards=CARDS, hands=("cross " * 5, "")
    )
    play(state, "research", "place 1 h1 r0", "place 1 h2 r0")
    assert state.mover == ANA
    play(state, "place 1 h3 r0")
    assert state.mover == BEN


def test_without_researchers_no_research() -> None:
    """T: up to as many tiles as he has researchers: none."""
    state = position(({"h0": 0}, {"k5": 1}), cards=CARDS, hands=("cross", ""))
    refuse(state, "research", "joker research")
    assert "researcher h0" in words(state)


def test_he_may_stop_at_any_time() -> None:
    """T: up to."""
    state = position(({"h0": 3}, {"k5": 1}), cards=CARDS, hands=("cross cross cross", ""))
    play(state, "research", "place 1 h1 r0")
    assert "done" in words(state)
    play(state, "done")
    assert (state.mover, held(state, ANA)) == (BEN, "cross cross")


@pytest.mark.parametrize(
    ("kind", "paid"), [("cross", 0), ("tee", 1), ("curve", 2), ("straight", 2), ("golden", 0)]
)
def test_a_tile_pays_four_less_its_links(kind: str, paid: int) -> None:
    """T: a two-link tile pays 2, three 1, four 0; D: a golden tile 0. At once, with a buoy."""
    state = position(cards=CARDS, hands=(kind, ""), points=(7, 7))
    events = play(state, "research", "place 1 h1 r0")
    assert names(events) == ["played", "placed"]
    assert all_of(events, Placed) == [Placed(ANA, "h1", kind, 0, paid)]
    assert (state.points, held(state, ANA), state.buoys_left(ANA)) == ([7 + paid, 7], "", 27)
    assert [len(own) for own in state.buoys] == [1, 0]


def test_the_example_of_the_rules() -> None:
    """T: white placed 3 tiles and gets 3 PR: 2 for two links, 1 for three, 0 for four."""
    state = position(({"h0": 3}, {"k5": 1}), cards=CARDS, hands=("straight tee cross", ""))
    play(state, "research", "place 3 h1 r0", "place 2 h2 r3", "place 1 h3 r0")
    assert state.points == [23, 20]


def test_tiles_lie_in_stacks_by_kind() -> None:
    """Stacks in the order cross, tee, curve, straight, golden; kinds he lacks are skipped."""
    state = position(cards=CARDS, hands=("golden straight straight curve", "cross"))
    play(state, "research")
    assert {word.split()[1] for word in words(state) if word != "done"} == {"1", "2", "3"}
    refuse(state, "place 4 h1 r0", "place 5 h1 r0")
    play(state, "place 3 h1 r0")
    assert held(state, ANA) == "curve straight straight"


def test_turned_freely_clockwise() -> None:
    """T: turned freely: open to the north, where the station is, and linked to it."""
    state = position(cards=CARDS, hands=("tee curve straight", ""))
    play(state, "research")
    # a tee is closed to the south, a curve links north and east, a straight north and south
    assert {word for word in said(state, "place") if "h1" in word} == {
        "1 h1 r0",
        "1 h1 r1",
        "1 h1 r3",
        "2 h1 r0",
        "2 h1 r3",
        "3 h1 r0",
    }


def test_turns_that_change_nothing_are_not_offered() -> None:
    """A cross has one turn, a straight two."""
    state = position(({"h0": 1, "k4": 1}, {"k5": 1}), cards=CARDS, hands=("cross straight", ""))
    play(state, "research")
    refuse(state, "place 1 h1 r1", "place 2 h1 r2")
    assert said(state, "place") == {"1 h1 r0", "1 j4 r0", "2 h1 r0", "2 j4 r1"}
