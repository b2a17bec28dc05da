"""The places of a ladder: whatever happens, everybody has one, and only what was meant changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.server.contests.ladder import (
    DRAWN,
    HELD,
    VOID,
    WON,
    Places,
    joined,
    left,
    outcome,
    within_reach,
    won,
)

LADDERS = st.lists(st.integers(1, 12), unique=True).map(tuple)
PEOPLE = st.integers(1, 12)


def place_of(places: Places, who: int) -> int | None:
    return places.index(who) + 1 if who in places else None


def test_the_winner_takes_the_place_and_all_between_go_one_down() -> None:
    assert won((1, 2, 3, 4, 5), 4, 2) == (1, 4, 2, 3, 5)
    assert won((1, 2, 3, 4, 5), 5, 1) == (5, 1, 2, 3, 4)
    assert won((1, 2), 2, 1) == (2, 1)


@given(LADDERS, PEOPLE, PEOPLE)
def test_nobody_is_lost_and_nobody_comes_by_winning(
    places: Places, challenger: int, challenged: int
) -> None:
    assert sorted(won(places, challenger, challenged)) == sorted(places)


@given(LADDERS, PEOPLE, PEOPLE)
def test_winning_moves_the_winner_up_and_others_down_by_one_at_most(
    places: Places, challenger: int, challenged: int
) -> None:
    after = won(places, challenger, challenged)
    if challenger not in places or challenged not in places:
        assert after == places
        return
    for one in places:
        down = after.index(one) - places.index(one)
        assert down in (0, 1) or (one == challenger and down < 0)
    assert after.index(challenger) <= after.index(challenged) or challenger == challenged
    assert left(after, challenger) == left(places, challenger), "all others keep their order"


@given(LADDERS, PEOPLE, PEOPLE)
def test_winning_twice_is_winning_once(places: Places, challenger: int, challenged: int) -> None:
    once = won(places, challenger, challenged)
    assert won(once, challenger, challenged) == once


@given(LADDERS, PEOPLE)
def test_who_joins_stands_last_and_who_leaves_is_gone(places: Places, who: int) -> None:
    after = joined(places, who)
    assert joined(after, who) == after
    assert place_of(after, who) == (place_of(places, who) or len(places) + 1)
    assert left(after, who) == left(places, who)
    assert place_of(left(after, who), who) is None


@given(LADDERS, PEOPLE, st.integers(1, 5))
def test_only_those_just_above_can_be_challenged(places: Places, who: int, reach: int) -> None:
    found = within_reach(places, who, reach)
    own = place_of(places, who)
    if own is None:
        assert found == ()
        return
    assert [place_of(places, one) for one in found] == list(range(max(1, own - reach), own))


@pytest.mark.parametrize(
    ("ranking", "seat", "expected"),
    [
        ([[0], [1]], 0, WON), ([[0], [1]], 1, HELD), ([[1], [0]], 0, HELD), ([[0, 1]], 0, DRAWN),
        ([], 0, VOID), ([[0], [1]], None, VOID),
    ],
)  # fmt: skip
def test_a_challenge_goes_by_the_ranking_of_its_game(
    ranking: list[list[int]], seat: int | None, expected: str
) -> None:
    assert outcome(ranking, seat) == expected
