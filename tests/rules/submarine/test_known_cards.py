"""Cards that a player has put somewhere: only that player can follow them."""

from __future__ import annotations

import pytest

from rules.chance import Chance
from rules.submarine.board import COLOURS
from rules.submarine.events import Gave, Swapped
from rules.submarine.game import SUBMARINE
from tests.rules.submarine.looks import assert_alike, hand_seen, heard, pile_seen, table
from tests.rules.submarine.positions import ANA, BEN, CLEO, play, position, start


@pytest.mark.parametrize("colour", ["yellow", "green"])
def test_a_card_given_is_seen_by_its_giver(colour: str) -> None:
    """Page: the colour of `give` is shown only to who makes it; others see a card move."""
    state = table(("ryg", "ryg", "ryg"), ("", "bbpp", "bbpp"))
    play(state, "boat 3", "take 2 Mr")
    gave = play(state, f"give {colour}")[0]
    assert heard([gave], ANA) == [Gave(ANA, BEN, colour)]
    for look in (BEN, CLEO, None):
        assert heard([gave], look) == [Gave(ANA, BEN)]
        assert pile_seen(state, look, BEN) == "....."
    assert pile_seen(state, ANA, BEN) == "...." + colour[0]


def test_givers_of_different_cards_look_alike() -> None:
    """Page: neither receiver nor third party can tell the colours."""
    one, other = (table(piles=("", "bbpp", "bbpp")) for _ in range(2))
    for state, colour in ((one, "yellow"), (other, "green")):
        play(state, "boat 3", "take 2 Mr", f"give {colour}")
    assert_alike(one, other, BEN, CLEO, None)


def test_a_card_given_and_drawn_is_known_to_giver_and_receiver() -> None:
    """Page: what one put there oneself is known, also in the hand it comes to."""
    state = table(("ryg", "b", "ryg"), ("", "", "bbpp"))
    play(state, "boat 3", "take 2 Mr", "give green")
    assert hand_seen(state, BEN, BEN) == "gb"
    assert hand_seen(state, ANA, BEN) == "g"
    assert hand_seen(state, CLEO, BEN) == hand_seen(state, None, BEN) == ""


def test_a_card_given_is_followed_when_drawn_later() -> None:
    """Page: Ben draws the top of his pile after he paid with a card; Ana knows what it was."""
    state = table(piles=("", "bbpp", "bbpp"), subs=("3.2", "3.1 3.2", "6.1"))
    play(state, "boat 3", "take 2 Mr", "give green", "give yellow", "done", "boat 3")
    play(state, "take 2 Kr", "done")
    assert hand_seen(state, BEN, BEN) == "ygg"
    assert hand_seen(state, ANA, BEN) == "g"
    assert hand_seen(state, ANA, ANA) == "y"
    assert pile_seen(state, ANA, BEN) == "...."
    assert hand_seen(state, CLEO, BEN) == ""


def test_a_known_card_paid_on_unseen_stays_known_to_who_put_it_there() -> None:
    """Page: Ana's card lies on Ben's pile; he pays Cleo with it, and Ana alone knows it there."""
    state = position(
        sea={"3.1": "Dr", "3.2": "Mr Kr"}, subs=("3.2", "3.1", "3.1"),
        piles=("", "bbpp", "bbpp"),
    )  # fmt: skip
    play(state, "boat 3", "take 2 Mr", "give green", "give yellow", "done", "boat 3")
    assert pile_seen(state, ANA, BEN) == "....g"
    play(state, "take 1 Dr")
    assert pile_seen(state, ANA, CLEO) == "....yg"
    for look in (BEN, CLEO, None):
        assert pile_seen(state, look, CLEO) == "......"


def test_a_card_swapped_is_seen_by_its_owner() -> None:
    """Page: what a player put under his own pile himself he knows; others see a card move."""
    one, other = (table(ana=7) for _ in range(2))
    swapped = play(one, "swap yellow")[0]
    play(other, "swap green")
    assert heard([swapped], ANA) == [Swapped(ANA, "yellow")]
    assert heard([swapped], BEN) == [Swapped(ANA)]
    assert pile_seen(one, ANA, ANA) == "y..."
    assert pile_seen(one, BEN, ANA) == "...."
    assert_alike(one, other, BEN, CLEO, None)


def test_a_card_swapped_and_paid_stays_known_to_its_owner() -> None:
    """Page: from the bottom of his pile to the top of another's, he still knows it."""
    state = table(piles=("p", "bbpp", "bbpp"), ana=7)
    play(state, "swap yellow", "boat out", "done", "boat out", "done", "boat 3")
    assert pile_seen(state, ANA, ANA) == "y"
    play(state, "take 2 Mr")
    assert pile_seen(state, ANA, BEN) == "....y"
    assert pile_seen(state, BEN, BEN) == "....."


def test_a_hidden_card_that_leaves_takes_certainty_along() -> None:
    """R: Ben swaps some card: nobody can say any more that the one he got is in his hand."""
    state = position(
        sea={"3.2": "Mr Kr"}, subs=("3.2", "3.1"), hands=("ryg", "bp"), piles=("", "rr"),
    )  # fmt: skip
    play(state, "boat 3", "take 2 Mr", "give green")
    assert hand_seen(state, ANA, BEN) == "g"
    play(state, "done", "boat out", "swap blue")
    assert hand_seen(state, ANA, BEN) == ""


def test_a_known_card_that_is_discarded_is_gone() -> None:
    """R: the colour is public; the card known there may have been that one."""
    state = position(
        sea={"3.1": "Dg Ar", "3.2": "Mr Kr"}, subs=("3.2", "3.1"), hands=("ryg", "bp"),
        piles=("", ""),
    )  # fmt: skip
    play(state, "boat 3", "take 2 Mr", "give green", "done", "boat 3", "take 1 Dg")
    assert hand_seen(state, ANA, BEN) == ""
    assert hand_seen(state, BEN, BEN) == "bp"


def test_a_seat_imagines_what_it_knows() -> None:
    """R: a sample keeps the cards that a seat put somewhere itself."""
    state = start(3, 3)
    play(state, *["place 3"] * 15)
    owner, card = state.mover, state.hands[state.mover][0]
    play(state, "boat out", f"swap {COLOURS[card]}")
    for seed in range(5):
        imagined = SUBMARINE.sample(SUBMARINE.view(state, owner), Chance(seed))
        assert imagined.piles[owner][0] == card
