"""The order of turns, and the state after a turn."""

from __future__ import annotations

import pytest

from rules.submarine.game import SUBMARINE
from tests.rules.submarine.positions import ANA, BEN, CLEO, names, play, position, refuse, words


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_seats_follow_each_other(players: int) -> None:
    """T: in turn, all round the table, whoever begins."""
    for first in range(players):
        state = position(subs=["1.1 2.1 3.1"] * players, mover=first)
        for step in range(2 * players):
            assert state.waiting() == ((first + step) % players,)
            play(state, f"boat {step // players + 1}", "done")


def test_nobody_else_has_anything_to_say() -> None:
    """T: one at a time, in every part of a turn."""
    state = position(sea={"3.2": "Mr Kb"}, subs=("3.2", "3.1", "5.1"), piles=("", "bb", "bb"))
    for word in ("boat 3", "take 2 Mr", "give green", "done"):
        for seat in (BEN, CLEO):
            assert words(state, seat) == []
            refuse(state, word, "done", "boat 5", "swap red", seat=seat)
        play(state, word)
    assert state.waiting() == (BEN,)


def test_who_is_outside_still_has_his_turn() -> None:
    """T: outside right he may exchange, turn after turn, while others are at sea."""
    state = position(subs=("3.1", "1.1 2.1", "6.1"), boats=(7, 0, 7))
    movers = []
    for word in ("done", "boat 1", "done", "done", "done", "boat 2", "done", "done"):
        movers.append(state.mover)
        play(state, word)
    assert movers == [ANA, BEN, BEN, CLEO, ANA, BEN, BEN, CLEO]


def test_turns_are_counted() -> None:
    """R: each turn of each player is one."""
    state = position(subs=("3.1 5.1", "6.1"))
    turns = []
    for word in ("boat 3", "done", "boat 6", "done", "boat out", "swap red", "boat out"):
        turns.append(state.turn)
        play(state, word)
    assert turns == [1, 1, 2, 2, 3, 3, 4]


def test_drawing_ends_the_turn_at_sea() -> None:
    """T: at the end of the actions he draws back up to 3, and only he."""
    state = position(
        sea={"3.2": "Mr Kb"}, subs=("3.2", "6.1"), hands=("rbp", "r"), piles=("yyg", "")
    )
    play(state, "boat 3", "take 2 Mr")
    events = play(state, "done")
    assert names(events) == ["passed", "drew"]
    assert [event.seat for event in events] == [ANA, ANA]
    assert SUBMARINE.view(state, None).players[BEN].cards == 1


def test_a_full_hand_draws_nothing() -> None:
    """T: up to 3."""
    state = position(subs=("3.1", "6.1"))
    play(state, "boat 3", "dive 1 to 4.1")
    assert names(play(state, "done")) == ["passed"]


def test_the_first_seat_right_begins_the_next_crossing_in_its_turn() -> None:
    """T: the order of seats goes on; being first outside gives nothing."""
    state = position(subs=("3.1", "6.1", "5.1"), boats=(7, 6, 7), mover=BEN)
    play(state, "boat out", "done")
    assert state.boats == [0, 0, 0]
    assert state.waiting() == (CLEO,)


def test_the_same_bathyscaphe_acts_again_next_time() -> None:
    """T: one action for each time the boat stops above it."""
    state = position(sea={"3.2": "Mr Kb"}, subs=("3.2", "6.1"), hands=("rbp", "ryg"))
    play(state, "boat 3", "take 2 Mr", "done", "boat out", "done", "boat out", "done", "boat out")
    play(state, "done", "boat 3")
    assert "take 2 Kb" in words(state)
    assert "dive 2 to 3.3" in words(state)
