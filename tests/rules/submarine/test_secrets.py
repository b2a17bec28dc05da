"""The knowledge of each seat: tables that differ only in hidden cards look and sound the same."""

from __future__ import annotations

from rules.submarine.events import Discarded
from rules.submarine.game import SUBMARINE
from tests.rules.submarine.looks import (
    EVERYBODY,
    assert_alike,
    hand_seen,
    heard,
    pile_seen,
    table,
    told,
)
from tests.rules.submarine.positions import ANA, BEN, CLEO, play, start


def test_each_sees_his_own_hand_alone() -> None:
    """Page: own hand; of the others only how many cards."""
    state = table(("ryg", "bbp", "p"), ("bbpp", "rr", ""))
    for look in EVERYBODY:
        players = SUBMARINE.view(state, look).players
        assert [player.hand_size for player in players] == [3, 3, 1]
        assert [len(player.pile) for player in players] == [4, 2, 0]
    assert [hand_seen(state, ANA, owner) for owner in (ANA, BEN, CLEO)] == ["ryg", "", ""]
    assert [hand_seen(state, CLEO, owner) for owner in (ANA, BEN, CLEO)] == ["", "", "p"]
    assert [hand_seen(state, None, owner) for owner in (ANA, BEN, CLEO)] == ["", "", ""]


def test_nobody_knows_a_pile() -> None:
    """Page: the order of any pile is known to nobody, not even to its owner."""
    one, other = table(), table(piles=("ppbb", "yrgg", "rrrr"))
    assert_alike(one, other, *EVERYBODY)
    assert pile_seen(one, ANA, ANA) == "...."


def test_a_hand_changes_nothing_that_others_see() -> None:
    """Page: cards paid from a pile are seen by nobody, discards by all."""
    one, other = table(("ryg", "ryg", "ryg")), table(("rbb", "ryg", "ppp"), ("pgyr", "rrgg", ""))
    other.piles[CLEO] = one.piles[CLEO][:]
    for word in ("boat 3", "take 2 Mr", "done", "boat 3", "done", "boat 6", "done", "boat out"):
        told(one, other, word, BEN, None)
        assert one.waiting() == other.waiting()


def test_what_is_public_is_seen_by_all() -> None:
    """Page: sea, boards, jokers, bathyscaphes, boats, discards; sizes of hands and piles."""
    state = table()
    play(state, "boat 3", "take 2 Mr")
    looks = [SUBMARINE.view(state, look) for look in EVERYBODY]
    for name in ("sea", "discards", "turn", "mover", "crossing", "laid", "left_over", "ready"):
        assert len({repr(getattr(view, name)) for view in looks}) == 1
    assert looks[0].discards == (1, 0, 0, 0, 0)
    for owner in (ANA, BEN, CLEO):
        for name in ("bathyscaphes", "boat", "board", "jokers", "hand_size", "types", "cards"):
            assert len({repr(getattr(view.players[owner], name)) for view in looks}) == 1


def test_a_discard_is_seen_by_all() -> None:
    """Page: colours discarded are public."""
    state = table()
    play(state, "boat 3")
    discarded = play(state, "take 2 Mr")[0]
    for look in EVERYBODY:
        assert heard([discarded], look) == [Discarded(ANA, "red")]


def test_a_card_paid_from_the_pile_is_seen_by_nobody() -> None:
    """Page: the pile first, unseen by anyone: neither payer nor receiver."""
    one, other = table(), table(piles=("ggyy", "bbpp", "bbpp"))
    for state in (one, other):
        play(state, "boat 3")
    told(one, other, "take 2 Mr", *EVERYBODY)
    assert pile_seen(one, ANA, BEN) == pile_seen(one, BEN, BEN) == "....."


def test_a_card_drawn_is_seen_by_who_draws() -> None:
    """Page: own hand; the others see that he drew, and how many."""
    one, other = table(), table(piles=("ggyy", "bbpp", "bbpp"))
    for state in (one, other):
        play(state, "boat 3", "take 2 Mr")
    told(one, other, "done", BEN, CLEO, None)
    assert SUBMARINE.view(one, ANA) != SUBMARINE.view(other, ANA)


def test_a_receiver_at_once_sees_what_he_draws_and_nobody_else() -> None:
    """Page: paid from the pile unseen, then drawn into a hand of fewer than 3."""
    hands, piles = ("ryg", "r", "ryg"), ("bbpp", "", "bbpp")
    one, other = table(hands, piles), table(hands, ("bbpg", "", "bbpp"))
    for state in (one, other):
        play(state, "boat 3")
    told(one, other, "take 2 Mr", ANA, CLEO, None)
    assert hand_seen(one, BEN, BEN) == "rp"
    assert hand_seen(other, BEN, BEN) == "rg"
    assert hand_seen(one, ANA, BEN) == ""


def test_the_three_left_over_are_seen_by_nobody() -> None:
    """Page: with 4 players, 3 cards of unknown colours; their number is known."""
    state = start(4)
    other = state.copy()
    other.left_over = [(colour + 1) % 5 for colour in state.left_over]
    for look in (0, 1, 2, 3, None):
        assert SUBMARINE.view(state, look).left_over == 3
        assert repr(SUBMARINE.view(state, look)) == repr(SUBMARINE.view(other, look))


def test_what_was_dealt_is_not_seen() -> None:
    """Page: nor what the others started with, nor what was set aside."""
    state, other = start(2, 1), start(2, 1)
    other.hands[BEN], other.piles[BEN] = [0, 0, 0], [1] * 12
    other.piles[ANA].reverse()
    assert_alike(state, other, ANA, None)
