"""Taking a token: the price by card or joker, the tribute, and the token's new place."""

from __future__ import annotations

import pytest

from rules.submarine.board import COLOURS
from rules.submarine.events import Drew, Passed, Took
from rules.submarine.state import SubmarineState
from tests.rules.submarine.positions import (
    ANA,
    BEN,
    board,
    hand,
    jokers,
    names,
    pile,
    play,
    position,
    refuse,
    said,
    tokens,
    words,
)

SEA = {"3.1": "Ar", "3.2": "Mr Kb", "3.3": "Pp Sg", "3.4": "Ly"}


def at_3(
    own: str = "3.2",
    other: str = "6.1",
    *,
    cards: str = "rbp",
    draw: str = "yyyy",
    kept: str = "",
    owned: str = "",
) -> SubmarineState:
    """Return Ana's boat, just stopped above column 3; Ben has a full hand and a pile."""
    state = position(
        sea=SEA,
        subs=(own, other),
        hands=(cards, "ryg"),
        piles=(draw, "pp"),
        jokers=(kept, ""),
        boards=(owned, ""),
    )
    play(state, "boat 3")
    return state


def test_a_card_of_the_colour_is_discarded() -> None:
    """T: from hand, out of the game; the treasure goes to the owner's board."""
    state = at_3()
    assert names(play(state, "take 2 Mr")) == ["discarded", "took"]
    assert hand(state, ANA) == "bp"
    assert pile(state, ANA) == "yyyy"
    assert state.discards == [1, 0, 0, 0, 0]
    assert board(state, ANA) == {"Mr"}
    assert tokens(state, "3.2") == {"Kb"}
    assert (hand(state, BEN), pile(state, BEN)) == ("ryg", "pp")


def test_no_card_of_the_colour_no_treasure() -> None:
    """T: one of the token's colour, and from hand: the pile does not count."""
    state = at_3(cards="bpp", draw="rrrr")
    assert said(state, "take") == {"take 2 Kb"}
    refuse(state, "take 2 Mr")


def test_several_tokens_of_the_cell() -> None:
    """T: one or more, each paid for."""
    state = at_3()
    play(state, "take 2 Mr", "take 2 Kb")
    assert board(state, ANA) == {"Mr", "Kb"}
    assert hand(state, ANA) == "p"


def test_only_tokens_of_its_own_cell() -> None:
    """T: those of its cell: neither another level nor another column."""
    state = at_3(cards="rgp", owned="Nr")
    refuse(state, "take 1 Ar", "take 3 Pp", "take 3 Sg", "take 2 Ar", "take 2 Pp", "take 2 Gr")


def test_each_enemy_at_the_level_or_above_is_paid() -> None:
    """T, golden: at level 3, one for each enemy at levels 1-3 of its column, none for level 4."""
    for enemy, due in (("3.1", 1), ("3.2", 1), ("3.3", 1), ("3.4", 0), ("2.1", 0), ("4.3", 0)):
        state = at_3("3.3", enemy)
        play(state, "take 3 Pp")
        assert len(pile(state, ANA)) == 4 - due
        assert len(pile(state, BEN)) == 2 + due
        assert len(hand(state, BEN)) == 3
        assert hand(state, ANA) == "rb"


def test_several_enemies_at_one_cell_each_count() -> None:
    """T: bathyscaphes are counted, not cells or players."""
    state = at_3("3.3", "3.1 3.1 3.3 3.4 5.1")
    play(state, "take 3 Pp")
    assert pile(state, ANA) == "y"
    assert pile(state, BEN) == "ppyyy"


def test_own_bathyscaphes_cost_nothing() -> None:
    """T: enemy bathyscaphes only."""
    state = at_3("3.1 3.1 3.2 3.2")
    play(state, "take 2 Mr")
    assert pile(state, ANA) == "yyyy"


def test_each_token_is_paid_for_anew() -> None:
    """T: paying is for one token."""
    state = at_3("3.2", "3.1")
    play(state, "take 2 Mr", "take 2 Kb")
    assert pile(state, ANA) == "yy"
    assert pile(state, BEN) == "ppyy"


@pytest.mark.parametrize(("cards", "draw", "enough"), [("r", "y", False), ("r", "yy", True)])
@pytest.mark.parametrize("held", ["", "b"])
def test_who_cannot_pay_all_cannot_take(cards: str, draw: str, held: str, enough: bool) -> None:
    """T: pile and hand together must do; the discarded card does not count as given."""
    state = at_3("3.2", "3.1 3.2" if not held else "3.1 3.2 3.2", cards=cards + held, draw=draw)
    assert ("take 2 Mr" in words(state)) is enough
    if not enough:
        refuse(state, "take 2 Mr")


def test_a_card_from_each_is_not_owed_with_a_joker() -> None:
    """T, F: a shell laid in its place; nothing else is due, no cards are needed."""
    state = at_3("3.2", "3.1 3.2", cards="", draw="", kept="Sy")
    assert said(state, "take") == {"take 2 Mr with Sy", "take 2 Kb with Sy"}
    (event,) = play(state, "take 2 Mr with Sy")
    assert isinstance(event, Took)
    assert event.joker == "Sy"
    assert tokens(state, "3.2") == {"Kb", "Sy"}
    assert (board(state, ANA), jokers(state, ANA)) == ({"Mr"}, set())
    assert (hand(state, BEN), pile(state, BEN)) == ("ryg", "pp")
    assert state.discards == [0] * len(COLOURS)


def test_a_surplus_treasure_is_a_joker() -> None:
    """T: a treasure held as surplus is put in the cell."""
    state = at_3(kept="Dp", owned="Dr")
    play(state, "take 2 Mr with Dp")
    assert tokens(state, "3.2") == {"Kb", "Dp"}
    assert board(state, ANA) == {"Dr", "Mr"}


def test_a_joker_pays_for_a_shell_too() -> None:
    """T: one token, paid in either way: a shell is a token."""
    state = at_3("3.3", kept="Dp", owned="Dr")
    play(state, "take 3 Sg with Dp")
    assert jokers(state, ANA) == {"Sg"}
    assert tokens(state, "3.3") == {"Pp", "Dp"}


def test_only_jokers_held_are_laid() -> None:
    """T: a shell or a surplus treasure of one's own; what lies on a board stays there."""
    state = at_3(kept="Sy", owned="Dr")
    refuse(state, "take 2 Mr with Sb", "take 2 Mr with Dr", "take 2 Mr with Kb")
    play(state, "take 2 Mr with Sy")
    refuse(state, "take 2 Kb with Sy")


def test_two_jokers_pay_for_two() -> None:
    """T: each token by a joker of its own."""
    state = at_3(kept="Sy Dp", owned="Dr")
    play(state, "take 2 Mr with Sy", "take 2 Kb with Dp")
    assert tokens(state, "3.2") == {"Sy", "Dp"}


def test_a_shell_in_the_sea_is_bought_by_its_colour() -> None:
    """T: like a treasure, with a card of its colour and the tribute; it is a joker then."""
    refuse(at_3("3.3"), "take 3 Sg")
    state = at_3("3.3", "3.1", cards="ggr")
    play(state, "take 3 Sg")
    assert hand(state, ANA) == "rg"
    assert pile(state, BEN) == "ppy"
    assert (board(state, ANA), jokers(state, ANA)) == (set(), {"Sg"})


def test_what_was_put_down_stays_for_the_turn() -> None:
    """R: no endless swaps: neither by card nor by joker, by no bathyscaphe of that cell."""
    state = at_3("3.2 3.2", cards="rpy", kept="Sy Sp Dp", owned="Dr")
    play(state, "take 2 Mr with Sy", "take 2 Kb with Dp")
    refuse(state, "take 2 Sy", "take 2 Sy with Sp", "take 2 Dp", "take 2 Dp with Sp")
    assert said(state, "take") == set()


def test_what_was_put_down_can_be_taken_later() -> None:
    """R: this turn only: the next player may take it at once, the owner in a later turn."""
    state = at_3("3.2", "3.2", kept="Sy")
    play(state, "take 2 Mr with Sy", "done", "boat 3")
    assert "take 2 Sy" in words(state)
    play(state, "done", "boat out", "done", "boat out", "done", "boat 3")
    play(state, "dive 2 to 3.1", "done", "boat 3")
    assert "take 2 Sy" in words(state)


def test_a_known_type_is_surplus_and_pays_at_once() -> None:
    """T: one of a type he has is a joker, in whatever colour, and in the same turn."""
    state = at_3(owned="Mb")
    play(state, "take 2 Mr")
    assert (board(state, ANA), jokers(state, ANA)) == ({"Mb"}, {"Mr"})
    play(state, "take 2 Kb with Mr")
    assert (board(state, ANA), jokers(state, ANA)) == ({"Mb", "Kb"}, set())
    assert tokens(state, "3.2") == {"Mr"}


def test_the_hand_is_filled_at_the_end_of_the_actions() -> None:
    """T: not between, so what comes cannot pay in this turn; then up to 3."""
    state = at_3("3.1 3.2", cards="rbp", draw="ypr")
    play(state, "take 2 Mr")
    refuse(state, "take 1 Ar")
    play(state, "take 2 Kb")
    assert hand(state, ANA) == "p"
    passed, drew = play(state, "done")
    assert (passed, drew.seen_by(BEN)) == (Passed(ANA), Drew(ANA, 2))
    assert (hand(state, ANA), pile(state, ANA)) == ("rpp", "y")


@pytest.mark.parametrize(("draw", "full"), [("", "p"), ("g", "gp"), ("gy", "ygp"), ("rgy", "ygp")])
def test_as_far_as_the_pile_goes(draw: str, full: str) -> None:
    """T: he plays on with fewer where the pile is empty."""
    state = at_3(draw=draw)
    play(state, "take 2 Mr", "take 2 Kb", "done")
    assert hand(state, ANA) == full
