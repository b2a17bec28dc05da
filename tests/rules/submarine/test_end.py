"""The end: every cause, and the moment it is checked."""

from __future__ import annotations

import pytest

from rules.chance import Chance
from rules.contract import IllegalMove
from rules.submarine.game import SUBMARINE
from rules.submarine.state import SubmarineState
from tests.rules.submarine.positions import (
    ANA,
    BEN,
    names,
    pile,
    play,
    position,
    start,
    tokens,
    words,
)

ELEVEN = "Ar Br Cr Dr Gr Hr Kr Lr Nr Pr Rr"


def outcome(state: SubmarineState) -> tuple[tuple[tuple[int, ...], ...], str]:
    """Return the ranking and cause of a finished game, and check that nobody can move."""
    result = SUBMARINE.result(state)
    assert result is not None
    assert state.waiting() == ()
    seats = range(len(state.boats))
    assert all(words(state, seat) == [] for seat in seats)
    for seat in seats:
        with pytest.raises(IllegalMove):
            SUBMARINE.play(state, seat, SUBMARINE.parse("done"), Chance(0))
    assert result.reason == SUBMARINE.view(state, None).reason != ""
    return result.ranking, result.reason


def eleven_types(*, cards: str = "rbp", draw: str = "bb", kept: str = "") -> SubmarineState:
    """Return Ana, who lacks a mask, just stopped above one; Ben has nothing."""
    state = position(
        sea={"3.2": "Mr Kb"}, subs=("3.2", "6.1"), boards=(ELEVEN, ""),
        hands=(cards, "ryg"), piles=(draw, "bb"), jokers=(kept, ""),
    )  # fmt: skip
    play(state, "boat 3")
    return state


def last_treasure(lying: str = "Mr", *, kept: str = "") -> SubmarineState:
    """Return Ana just stopped above column 3, where few tokens are left."""
    state = position(
        sea={"3.2": lying, "3.4": ""},
        subs=("3.2", "6.1"),
        hands=("rrb", "ryg"),
        jokers=(kept, ""),
        boards=("Dr", ""),
    )
    play(state, "boat 3")
    return state


def poor(ben: str, *others: str) -> SubmarineState:
    """Return Ana with one red card left, just stopped above a red treasure."""
    state = position(
        sea={"3.2": "Mr Kb"},
        subs=("3.2", "6.1", "6.1")[: 2 + len(others)],
        hands=("r", ben, *others),
        piles=("",) * (2 + len(others)),
    )
    play(state, "boat 3")
    return state


def test_the_twelfth_type_ends_the_game_at_once() -> None:
    """T: a player has all 12 types; nothing more is done in the turn."""
    state = eleven_types()
    events = play(state, "take 2 Mr")
    assert outcome(state)[0] == ((ANA,), (BEN,))
    assert names(events)[-1] == "ended"
    assert events[-1].seat == ANA


def test_eleven_types_are_not_twelve() -> None:
    """T: all 12: a second of a known type is no twelfth."""
    state = eleven_types()
    play(state, "take 2 Kb")
    assert SUBMARINE.result(state) is None
    assert state.waiting() == (ANA,)


def test_the_twelfth_type_may_be_paid_with_a_joker() -> None:
    """T: however it was paid."""
    state = eleven_types(cards="", draw="", kept="Sy")
    play(state, "take 2 Mr with Sy")
    assert outcome(state)[0] == ((ANA,), (BEN,))
    assert tokens(state, "3.2") == {"Kb", "Sy"}


def test_the_end_is_looked_for_when_all_is_paid() -> None:
    """R: after a complete take: tribute and the receivers' draws come first."""
    state = position(
        sea={"3.2": "Mr Kb"}, subs=("3.2", "3.1"), boards=(ELEVEN, ""),
        hands=("rbg", "y"), piles=("", ""),
    )  # fmt: skip
    play(state, "boat 3", "take 2 Mr")
    assert SUBMARINE.result(state) is None
    assert names(play(state, "give blue")) == ["gave", "drew", "took", "ended"]
    assert outcome(state)[0] == ((ANA,), (BEN,))
    result = SUBMARINE.result(state)
    assert result is not None
    assert result.figures["cards"] == (1, 2)


def test_the_last_treasure_of_a_column_ends_it() -> None:
    """T: a player takes the last treasure of a column."""
    state = last_treasure("Mr Kb")
    play(state, "take 2 Mr")
    assert SUBMARINE.result(state) is None
    play(state, "take 2 Kb")
    assert outcome(state)[0] == ((ANA,), (BEN,))


def test_other_levels_count() -> None:
    """T: of a column, not of a cell."""
    state = position(sea={"3.2": "Mr", "3.4": "Kb"}, subs=("3.2", "6.1"))
    play(state, "boat 3", "take 2 Mr")
    assert SUBMARINE.result(state) is None


@pytest.mark.parametrize("shells", ["Sy", "Sy Sg"])
def test_shells_left_alone_in_a_column_end_it(shells: str) -> None:
    """T, golden: shells do not count as treasures."""
    state = last_treasure(f"Mr {shells}")
    play(state, "take 2 Mr")
    outcome(state)
    assert tokens(state, "3.2") == set(shells.split())


def test_a_shell_put_down_for_the_last_treasure_ends_it() -> None:
    """T: the joker laid in its place does not count."""
    state = last_treasure(kept="Sg")
    play(state, "take 2 Mr with Sg")
    outcome(state)


def test_a_surplus_treasure_put_down_counts() -> None:
    """R: there is still a treasure in the column; the game goes on, until that one is taken."""
    state = last_treasure(kept="Db")
    play(state, "take 2 Mr with Db")
    assert SUBMARINE.result(state) is None
    assert state.waiting() == (ANA,)
    play(state, "done", "boat out", "done", "boat out", "done", "boat out", "done")
    play(state, "boat 3", "take 2 Db")
    outcome(state)


def test_taking_a_shell_leaves_the_treasures() -> None:
    """T: treasures are looked at, not shells."""
    state = last_treasure("Mr Sb")
    play(state, "take 2 Sb")
    assert SUBMARINE.result(state) is None


def test_no_card_anywhere_ends_it() -> None:
    """T: no player holds a card, in hand or pile."""
    state = poor("")
    play(state, "take 2 Mr")
    assert outcome(state)[0] == ((ANA,), (BEN,))


@pytest.mark.parametrize("others", [("y",), ("", "y"), ("y", "")])
def test_one_card_is_enough_to_go_on(others: tuple[str, ...]) -> None:
    """T: no player."""
    state = poor(*others)
    play(state, "take 2 Mr")
    assert SUBMARINE.result(state) is None


def test_a_card_in_a_pile_is_a_card() -> None:
    """T: in hand or pile, so an empty hand is not the end."""
    state = position(sea={"3.2": "Mr Kb"}, subs=("3.2", "6.1"), hands=("r", ""), piles=("y", ""))
    play(state, "boat 3", "take 2 Mr")
    assert SUBMARINE.result(state) is None


def test_each_cause_has_its_word() -> None:
    """T: types, column, cards; R: the limit."""
    types, column, cards = eleven_types(), last_treasure(), poor("")
    for state in (types, column, cards):
        play(state, "take 2 Mr")
    limit = position(subs=("3.1", "6.1"), boats=(6, 7), round_limit=1)
    play(limit, "boat out", "done")
    assert len({outcome(state)[1] for state in (types, column, cards, limit)}) == 4


def test_by_default_no_limit_ends_the_game() -> None:
    """T, R: nothing in the text; automatic play ends after 60 crossings."""
    assert start().round_limit is None
    assert dict(SUBMARINE.automatic) == {"round_limit": 60}
    state = position(subs=("3.1", "6.1"), boats=(6, 7), crossing=10_000)
    play(state, "boat out", "done")
    assert state.waiting() == (BEN,)


def test_the_limit_counts_crossings_of_all_boats() -> None:
    """R: all boats left to right is one; the last one's exchange is made before."""
    state = position(subs=("3.1", "6.1"), round_limit=2)
    play(state, "boat out", "done", "boat out", "done")
    assert SUBMARINE.result(state) is None
    play(state, "boat out", "done", "boat out")
    assert state.waiting() == (BEN,)
    play(state, "swap red")
    assert outcome(state)[0] == ((ANA, BEN),)
    assert pile(state, BEN) == "rbpb"
