"""The tribute: the pile before the hand, owner after owner, receivers drawing at once."""

from __future__ import annotations

from rules.chance import Chance
from rules.submarine.events import Gave
from rules.submarine.game import SUBMARINE
from rules.submarine.state import SubmarineState
from tests.rules.submarine.positions import (
    ANA,
    BEN,
    CLEO,
    board,
    hand,
    names,
    pile,
    play,
    position,
    refuse,
    said,
    tokens,
    words,
)

SEA = {"3.1": "Ar", "3.2": "Mr Kb", "3.3": "Pp Sg"}


def paying(
    fleet: str, *others: str, draw: str, cards: str = "rgb", theirs: tuple[str, str] = ("ryg", "pp")
) -> SubmarineState:
    """Return Ben, in the middle seat, who has stopped above column 3 and takes the red mask."""
    state = position(
        sea=SEA,
        subs=(others[0], fleet, *others[1:]),
        hands=(theirs[0], cards, *["ryg"] * (len(others) - 1)),
        piles=(theirs[1], draw, *["pp"] * (len(others) - 1)),
        mover=BEN,
    )
    play(state, "boat 3", "take 2 Mr")
    return state


def test_the_pile_pays_first() -> None:
    """T: from the pile, unasked and unseen; the hand is spared."""
    state = paying("3.2", "3.1 3.2", draw="yrb")
    assert pile(state, BEN) == "y"
    assert hand(state, BEN) == "gb"
    assert board(state, BEN) == {"Mr"}
    assert said(state, "give") == set()


def test_received_cards_lie_on_top() -> None:
    """T: on top of the owner's pile, the first below the second."""
    state = paying("3.2", "3.1 3.2", draw="yrb")
    assert pile(state, ANA) == "ppbr"
    assert hand(state, ANA) == "ryg"


def test_then_hand_cards_pay_and_the_payer_chooses() -> None:
    """T: any colour still in hand, asked each time; the discarded card is gone before."""
    state = paying("3.2", "3.1", draw="", cards="rgb")
    assert state.waiting() == (BEN,)
    assert set(words(state)) == {"give green", "give blue"}
    refuse(state, "give red", "give yellow", "done", "take 2 Kb", "dive 2 to 4.2", "swap green")
    refuse(state, "give green", "give red", seat=ANA)
    assert names(play(state, "give blue")) == ["gave", "took"]
    assert pile(state, ANA) == "ppb"
    assert hand(state, BEN) == "g"


def test_the_pile_is_emptied_before_a_hand_card_goes() -> None:
    """T: one card of the pile, then the payer is asked for the second."""
    state = paying("3.2", "3.1 3.2", draw="y", cards="rgb")
    assert pile(state, BEN) == ""
    assert pile(state, ANA) == "ppy"
    assert set(words(state)) == {"give green", "give blue"}
    play(state, "give green")
    assert pile(state, ANA) == "ppyg"
    assert hand(state, BEN) == "b"


def test_the_token_comes_when_all_is_paid() -> None:
    """T: until then it lies in the sea, and nobody has it."""
    state = paying("3.2", "3.1 3.2", draw="", cards="rgb")
    assert names(play(state, "give blue")) == ["gave"]
    assert tokens(state, "3.2") == {"Mr", "Kb"}
    assert board(state, BEN) == set()
    assert words(state) == ["give green"]
    play(state, "give green")
    assert tokens(state, "3.2") == {"Kb"}
    assert board(state, BEN) == {"Mr"}
    assert "done" in words(state)


def test_seat_order_from_the_payer() -> None:
    """T: Ben pays Cleo, then Dan, then Ana."""
    state = paying("3.2", "3.1", "3.1", "3.1", draw="ygb")
    assert [pile(state, seat) for seat in range(4)] == ["ppy", "", "ppb", "ppg"]


def test_all_of_one_owner_before_the_next() -> None:
    """T: Cleo's two before Ana's one, whatever the levels."""
    state = paying("3.2", "3.1", "3.2 3.1", draw="ygb")
    assert pile(state, CLEO) == "ppbg"
    assert pile(state, ANA) == "ppy"


def test_hand_cards_go_in_the_same_order() -> None:
    """T: the pile to Cleo, the first hand card to Cleo too, the last to Ana."""
    state = paying("3.2", "3.1", "3.2 3.1", draw="y", cards="rgb")
    assert pile(state, CLEO) == "ppy"
    (gave,) = play(state, "give blue")
    assert gave.seen_by(ANA) == Gave(BEN, CLEO)
    assert pile(state, CLEO) == "ppyb"
    gave, _ = play(state, "give green")
    assert gave.seen_by(ANA) == Gave(BEN, ANA)
    assert pile(state, ANA) == "ppg"


def test_a_receiver_with_fewer_than_three_draws_at_once() -> None:
    """T: each card as it comes, up to 3; the rest stays on his pile."""
    state = paying("3.2", "3.1 3.1 3.2", draw="gbb", theirs=("p", ""))
    assert hand(state, ANA) == "bbp"
    assert pile(state, ANA) == "g"


def test_a_receiver_draws_before_the_payer_goes_on() -> None:
    """T: at once, though more is due."""
    state = paying("3.2", "3.1 3.2", draw="", theirs=("p", ""))
    events = play(state, "give green")
    assert [(event.name, event.seat) for event in events] == [("gave", BEN), ("drew", ANA)]
    assert (hand(state, ANA), pile(state, ANA)) == ("gp", "")
    assert state.waiting() == (BEN,)


def test_a_receiver_with_three_does_not_draw() -> None:
    """T: only who holds fewer than 3."""
    state = paying("3.2", "3.1", draw="y")
    assert (hand(state, ANA), pile(state, ANA)) == ("ryg", "ppy")


def test_the_payer_does_not_draw_between() -> None:
    """T: he draws back at the end of his actions; his pile pays for the next token instead."""
    state = paying("3.2", "3.1", draw="yp", cards="rgb")
    play(state, "take 2 Kb")
    assert (hand(state, BEN), pile(state, BEN)) == ("g", "")
    assert pile(state, ANA) == "pppy"


def test_equal_hand_cards_are_one_choice() -> None:
    """T: the payer chooses which; cards of one colour are alike."""
    state = paying("3.2", "3.1", draw="", cards="rbb")
    assert words(state) == ["give blue"]


def test_a_card_of_the_paid_colour_may_be_given() -> None:
    """T: any hand card: a second red one too."""
    state = paying("3.2", "3.1", draw="", cards="rrb")
    assert set(words(state)) == {"give red", "give blue"}


def test_each_payment_is_seen_by_itself() -> None:
    """R: a card paid, Ana's draw, the cards after it, the token: the table as it stands at each."""
    state = position(
        sea=SEA, subs=("3.1 3.1 3.2", "3.2"), hands=("ry", "rgb"), piles=("", "gbb"), mover=BEN
    )
    play(state, "boat 3")
    seen = []
    for event in SUBMARINE.steps(state, BEN, SUBMARINE.parse("take 2 Mr"), Chance(0)):
        ana, ben = SUBMARINE.view(state, None).players
        seen.append((event.name, ben.cards, ana.hand_size, len(ana.pile), tokens(state, "3.2")))
    before, after = {"Mr", "Kb"}, {"Kb"}
    assert seen == [
        ("discarded", 5, 2, 0, before),
        ("paid", 4, 2, 1, before),
        ("drew", 4, 3, 0, before),
        ("paid", 2, 3, 2, before),
        ("took", 2, 3, 2, after),
    ]
