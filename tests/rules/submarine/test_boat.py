"""The boat: its stops, and when it may or must leave."""

from __future__ import annotations

import pytest

from rules.submarine.events import Sailed
from tests.rules.submarine.positions import ANA, BEN, names, play, position, refuse, said, words


def test_it_stops_above_own_bathyscaphes_only() -> None:
    """T: above a column that holds an own bathyscaphe, whatever its level; others' do not count."""
    state = position(subs=("2.1 2.3 4.4 6.2", "1.1 3.1 5.1"))
    assert set(words(state)) == {"boat 2", "boat 4", "boat 6", "boat out"}
    refuse(state, "boat 1", "boat 3", "boat 5")


@pytest.mark.parametrize(
    ("here", "offered"),
    [
        (1, {"boat 2", "boat 4", "boat 6", "boat out"}),
        (2, {"boat 4", "boat 6", "boat out"}),
        (4, {"boat 6", "boat out"}),
        (6, {"boat out"}),
    ],
)
def test_it_goes_right_by_one_or_more_columns(here: int, offered: set[str]) -> None:
    """T: right, one or more; neither back nor where it is."""
    state = position(subs=("1.1 2.1 4.4 6.2", "3.1"), boats=(here, 0))
    assert set(words(state)) == offered
    refuse(state, *({"boat 1", "boat 2", "boat 4", "boat 6"} - offered))


def test_leaving_early_is_allowed() -> None:
    """T: out to the right at any time, from the left side too."""
    state = position(subs=("1.1 6.1", "3.1"))
    assert names(play(state, "boat out"))[0] == "left"
    assert state.boats[ANA] == 7


def test_leaving_is_forced_without_own_bathyscaphes_further_right() -> None:
    """T: then there is nowhere to stop."""
    state = position(subs=("1.1 3.1 3.4", "5.1 6.1"), boats=(3, 0))
    assert words(state) == ["boat out"]


def test_it_must_move() -> None:
    """T: the boat goes first; nothing can be done from where it was."""
    state = position(subs=("3.1 5.1", "6.1"), boats=(3, 0))
    refuse(state, "done", "dive 1 to 4.1", "swap red", "boat 3", "give red")


def test_it_stops_and_the_bathyscaphes_may_act() -> None:
    """T: in the sea, each own bathyscaphe of the boat's column may do one action."""
    state = position(subs=("3.1 5.1", "6.1"))
    (event,) = play(state, "boat 3")
    assert event == Sailed(ANA, 3)
    assert event.seen_by(None) is event
    assert state.waiting() == (ANA,)
    assert said(state, "dive") | {"done"} <= set(words(state))
    refuse(state, "boat 5", "boat out")


def test_leaving_leads_to_the_exchange_of_the_same_turn() -> None:
    """T: outside right, also on the turn of arrival."""
    state = position(subs=("3.1", "6.1"), boats=(3, 0), hands=("rrg", "ryg"))
    play(state, "boat out")
    assert state.waiting() == (ANA,)
    assert set(words(state)) == {"swap red", "swap green", "done"}


def test_it_may_follow_a_bathyscaphe_that_moved_right() -> None:
    """T: where own bathyscaphes lie now counts."""
    state = position(subs=("3.1", "6.1"))
    play(state, "boat 3", "dive 1 to 5.2", "done", "boat out", "done")
    assert state.waiting() == (ANA,)
    assert set(words(state)) == {"boat 5", "boat out"}


def test_only_who_is_waited_for_sails() -> None:
    """T: turns are taken one by one."""
    state = position(subs=("3.1", "6.1"))
    refuse(state, "boat 6", "boat out", seat=BEN)
    assert words(state, BEN) == []
