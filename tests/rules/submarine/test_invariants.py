"""Facts that hold at every moment of random games, with all numbers of players."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from rules.chance import Chance
from rules.contract import Event
from rules.submarine.board import (
    CARDS_PER_COLOUR,
    CELLS_OF,
    COLOURS,
    COLUMNS,
    HAND,
    NONE,
    SETUPS,
    SHELLS,
    TOKENS,
    TOKENS_PER_CELL,
    TREASURES,
)
from rules.submarine.events import Discarded, Drew, Gave, Paid, Swapped
from rules.submarine.game import SUBMARINE
from rules.submarine.moves import ACT, GIVE
from rules.submarine.state import SubmarineState
from tests.rules.submarine.positions import words

PLAYERS = (2, 3, 4, 5)
GREED = (0.2, 0.6, 0.95)
"""The shares of possible tokens that are taken, for varied games."""
Step = tuple[SubmarineState, str, list[Event], SubmarineState]
"""The table before, the word, the events, the table after."""

each_table = pytest.mark.parametrize(
    "players",
    [pytest.param(many, marks=pytest.mark.slow if many > 3 else ()) for many in PLAYERS],
)


@cache
def steps(players: int) -> tuple[Step, ...]:
    """Return all moves of some games with this number of players."""
    found: list[Step] = []
    for seed, greed in enumerate(GREED):
        pick, chance = Random(seed), Chance(seed)
        state = SUBMARINE.new(players, {"round_limit": 25}, chance)
        while state.waiting():
            menu, before = words(state), state.copy()
            eager = [word for word in menu if word.startswith(("take", "give", "swap"))]
            word = pick.choice(eager if eager and pick.random() < greed else menu)
            events = SUBMARINE.play(state, state.mover, SUBMARINE.parse(word), chance)
            for seat in range(players):  # as at any table, update the seats' knowledge
                SUBMARINE.view(state, seat)
            found.append((before, word, events, state.copy()))
    return tuple(found)


def tokens_held(state: SubmarineState) -> list[int]:
    """Return every token on the table, in any place."""
    held = [token for cell in state.sea for token in cell]
    held += [token for board in state.boards for token in board if token != NONE]
    return sorted(held + [token for own in state.jokers for token in own])


@pytest.mark.slow
@each_table
def test_every_token_is_somewhere_exactly_once(players: int) -> None:
    """60 treasures and as many shells as players; those of the start and no others."""
    for before, _, _, after in steps(players):
        held = tokens_held(after)
        assert held == tokens_held(before)
        assert held[: len(TREASURES)] == list(TREASURES)
        assert len({*held} & {*SHELLS}) == len(held) - len(TREASURES) == players


@each_table
def test_a_board_holds_each_type_once_and_its_own(players: int) -> None:
    """The treasure in the place of a type is of that type; surplus is of types on the board."""
    for *_, after in steps(players):
        for board, jokers in zip(after.boards, after.jokers):
            for kind, token in enumerate(board):
                assert token == NONE or token // len(COLOURS) == kind
            assert all(j in SHELLS or board[j // len(COLOURS)] != NONE for j in jokers)


@each_table
def test_cards_are_conserved_by_colour(players: int) -> None:
    """Hands, piles, discards, left over and set aside: 12 of each colour, 60 in all."""
    for *_, after in steps(players):
        count = Counter(after.left_over)
        for hand, pile in zip(after.hands, after.piles):
            count.update(hand)
            count.update(pile)
        total = [count[c] + after.discards[c] for c in range(len(COLOURS))]
        assert total == [CARDS_PER_COLOUR - SETUPS[players].set_aside] * len(COLOURS)


@each_table
def test_hands_are_full_or_piles_empty(players: int) -> None:
    """Never above 3; below 3 with cards to draw only in the midst of one's own actions."""
    for *_, after in steps(players):
        for seat, (hand, pile) in enumerate(zip(after.hands, after.piles)):
            assert len(hand) <= HAND
            acting = seat == after.mover and after.phase in (ACT, GIVE)
            over = not after.waiting() and seat == after.mover
            assert len(hand) == HAND or not pile or acting or over


@each_table
def test_no_cell_holds_more_than_its_level(players: int) -> None:
    """Tokens go one for one: a cell never gets more than it had."""
    for before, _, _, after in steps(players):
        for column in COLUMNS:
            for cell, most in zip(CELLS_OF[column], TOKENS_PER_CELL):
                assert len(after.sea[cell]) <= len(before.sea[cell]) <= most


@each_table
def test_bathyscaphes_and_boats_stay_in_the_game(players: int) -> None:
    """As many as were placed, wherever they are; boats at 0-7, and left or further right."""
    for before, word, _, after in steps(players):
        for seat in range(players):
            had, has = sum(before.bathyscaphes[seat]), sum(after.bathyscaphes[seat])
            placed = word.startswith("place") and seat == before.mover
            assert has == had + placed <= SETUPS[players].bathyscaphes
            assert before.boats[seat] <= after.boats[seat] <= 7 or after.boats[seat] == 0


@each_table
def test_a_game_that_goes_on_has_treasures_in_every_column(players: int) -> None:
    """And somebody lacks nothing of what would end it: no 12 types, and cards somewhere."""
    for *_, after in steps(players):
        if after.waiting():
            for column in COLUMNS:
                assert any(token in TREASURES for c in CELLS_OF[column] for token in after.sea[c])
            assert all(NONE in board for board in after.boards)
            assert any([*after.hands, *after.piles])


def moved(before: SubmarineState, after: SubmarineState, seat: int) -> int:
    """Return the change of a player's number of cards."""
    had = len(before.hands[seat]) + len(before.piles[seat])
    return len(after.hands[seat]) + len(after.piles[seat]) - had


@each_table
def test_events_tell_how_many_cards_moved(players: int) -> None:
    """Cards paid, given, discarded and drawn add up to the sizes of hands and piles."""
    for before, _, events, after in steps(players):
        change, hands = [0] * players, [len(hand) for hand in before.hands]
        for event in events:
            if isinstance(event, Paid | Gave):
                count = event.count if isinstance(event, Paid) else 1
                change[event.seat] -= count
                change[event.to] += count
            if isinstance(event, Discarded):
                change[event.seat] -= 1
            if isinstance(event, Discarded | Gave | Swapped):
                hands[event.seat] -= 1
            if isinstance(event, Drew):
                hands[event.seat] += event.count
        assert [moved(before, after, seat) for seat in range(players)] == change
        assert [len(hand) for hand in after.hands] == hands


@pytest.mark.slow
@each_table
def test_what_is_known_of_others_cards_is_true(players: int) -> None:
    """A card that a seat knows in a pile or in another's hand is there."""
    for *_, after in steps(players):
        for look in range(players):
            for owner, player in enumerate(SUBMARINE.view(after, look).players):
                assert not Counter(player.hand) - Counter(after.hands[owner])
                for known, card in zip(player.pile, after.piles[owner]):
                    assert known in (NONE, card)


@pytest.mark.slow
def test_the_games_show_what_is_tested() -> None:
    """Takes in every way, tribute, hand cards given, exchanges, and known cards elsewhere."""
    happened: Counter[str] = Counter()
    for players in PLAYERS:
        for _, word, events, after in steps(players):
            happened.update(event.name for event in events)
            happened["with a joker"] += " with " in word
            for owner, player in enumerate(SUBMARINE.view(after, 0).players):
                happened["known in a hand"] += bool(owner and player.hand)
                happened["known in a pile"] += bool(owner and {*player.pile} - {NONE})
    wanted = ("took", "with a joker", "paid", "gave", "swapped", "drew", "dived", "returned")
    for name in (*wanted, "known in a hand", "known in a pile"):
        assert happened[name] >= 20, name
    assert {token for *_, after in steps(2) for token in tokens_held(after)} <= {*TOKENS}
