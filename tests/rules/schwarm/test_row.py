"""Phase 1: the row of cards, its prices, the turn-order cards, and the cards each must take."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.chance import Chance
from rules.schwarm.cards import CARD_NAMES, JOKER
from rules.schwarm.events import Ordered, Took
from rules.schwarm.moves import PLAY, ROW
from rules.schwarm.state import SchwarmState
from tests.rules.schwarm.positions import (
    ANA,
    AT_START,
    BEN,
    CLEO,
    all_of,
    cards_held,
    held,
    names,
    play,
    position,
    refuse,
    said,
    start,
    words,
)

STARTS = ("start h0", "start k5", "start d8", "start a3")
FOUR = "joker, ship, ship, whale, crab"
FIVE = "joker, ship, ship, whale, crab, wave"


def opened(players: int, seed: int = 0) -> SchwarmState:
    """Return a table at its first row."""
    state = start(players, seed)
    play(state, *STARTS[:players], chance=Chance(seed))
    return state


def row(state: SchwarmState) -> list[str]:
    """Return the cards of the row."""
    return [CARD_NAMES[card] for card in state.row]


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 15), (4, 16)])
def test_light_then_two_blue_then_green_then_the_pile(players: int, cards: int) -> None:
    """T: from left to right: light cards, 2 blue drawn, green, and last the order cards."""
    state = opened(players)
    laid = row(state)
    assert len(laid) == cards
    assert laid[-1] == "station"
    assert all(card.startswith("blue") or card == "double" for card in laid[-3:-1])
    light = dict(zip(("ship", "researcher", "whale", "wave", "crab"), state.board.light[players]))
    assert Counter(laid[:-3]) == light
    assert sum(state.blue_pile) == 4
    assert state.orders_left == [*range(1, players + 1)]


def test_light_and_blue_cards_come_at_random() -> None:
    """T: in random order; blue ones drawn."""
    rows = [row(opened(2, seed)) for seed in range(40)]
    assert len({tuple(laid[:-3]) for laid in rows}) > 20
    assert {card for laid in rows for card in laid[-3:-1]} == {
        "blue station",
        "double",
        "blue whale",
        "blue wave",
        "blue crab",
    }
    assert len({laid[0] for laid in rows}) == 5


def test_a_card_costs_as_many_as_lie_to_its_left() -> None:
    """T: the leftmost is free; after a card is taken the gap closes."""
    state = position(row="ship, whale, crab, wave", cards=("joker", "joker"))
    assert play(state, "card 3") == [Took(ANA, "crab", 2)]
    assert row(state) == ["ship", "whale", "wave"]
    assert play(state, "card 3") == [Took(BEN, "wave", 2)]
    assert play(state, "card 1") == [Took(ANA, "ship", 0)]
    assert state.points == [18, 18]


def test_the_order_pile_costs_the_action_cards_left() -> None:
    """T: any one order card of the pile, not only the top one."""
    state = position(row="ship, whale, crab", cards=("joker", "joker"))
    assert said(state, "order") == {
        f"{number} {capacity}"
        for number in (1, 2)
        for capacity in ("fast", "golden", "protection", "brilliant")
    }
    events = play(state, "order 2 brilliant")
    assert events == [Ordered(ANA, 2, "brilliant", 3)]
    assert state.points == [17, 20]
    assert said(state, "order") == {"1 fast", "1 golden", "1 protection"}
    refuse(state, "order 2 fast", "order 1 brilliant", "order 3 fast")


def test_with_no_action_card_left_an_order_card_is_free() -> None:
    """T: it costs the number of action cards left in the line."""
    state = position(row="", cards=(FIVE, FIVE), points=(0, 5))
    play(state, "order 1 fast", "order 2 golden")
    assert state.points == [0, 5]


def test_the_golden_tile_is_taken_at_once() -> None:
    """T: with the capacity golden tile he takes one golden tile at once into his hand."""
    state = position(row="ship", cards=("joker", "joker"))
    play(state, "order 1 golden")
    assert held(state, ANA) == "golden"
    assert state.golden_left == 3


def test_who_has_an_order_card_takes_action_cards() -> None:
    """T: once a round."""
    state = position(row="ship, crab", cards=("joker", "joker"), taken=(1, 0), orders=(2,))
    assert words(state) == ["card 1", "card 2"]


@pytest.mark.parametrize(
    ("players", "own"), [(2, FIVE), (3, FIVE), (4, FOUR)], ids=["five", "five of three", "four"]
)
def test_who_has_his_action_cards_takes_an_order_card(players: int, own: str) -> None:
    """T: 5 each with 2 or 3 players, 4 each with 4, and 1 order card each."""
    cards = (own, *["joker"] * (players - 1))
    state = position(AT_START[:players], row="ship", cards=cards)
    assert said(state, "card") == set()
    assert len(words(state)) == players * 4
    less = (own.rpartition(",")[0], *["joker"] * (players - 1))
    state = position(AT_START[:players], row="ship", cards=less)
    assert said(state, "card") == {"1"}


def test_nobody_goes_below_0() -> None:
    """T: with 2 PR the first three, and no order card that costs 4."""
    state = position(row="ship, ship, crab, wave", cards=("joker", "joker"), points=(2, 9))
    assert words(state) == ["card 1", "card 2", "card 3"]
    refuse(state, "card 4", "order 1 fast", "card 5")
    state = position(row="ship, ship", cards=("joker", "joker"), points=(2, 9))
    assert "order 1 fast" in words(state)


def test_who_has_nothing_takes_the_first() -> None:
    """T: who still needs action cards can always take the first."""
    state = position(row="ship, ship, crab, wave", cards=("joker", "joker"), points=(0, 0))
    assert words(state) == ["card 1"]


def test_who_can_pay_nothing_is_passed_over_until_he_can() -> None:
    """T: who can afford nothing he still may take waits."""
    state = position(
        row="ship, crab, wave",
        cards=("joker, ship, ship, whale, crab", FIVE, "joker, ship, ship, crab"),
        stations=AT_START[:3],
        points=(9, 1, 9),
        taken=(1, 0, 3),
    )
    events = play(state, "card 3")
    assert names(events) == ["took", "waited"]
    assert [event.seat for event in events] == [ANA, BEN]
    assert state.mover == CLEO
    play(state, "card 1")
    assert state.mover == BEN
    assert all_of(play(state, "order 2 fast"), Ordered)[0].price == 1
    assert (state.mover, state.points[BEN]) == (CLEO, 0)


def test_who_has_everything_is_passed_over_in_silence() -> None:
    """T: each takes his quota and no more."""
    state = position(
        row="ship, crab", cards=(FIVE, "joker, ship, whale, crab"), taken=(2, 0), order=(BEN, ANA)
    )
    assert names(play(state, "card 1")) == ["took"]
    assert state.mover == BEN


def test_in_turn_order_each_takes_one() -> None:
    """T: in turn order."""
    state = position(AT_START[:3], row="ship, ship, crab, wave", order=(CLEO, ANA, BEN))
    movers = []
    for _ in range(4):
        movers.append(state.mover)
        play(state, "card 1")
    assert movers == [CLEO, ANA, BEN, CLEO]


def test_when_all_are_taken_the_order_is_that_of_the_order_cards() -> None:
    """T: order = order cards."""
    state = position(row="", cards=(FIVE, FIVE), taken=(2, 0), order=(BEN, ANA))
    state.order = [ANA, BEN]
    state.turn = 1
    events = play(state, "order 1 fast")
    assert names(events) == ["ordered", "opened"]
    assert (state.order, state.phase, state.mover) == ([BEN, ANA], PLAY, BEN)


def test_the_next_row_is_taken_in_this_order() -> None:
    """T: and its order cards are all in the pile again, and the capacity cards."""
    state = position(
        AT_START[:3],
        cards=("ship", "", ""),
        taken=(3, 1, 2),
        capacities=("fast", "golden", "brilliant"),
        order=(BEN, CLEO, ANA),
        blue_pile="double, blue crab, blue whale",
    )
    state.turn = 2
    play(state, "ship", "done")
    assert (state.phase, state.round, state.order, state.mover) == (ROW, 2, [BEN, CLEO, ANA], BEN)
    assert len(words(state)) == 15 + 3 * 4


def test_everybody_has_his_joker_besides() -> None:
    """T: every player also plays his joker; it is not one of the cards taken."""
    state = opened(2)
    while state.phase == ROW:
        play(state, words(state)[-1] if state.row else words(state)[0])
    assert all(cards[-1] == JOKER for cards in state.cards)
    assert [len(cards) for cards in state.cards] == [6, 6]
    assert cards_held(state, ANA).count("joker") == 1
