"""Moves that reveal something: only those whose outcome nobody could know."""

from __future__ import annotations

from itertools import product

import pytest

from rules.bataille.board import NUMBERS, RED, YELLOW
from rules.bataille.game import BATAILLE
from rules.bataille.moves import Kind
from rules.bataille.state import BatailleState
from rules.chance import Chance
from rules.contract import Event
from tests.rules.bataille.battles import battle
from tests.rules.bataille.positions import answer, play, position


def shows(state: BatailleState, *words: str) -> bool:
    """Whether the last of some moves reveals anything."""
    *before, last = words
    new = state.copy()
    play(new, *before)
    return reveals(play(new, last))


def reveals(events: list[Event]) -> bool:
    """Whether any of the events reveals hidden facts."""
    return any(event.reveals for event in events)


def again(state: BatailleState) -> BatailleState:
    """Return the same position at the start of red's turn."""
    state.mover, state.phase = RED, 1
    return state


def test_where_a_submarine_was_sunk_no_mine_can_lie() -> None:
    """T: the mine lies neither in the cell of a submarine nor above one."""
    state = position(red={"A": 14}, yellow_lost=("16.300",), yellow_subs=("1.300", "2.300"))
    assert not shows(state, "A 16")
    assert shows(state, "A 15")


def test_above_a_submarine_that_lives_a_mine_might_lie() -> None:
    """R: what shows or not must not tell where living submarines are."""
    state = position(red={"A": 14}, yellow_subs=("16.100", "2.300", "3.300"))
    assert shows(state, "A 16")


@pytest.mark.parametrize("mine", [15, 16])
def test_a_mine_that_can_lie_under_one_number_alone_is_no_secret(mine: int) -> None:
    """T: it lies under one of 36 numbers: when 35 are ruled out, the last is known."""
    state = position(red={"A": 14}, mines=(31, mine))
    state.tested[RED] = sum(1 << number for number in NUMBERS if number not in (15, 16))
    assert shows(state, "A 15")
    assert shows(state, "A 16")
    state.tested[RED] |= 1 << (31 - mine)
    assert not shows(state, "A 15")
    assert not shows(state, "A 16")


def test_the_same_charge_again_shows_nothing() -> None:
    """T: submarines never move: a miss or a near miss stays what it was."""
    for subs in (("13.200", "2.300", "3.300"), ("1.300", "2.300", "3.300")):
        state = position(red={"A": 14}, yellow_subs=subs)
        assert shows(state, "stay", "drop A 200")
        answer(state)
        assert not shows(again(state), "stay", "drop A 200")
        assert shows(state, "stay", "drop A 100")


def test_after_a_hit_the_same_charge_shows_what_lies_beside() -> None:
    """T: with touché the near misses of others were not told."""
    state = position(red={"A": 14}, yellow_subs=("14.200", "13.200", "3.300"))
    assert answer(state) == "hit"
    assert shows(again(state), "stay", "drop A 200")
    assert answer(state) == 1
    assert not shows(again(state), "stay", "drop A 200")


def test_a_charge_where_nothing_can_lie_shows_nothing() -> None:
    """T: all that a charge could touch or nearly miss was missed by others before."""
    state = position(red={"A": 1, "B": 7})
    state.answers[RED] = [(2, 0), (7, 0)]
    assert shows(state, "stay", "drop A 100")
    state.answers[RED].append((37, 0))
    assert not shows(state, "stay", "drop A 100")
    assert shows(state, "stay", "drop B 200")


def test_under_the_mine_that_exploded_nothing_can_lie() -> None:
    """T: no submarine of its owner lies in its cell or anywhere below."""
    state = position(red={"A": 1, "B": "sunk"}, mines=(31, 1))
    state.answers[RED] = [(8, 0), (13, 0), (3, 0)]
    assert shows(state, "stay", "drop A 100"), "something might lie just below"
    state.mine_spent[YELLOW] = True
    assert not shows(state, "stay", "drop A 100")


@pytest.mark.slow
def test_whether_a_move_shows_something_tells_nothing() -> None:
    """R: it is the same in every camp that the mover can imagine; and so is what shows nothing."""
    flags = set()
    for seed in range(40):
        state = battle(seed, 60 + 5 * seed, blast=seed % 2 == 1)
        for move in BATAILLE.legal(state, state.mover):
            told = BATAILLE.play(state.copy(), state.mover, move, Chance(0))
            flags.add((move.kind, reveals(told)))
            for luck in range(4):
                other = BATAILLE.sample(BATAILLE.view(state, state.mover), Chance(luck))
                heard = BATAILLE.play(other, state.mover, move, Chance(0))
                assert reveals(heard) == reveals(told)
                assert reveals(told) or heard == told
    assert flags >= set(product((Kind.SAIL, Kind.DROP), (False, True)))
