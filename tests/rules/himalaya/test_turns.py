"""Twelve turns; the die, and with it the start, passes to the left after each."""

from __future__ import annotations

import pytest

from rules.himalaya.events import Began, Ended
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import OVER, PROGRAM
from tests.rules.himalaya.positions import (
    ANA,
    BEN,
    CLEO,
    names,
    play,
    position,
    refuse,
    run,
    start,
    told,
)


@pytest.mark.parametrize(("players", "first"), [(3, 0), (3, 2), (4, 1), (4, 3)])
def test_the_first_player_passes_the_die_to_the_left(players: int, first: int) -> None:
    """T: after every turn, round and round."""
    state = position(at=(1, 6, 19, 3)[:players], first=first)
    for turn in range(1, 12):
        assert (state.turn, state.first) == (turn, (first + turn - 1) % players)
        run(state)


def test_the_marker_does_not_advance_before_the_first_turn() -> None:
    """T: turn 1 is 1."""
    state = start()
    assert state.turn == 0
    events = play(state, "camp 1", "camp 2", "camp 3")
    assert state.turn == 1
    assert told(events, Began) == [Began(state.first, 1)]


def test_the_next_turn_is_announced() -> None:
    """T: the marker advances; who begins is told."""
    events = run(position(turn=7, first=BEN))
    assert told(events, Began) == [Began(CLEO, 8)]


@pytest.mark.parametrize("players", [3, 4])
def test_the_game_has_twelve_turns(players: int) -> None:
    """T: no more, no fewer; nobody is asked any more then."""
    state = start(players, seed=5)
    for village in range(players):
        play(state, f"camp {village + 1}")
    for turn in range(1, 13):
        assert (state.phase, state.turn) == (PROGRAM, turn)
        assert HIMALAYA.result(state) is None
        run(state)
    assert state.phase == OVER
    assert state.turn == 12
    assert state.waiting() == ()
    assert HIMALAYA.result(state) is not None
    for seat in range(players):
        assert not HIMALAYA.legal(state, seat)
        refuse(state, "program pppppp", "done", "camp 3", seat=seat)


def test_turn_12_is_played_out() -> None:
    """T: its six rounds, with what is asked in them."""
    state = position(
        at=(5, 6, 19), turn=12, orders={5: "ssb"}, goods={6: "g"}, cubes=("ssb", "", "")
    )
    run(state, "t", "ppppp" + "t")
    assert HIMALAYA.result(state) is None
    events = play(state, "barter", "offer")
    assert sum(state.cubes[BEN]) == 1
    assert state.stupas[5] == ANA
    assert "began" not in names(events)
    assert names(events)[-1] == "ended"
    assert HIMALAYA.result(state) is not None


def test_the_end_names_the_winner() -> None:
    """T: who won alone."""
    alone = position(turn=12, tokens=(0, 2, 1))
    assert told(run(alone), Ended) == [Ended(BEN)]
    shared = position(turn=12, tokens=(2, 2, 1))
    assert told(run(shared), Ended) == [Ended(None)]
