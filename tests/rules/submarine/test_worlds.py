"""A seat's knowledge of all cards, against every deal that fits what it was shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

import pytest

from rules.chance import Chance
from rules.submarine import knowledge as worlds
from rules.submarine import state as cards
from rules.submarine.board import CARDS_PER_COLOUR, COLOUR_LETTERS, HAND, NONE, SETUPS
from rules.submarine.game import SUBMARINE
from rules.submarine.state import SubmarineState
from rules.submarine.view import SubmarineView, unseen_cards
from tests.rules.submarine.looks import hand_seen, pile_seen
from tests.rules.submarine.positions import ANA, BEN, CLEO, position

Deal = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
"""The sorted hands, and the piles from the bottom."""
Act = tuple[str, int, int, int]
"""The kind of act, its seat, the other seat, and the colour; NONE without one."""


def small_table(hands: tuple[str, ...], piles: tuple[str, ...]) -> SubmarineState:
    """Return a table where all other cards are out of the game."""
    dealt = CARDS_PER_COLOUR - SETUPS[len(hands)].set_aside
    living = "".join((*hands, *piles))
    out = [dealt - living.count(letter) for letter in COLOUR_LETTERS]
    return position(subs=["3.1"] * len(hands), hands=hands, piles=piles, discards=out)


# Every deal that fits, found by enumeration


def deals_at_first(state: SubmarineState, looker: int) -> set[Deal]:
    """Return all deals of the remaining cards in which the looker has its hand."""
    sizes = [len(hand) for hand in state.hands], [len(pile) for pile in state.piles]
    others = [colour for seat, hand in enumerate(state.hands) if seat != looker for colour in hand]
    others += [card for pile in state.piles for card in pile]
    found = set()
    for order in set(permutations(others)):
        rest = iter(order)
        hands = [
            tuple(state.hands[seat]) if seat == looker else take(rest, size)
            for seat, size in enumerate(sizes[0])
        ]
        piles = tuple(take(rest, size) for size in sizes[1])
        found.add((tuple(tuple(sorted(hand)) for hand in hands), piles))
    return found


def take(rest: Iterator[int], count: int) -> tuple[int, ...]:
    return tuple(next(rest) for _ in range(count))


def after(deal: Deal, act: Act, looker: int, drawn: list[int]) -> Iterator[Deal]:
    """Yield the deals that may follow from a deal, given the looker's view of the act."""
    what, seat, to, colour = act
    hands, piles = [list(hand) for hand in deal[0]], [list(pile) for pile in deal[1]]
    is_seen = what == "discard" or seat == looker
    leaving = [NONE] if what == "pay" else [colour] if is_seen else sorted(set(hands[seat]))
    for left in leaving:
        new_hands, new_piles = [hand[:] for hand in hands], [pile[:] for pile in piles]
        if what == "pay":
            new_piles[to].append(new_piles[seat].pop())
        elif left not in new_hands[seat]:
            continue
        else:
            new_hands[seat].remove(left)
        if what == "give":
            new_piles[to].append(left)
        elif what == "swap":
            new_piles[seat].insert(0, left)
        seen = []
        while what != "discard" and len(new_hands[to]) < HAND and new_piles[to]:
            seen.append(new_piles[to].pop())
            new_hands[to].append(seen[-1])
        if to != looker or seen == drawn:
            yield tuple(tuple(sorted(hand)) for hand in new_hands), tuple(map(tuple, new_piles))


# The same acts on a state


def acts(state: SubmarineState) -> Iterator[Act]:
    """Yield every possible act with the cards of a game."""
    seats = range(len(state.hands))
    for seat in seats:
        for colour in sorted(set(state.hands[seat])):
            yield "discard", seat, seat, colour
            yield "swap", seat, seat, colour
            yield from (("give", seat, to, colour) for to in seats if to != seat)
        if state.piles[seat]:
            yield from (("pay", seat, to, NONE) for to in seats if to != seat)


def do(state: SubmarineState, act: Act) -> list[int]:
    """Do an act; return the cards drawn."""
    what, seat, to, colour = act
    if what == "discard":
        cards.discard(state, seat, colour)
        return []
    if what == "swap":
        cards.put_under(state, seat, colour)
    elif what == "give":
        cards.give_from_hand(state, seat, to, colour)
    else:
        cards.give_from_pile(state, seat, to)
    return cards.refill(state, to)


def deals_of(view: SubmarineView) -> set[Deal]:
    """Return all deals that a view leaves possible."""
    return {deal for world in view.worlds or ((),) for deal in deals_in(view, world)}


def deals_in(view: SubmarineView, world: worlds.World) -> Iterator[Deal]:
    left = unseen_cards(view)
    hands = [list(player.hand) for player in view.players]
    piles = [list(player.pile) for player in view.players]
    for told in world:
        colour = worlds.colour_of(told)
        left.remove(colour)
        pile = worlds.pile_place(worlds.place_of(told))
        if pile is None:
            hands[worlds.place_of(told)].append(colour)
        else:
            assert piles[pile[0]][pile[1]] == NONE
            piles[pile[0]][pile[1]] = colour
    for order in set(permutations(left)):
        rest = iter(order)
        yield (
            tuple(
                tuple(sorted([*hand, *take(rest, player.hand_size - len(hand))]))
                for hand, player in zip(hands, view.players)
            ),
            tuple(tuple(next(rest) if c == NONE else c for c in pile) for pile in piles),
        )


def lying(state: SubmarineState) -> str:
    """Return the places of all cards."""
    return repr((state.hands, state.piles, state.discards))


def histories(
    state: SubmarineState, possible: frozenset[Deal], looker: int, depth: int
) -> Iterable[tuple[SubmarineState, frozenset[Deal]]]:
    """Yield every table after so many acts, with the deals that remain possible for the looker."""
    layer = {(lying(state), possible): state}
    for _ in range(depth):
        following = {}
        for (_, deals), before in layer.items():
            for act in acts(before):
                table = before.copy()
                drawn = do(table, act)
                fitting = frozenset(
                    new for deal in deals for new in after(deal, act, looker, drawn)
                )
                following[(lying(table), fitting)] = table
        yield from ((table, deals) for (_, deals), table in following.items())
        layer = following


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hands", "piles", "depth"),
    [
        (("yyr", "y"), ("b", "r"), 5),
        (("yr", "b", "y"), ("", "r", ""), 3),
        pytest.param(("yyr", "y"), ("b", "r"), 6, marks=pytest.mark.nightly),
        pytest.param(("yr", "b", "y"), ("", "r", "y"), 4, marks=pytest.mark.nightly),
    ],
)
def test_a_seat_knows_just_what_follows_from_what_it_saw(
    hands: tuple[str, ...], piles: tuple[str, ...], depth: int
) -> None:
    """R: all that follows is known, and nothing else, after every history of a few cards."""
    state = small_table(hands, piles)
    seen = 0
    for table, possible in histories(state, frozenset(deals_at_first(state, ANA)), ANA, depth):
        seen += 1
        view = SUBMARINE.view(table, ANA)
        assert deals_of(view) == possible
        for seat in (BEN, CLEO)[: len(hands) - 1]:
            for colour in range(len(COLOUR_LETTERS)):
                least = min(deal[0][seat].count(colour) for deal in possible)
                assert view.players[seat].hand.count(colour) <= least
    assert seen > 500


# Examples of histories


def given(letters: str) -> SubmarineState:
    """Return Ana after giving Ben these cards, which he holds beside a blue one, above two red."""
    state = small_table((letters, "b", ""), ("", "", "rr"))
    for letter in letters:
        do(state, ("give", ANA, BEN, COLOUR_LETTERS.index(letter)))
    for _ in range(2):
        do(state, ("pay", CLEO, BEN, NONE))
    assert hand_seen(state, ANA, BEN) == letters
    return state


def done(state: SubmarineState, what: str, letter: str) -> None:
    do(state, (what, BEN, BEN, COLOUR_LETTERS.index(letter)))


def test_of_two_cards_known_one_still_is_when_any_card_has_left() -> None:
    """R: who saw two yellows go into a hand and one card leave it still knows of one."""
    state = given("yy")
    done(state, "swap", "y")
    assert hand_seen(state, ANA, BEN) == "y"


def test_a_discard_tells_where_a_card_in_doubt_went() -> None:
    """R: with both that were known laid open, the card under the pile was the other one."""
    state = given("yg")
    done(state, "swap", "b")
    assert hand_seen(state, ANA, BEN) == ""
    done(state, "discard", "g")
    done(state, "discard", "y")
    assert SUBMARINE.view(state, ANA).worlds == worlds.NO_DOUBT


def test_a_card_is_known_again_once_the_others_are_seen() -> None:
    """R: when all that Ben kept lies open, the yellow one must be what went under the pile."""
    state = given("yg")
    done(state, "swap", "y")
    for letter in "gbr":
        assert pile_seen(state, ANA, BEN) == ".."
        done(state, "discard", letter)
    assert pile_seen(state, ANA, BEN) == "y."


def test_the_only_card_of_a_hand_is_followed_into_a_pile() -> None:
    """R: of a hand of one known card that card is given; who gave it once knows it there."""
    state = small_table(("y", "", "rgb"), ("", "", ""))
    do(state, ("give", ANA, BEN, 1))
    assert hand_seen(state, ANA, BEN) == "y"
    do(state, ("give", BEN, CLEO, 1))
    assert pile_seen(state, ANA, CLEO) == "y"
    assert pile_seen(state, CLEO, CLEO) == "."


def test_with_too_many_worlds_what_is_known_is_less_but_true() -> None:
    """R: what is kept is bounded; what is forgotten makes no true world impossible."""
    truth = tuple(worlds.fact(worlds.hand_of(1), colour) for colour in range(5))
    own: worlds.Worlds = (truth,)
    for step in range(9):
        place = worlds.pile_card(2, step)
        own = worlds.settled(worlds.left_unseen(own, worlds.hand_of(1), 14 - step, place))
        assert 0 < len(own) <= worlds.MOST_WORLDS
        assert any(set(world) <= set(truth) for world in own)


def test_a_sample_keeps_what_is_in_doubt() -> None:
    """R: what is imagined fits one of the worlds, and is seen just as the truth is."""
    state = given("yg")
    done(state, "swap", "y")
    view = SUBMARINE.view(state, ANA)
    assert len(view.worlds) > 1
    for seed in range(20):
        imagined = SUBMARINE.sample(view, Chance(seed))
        assert SUBMARINE.view(imagined, ANA) == view
        held = tuple(tuple(hand) for hand in imagined.hands)
        piled = tuple(tuple(pile) for pile in imagined.piles)
        assert (held, piled) in deals_of(view)


def test_only_who_lost_sight_of_a_card_is_in_doubt() -> None:
    """Page: the other seats and spectators know no more than before."""
    state = given("yg")
    done(state, "swap", "y")
    assert (
        SUBMARINE.view(state, BEN).worlds == SUBMARINE.view(state, None).worlds == worlds.NO_DOUBT
    )
