"""The double card: ship and researcher, in either order."""

from __future__ import annotations

from rules.schwarm.events import Played
from rules.schwarm.moves import BOTH, IDLE, PLAY
from tests.rules.schwarm.positions import (
    ANA,
    BEN,
    all_of,
    cards_held,
    crew,
    held,
    names,
    play,
    position,
    refuse,
    said,
    ships,
    words,
)

CARDS = ("double, whale", "ship")


def test_ship_then_researcher() -> None:
    """T: both, in the order he likes."""
    state = position(cards=CARDS, hands=("cross", ""))
    events = play(state, "double")
    assert (state.phase, state.mover) == (BOTH, ANA)
    assert words(state) == ["ship", "researcher h0", "research"]
    events = play(state, "ship")
    assert all_of(events, Played) == [Played(ANA, "double", "ship")]
    play(state, "launch h1", "sail h1 h2", "done")
    assert (state.phase, state.mover) == (BOTH, ANA)
    assert words(state) == ["researcher h0", "research"]
    refuse(state, "ship")
    play(state, "research", "place 1 h2 r0")
    assert (state.phase, state.mover, cards_held(state, ANA)) == (PLAY, BEN, ["whale"])


def test_researcher_then_ship() -> None:
    """T: the other order."""
    state = position(cards=CARDS, hands=("cross", ""))
    play(state, "double", "researcher h0")
    assert (state.phase, words(state)) == (BOTH, ["ship"])
    assert crew(state, "h0") == 2
    play(state, "ship", "launch h1", "done")
    assert ships(state, ANA) == ["h1"]
    assert (state.phase, state.mover) == (PLAY, BEN)


def test_a_tile_lifted_by_the_ship_is_placed_by_the_researcher() -> None:
    """T: both in one turn."""
    state = position(cards=CARDS, ships=("h2", ""), face_down="h2", sea="curve")
    play(state, "double", "ship", "sail h2 h3")
    assert held(state, ANA) == "curve"
    play(state, "done", "research")
    assert "place 1 h2 r0" not in said(state, "place")
    play(state, "place 1 h3 r0")
    assert (state.points[ANA], held(state, ANA)) == (22, "")


def test_research_then_ship() -> None:
    """T: placing ends, the ship comes."""
    state = position(({"h0": 2}, {"k5": 1}), cards=CARDS, hands=("cross tee", ""))
    play(state, "double", "research", "place 1 h1 r0", "done")
    assert (state.phase, words(state)) == (BOTH, ["ship"])


def test_a_researcher_of_no_use() -> None:
    """R: its part is played without effect: its name, then done."""
    state = position(({"h0": 3}, {"k5": 1}), cards=CARDS)
    play(state, "double")
    assert words(state) == ["ship", "researcher"]
    play(state, "ship", "done")
    assert words(state) == ["researcher"]
    assert names(play(state, "researcher")) == ["wasted"]
    assert (state.phase, words(state)) == (IDLE, ["done"])
    play(state, "done")
    assert (state.phase, state.mover) == (PLAY, BEN)


def test_a_researcher_of_no_use_first() -> None:
    """R: the ship still comes."""
    state = position(({"h0": 3}, {"k5": 1}), cards=CARDS)
    play(state, "double", "researcher", "done")
    assert (state.phase, state.mover, words(state)) == (BOTH, ANA, ["ship"])


def test_no_other_card_between_the_two() -> None:
    """T: one card at a time."""
    state = position(cards=CARDS)
    play(state, "double")
    refuse(state, "whale new", "done", "double", "blue ship")


def test_the_card_is_gone_at_once() -> None:
    """T: a card is played once."""
    state = position(cards=CARDS)
    play(state, "double")
    assert cards_held(state, ANA) == ["whale"]
