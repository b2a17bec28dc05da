"""Outside right: one hand card under the pile, one drawn; and the way back."""

from __future__ import annotations

import pytest

from rules.submarine.state import SubmarineState
from tests.rules.submarine.positions import (
    ANA,
    BEN,
    hand,
    names,
    pile,
    play,
    position,
    refuse,
    said,
    words,
)


def outside(*, cards: str = "rrg", draw: str = "ybp", ben: int = 3) -> SubmarineState:
    """Return Ana's turn with her boat outside right, while Ben's is still at sea."""
    return position(subs=("3.1", "6.1"), boats=(7, ben), hands=(cards, "ryg"), piles=(draw, "bb"))


def test_any_hand_card_or_none() -> None:
    """T: he may put one hand card under his pile, whichever."""
    assert set(words(outside())) == {"swap red", "swap green", "done"}
    refuse(outside(), "swap blue", "swap yellow", "boat 3", "boat out", "dive 1 to 3.2")


def test_the_card_goes_under_the_pile_and_the_top_one_comes() -> None:
    """T: put one under the pile, draw one."""
    state = outside()
    events = play(state, "swap red")
    assert names(events) == ["swapped", "drew"]
    assert hand(state, ANA) == "rgp"
    assert pile(state, ANA) == "ryb"


def test_one_card_a_turn() -> None:
    """T: one and only one; then it is the next player's turn."""
    state = outside()
    play(state, "swap red")
    assert state.waiting() == (BEN,)
    refuse(state, "swap red", "swap green", seat=ANA)


def test_declining_changes_no_card() -> None:
    """T: he may; he need not."""
    state = outside()
    assert names(play(state, "done")) == ["passed"]
    assert (hand(state, ANA), pile(state, ANA)) == ("rrg", "ybp")
    assert state.waiting() == (BEN,)


def test_on_the_turn_of_arrival_and_on_every_turn_after() -> None:
    """T: each turn outside, the first one too."""
    state = position(subs=("3.1", "1.1 3.1 6.1"), boats=(3, 0), hands=("rrg", "ryg"))
    play(state, "boat out")
    for ben in ("boat 1", "boat 3"):
        assert said(state, "swap")
        play(state, "swap red", ben, "done")
    assert state.waiting() == (ANA,)
    assert said(state, "swap")
    assert state.exchanges[ANA] == 2


def test_bathyscaphes_rest_while_the_boat_is_outside() -> None:
    """T: in the sea or outside: never both in a turn."""
    state = outside()
    assert said(state, "dive") == said(state, "take") == said(state, "boat") == set()


def test_no_exchange_at_sea() -> None:
    """T: outside right only."""
    state = position(subs=("3.1", "6.1"))
    refuse(state, "swap red")
    play(state, "boat 3")
    refuse(state, "swap red")


@pytest.mark.parametrize("cards", ["", "r", "rgb"])
def test_nothing_to_draw_is_nothing_to_exchange(cards: str) -> None:
    """R: with an empty pile the same card would come back, as all can see: it is not asked."""
    state = position(subs=("3.1", "6.1 5.1"), boats=(3, 0), hands=(cards, "ryg"), piles=("", "bb"))
    assert names(play(state, "boat out")) == ["left"]
    assert state.waiting() == (BEN,)
    assert said(state, "boat")
    assert hand(state, ANA) == cards


def test_a_lone_card_in_the_pile_is_exchanged() -> None:
    """T: put under it, and the one above is drawn."""
    state = outside(cards="rrg", draw="p")
    play(state, "swap green")
    assert (hand(state, ANA), pile(state, ANA)) == ("rrp", "g")


def test_all_go_back_after_the_last_exchange() -> None:
    """T, R: when all are right, after the last one's exchange, all boats go to the left."""
    state = outside(ben=3)
    play(state, "done", "boat out")
    assert state.boats == [7, 7]
    assert state.waiting() == (BEN,)
    assert set(words(state)) == {"swap red", "swap yellow", "swap green", "done"}
    events = play(state, "swap red")
    assert names(events) == ["swapped", "drew", "returned"]
    assert state.boats == [0, 0]
    assert state.crossing == 1
    assert state.waiting() == (ANA,)
    assert set(words(state)) == {"boat 3", "boat out"}


def test_boats_wait_until_the_last_is_right() -> None:
    """T: all of them."""
    state = position(subs=("3.1", "6.1", "5.1"), boats=(7, 6, 0))
    play(state, "done", "boat out", "done", "boat 5", "done", "done", "done")
    assert state.boats == [7, 7, 5]
    assert state.crossing == 0
    play(state, "boat out", "done")
    assert state.boats == [0, 0, 0]
    assert state.waiting() == (ANA,)
