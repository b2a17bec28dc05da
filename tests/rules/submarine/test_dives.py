"""Bathyscaphes at work: which may act, their moves, and what diving and collecting exclude."""

from __future__ import annotations

import pytest

from rules.contract import NotAMove
from rules.submarine.events import Dived
from rules.submarine.state import SubmarineState
from tests.rules.submarine.positions import (
    ANA,
    BEN,
    names,
    play,
    position,
    refuse,
    said,
    subs,
    tokens,
    words,
)

SEA = {"3.1": "Ar", "3.2": "Mr Kb", "3.3": "Pp"}


def below(own: str, other: str = "6.1") -> SubmarineState:
    """Return Ana's boat, just stopped above column 3."""
    state = position(sea=SEA, subs=(own, other), hands=("rrb", "ryg"))
    play(state, "boat 3")
    return state


@pytest.mark.parametrize(
    ("level", "reach"), [(1, (1, 2)), (2, (1, 2, 3)), (3, (2, 3, 4)), (4, (3, 4))]
)
def test_any_column_and_one_level_at_most(level: int, reach: tuple[int, ...]) -> None:
    """T: any column, same level or one up or down, never onto the surface; R: not its own cell."""
    state = below(f"3.{level}")
    ends = {f"{column}.{deep}" for column in range(1, 7) for deep in reach} - {f"3.{level}"}
    assert said(state, "dive") == {f"dive {level} to {end}" for end in ends}
    refuse(
        state,
        f"dive {level} to 3.{level}",
        f"dive {level} to 5.{level + 2 if level < 3 else level - 2}",
    )


@pytest.mark.parametrize("word", ["1 to 3.0", "1 to 7.1", "0 to 3.1", "4 to 3.5"])
def test_neither_surface_nor_outside(word: str) -> None:
    """T: never onto the surface; the sea has 6 columns and 4 levels."""
    with pytest.raises(NotAMove):
        play(below("3.1 3.4"), f"dive {word}")


def test_a_dive_moves_one_bathyscaphe_and_costs_nothing() -> None:
    """T: the bathyscaphe at that level goes to the cell; cards are for collecting."""
    state = below("3.2 3.2 4.2", "3.1 3.2")
    (event,) = play(state, "dive 2 to 5.3")
    assert event == Dived(ANA, "3.2", "5.3")
    assert subs(state, ANA) == ["3.2", "4.2", "5.3"]
    assert subs(state, BEN) == ["3.1", "3.2"]


def test_one_action_for_each_below_the_boat() -> None:
    """T: each own bathyscaphe in the boat's column may do one action; no others."""
    state = below("3.2 3.2 3.4 5.1", "3.1")
    refuse(state, "dive 1 to 2.1")
    play(state, "dive 2 to 4.2", "dive 2 to 4.2")
    refuse(state, "dive 2 to 4.3", "dive 1 to 2.1")
    play(state, "dive 4 to 4.3")
    assert words(state) == ["done"]


def test_who_comes_during_the_turn_may_not_act() -> None:
    """T: only those in the column when the boat stops there."""
    state = below("3.1")
    play(state, "dive 1 to 3.2")
    assert words(state) == ["done"]
    refuse(state, "dive 2 to 3.3", "take 2 Mr")


def test_who_comes_does_not_take_the_place_of_who_waits() -> None:
    """T: one came, one was there: one action is left at that level."""
    state = below("3.1 3.2")
    play(state, "dive 1 to 3.2", "dive 2 to 4.2")
    refuse(state, "dive 2 to 5.2", "take 2 Mr")
    assert subs(state, ANA) == ["3.2", "4.2"]


def test_who_moved_cannot_collect() -> None:
    """T: a bathyscaphe that moved cannot collect this turn, neither there nor here."""
    state = below("3.3")
    play(state, "dive 3 to 3.2")
    assert said(state, "take") == set()
    refuse(state, "take 2 Mr", "take 3 Pp")


def test_who_collected_cannot_move() -> None:
    """T: one action: move or collect."""
    state = below("3.2")
    play(state, "take 2 Mr")
    assert said(state, "dive") == set()
    refuse(state, "dive 2 to 3.3")


def test_different_ones_choose_differently_in_any_order() -> None:
    """T: one moves, the other collects, whichever first."""
    first, then = (below("3.2 3.2") for _ in range(2))
    play(first, "take 2 Mr", "dive 2 to 4.2")
    play(then, "dive 2 to 4.2", "take 2 Mr")
    assert first == then
    for state in (first, then):
        assert said(state, "dive") == set()


def test_all_takes_of_a_level_are_one_action() -> None:
    """R: even if others act between, so the second bathyscaphe is still free to move."""
    state = below("3.1 3.2 3.2")
    play(state, "take 2 Mr", "dive 1 to 4.1", "take 2 Kb", "dive 2 to 3.1")
    assert tokens(state, "3.2") == set()
    assert words(state) == ["done"]


def test_collecting_goes_on_after_the_others_dived_off() -> None:
    """R: the one that collects stays, though it was the last to be free."""
    state = below("3.2 3.2")
    play(state, "take 2 Mr", "dive 2 to 4.2")
    refuse(state, "dive 2 to 4.2")
    play(state, "take 2 Kb")
    assert subs(state, ANA) == ["3.2", "4.2"]


def test_levels_act_each_for_itself() -> None:
    """T: one action each: collecting at two levels is two bathyscaphes' work."""
    state = below("3.1 3.2")
    play(state, "take 1 Ar", "take 2 Mr")
    assert said(state, "dive") == set()


def test_doing_nothing_is_allowed() -> None:
    """T: every action is a choice."""
    state = below("3.1 3.2 3.2")
    assert "done" in words(state)
    assert names(play(state, "done")) == ["passed"]
    assert state.waiting() == (BEN,)


def test_what_was_not_used_is_gone_and_comes_anew() -> None:
    """T: actions are of the turn in which the boat stops there."""
    state = position(subs=("3.1 5.1", "6.1"))
    play(state, "boat 3", "done", "boat 6", "done", "boat 5")
    assert subs(state, ANA) == ["3.1", "5.1"]
    play(state, "dive 1 to 5.2")
    assert words(state) == ["done"]
