"""Set-up: the sea, the shells, the cards, and bathyscaphes placed in turn."""

from __future__ import annotations

import pytest

from rules.chance import Chance
from rules.contract import NotAMove, UnsuitableTable
from rules.submarine.board import (
    COLOUR_LETTERS,
    SHELLS,
    TOKEN_NAMES,
    TREASURES,
    TYPES,
)
from rules.submarine.game import SUBMARINE
from tests.rules.submarine.positions import (
    hand,
    jokers,
    letters,
    names,
    pile,
    play,
    position,
    refuse,
    start,
    subs,
    tokens,
    words,
)

TABLE = [(2, 5, 15, 6, 0), (3, 5, 15, 3, 0), (4, 4, 13, 1, 3), (5, 3, 12, 0, 0)]
each_table = pytest.mark.parametrize(
    ("players", "bathyscaphes", "cards", "set_aside", "left_over"), TABLE
)


def test_two_to_five_play() -> None:
    """T: 2-5 players."""
    assert list(SUBMARINE.seats) == [2, 3, 4, 5]
    for players in (1, 6):
        with pytest.raises(UnsuitableTable):
            start(players)


def test_sixty_treasures_twelve_types_in_five_colours() -> None:
    """F: 12 types x 5 colours, one of each; letters are distinct, S is for shells alone."""
    assert len(TREASURES) == len({TOKEN_NAMES[token] for token in TREASURES}) == 60
    assert len(set(TYPES)) == 12
    assert all(letter.isupper() and letter != "S" for letter in TYPES)
    assert len(set(COLOUR_LETTERS)) == 5
    assert all(letter.islower() for letter in COLOUR_LETTERS)
    assert [TOKEN_NAMES[shell] for shell in SHELLS] == ["S" + c for c in COLOUR_LETTERS]


@pytest.mark.parametrize("seed", range(5))
def test_the_sea_gets_one_to_four_treasures_a_cell(seed: int) -> None:
    """T: 1, 2, 3 and 4 a cell on levels 1-4, so 10 a column; every treasure lies somewhere."""
    state = start(3, seed)
    for column in range(1, 7):
        assert [len(tokens(state, f"{column}.{level}")) for level in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert sorted(token for cell in state.sea for token in cell) == list(TREASURES)


def test_the_deal_is_random() -> None:
    """T: treasures at random; cards and the start player too."""
    tables = [start(3, seed) for seed in range(40)]
    assert len({repr(state.sea) for state in tables}) == 40
    assert len({repr(state.piles) for state in tables}) == 40
    assert {state.mover for state in tables} == {0, 1, 2}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_starts_with_one_shell(players: int) -> None:
    """T: one shell each, given at random; shells not given out leave the game."""
    seen = set()
    for seed in range(60):
        state = start(players, seed)
        given = [jokers(state, seat) for seat in range(players)]
        assert all(len(own) == 1 for own in given)
        assert len(set.union(*given)) == players
        assert all(shell.startswith("S") for own in given for shell in own)
        assert not any(token in SHELLS for cell in state.sea for token in cell)
        seen |= given[0]
    assert seen == {"Sr", "Sy", "Sg", "Sb", "Sp"}


@each_table
def test_cards_are_dealt_by_the_table(
    players: int, bathyscaphes: int, cards: int, set_aside: int, left_over: int
) -> None:
    """T, R: equal numbers of each colour set aside; a face-down pile each, 3 drawn into hand."""
    for seed in range(5):
        state = start(players, seed)
        dealt = ""
        for seat in range(players):
            assert len(hand(state, seat)) == 3
            assert len(pile(state, seat)) == cards - 3
            dealt += hand(state, seat) + pile(state, seat)
        rest = letters(state.left_over)
        assert len(rest) == left_over
        assert [(dealt + rest).count(c) for c in COLOUR_LETTERS] == [12 - set_aside] * 5
        assert state.discards == [0] * 5


def test_boats_wait_left_and_boards_are_empty() -> None:
    """T: every boat starts left of the sea."""
    state = start(4)
    assert state.boats == [0, 0, 0, 0]
    assert all(player.types == 0 for player in SUBMARINE.view(state, None).players)


@each_table
def test_bathyscaphes_are_placed_in_turn(
    players: int, bathyscaphes: int, cards: int, set_aside: int, left_over: int
) -> None:
    """T: in turn, one each, in a column of level 1, until all are placed; then the first turn."""
    state = start(players, seed=players)
    first = state.mover
    for step in range(players * bathyscaphes):
        assert state.waiting() == ((first + step) % players,)
        assert words(state) == [f"place {column}" for column in range(1, 7)]
        assert names(play(state, f"place {step % 6 + 1}"))[:1] == ["placed"]
    assert all(len(subs(state, seat)) == bathyscaphes for seat in range(players))
    assert all(cell.endswith(".1") for seat in range(players) for cell in subs(state, seat))
    assert state.waiting() == (first,)
    refuse(state, "place 1")
    assert "boat out" in words(state)


def test_cells_may_be_shared() -> None:
    """T: own ones and those of others, any number in one cell."""
    state = start(5)
    play(state, *["place 4"] * 15)
    assert [subs(state, seat) for seat in range(5)] == [["4.1"] * 3] * 5


@pytest.mark.parametrize("word", ["place 0", "place 7", "place 1.2", "place", "place out"])
def test_only_columns_of_level_1_take_bathyscaphes(word: str) -> None:
    """T: in a column of level 1."""
    with pytest.raises(NotAMove):
        play(start(), word)


def test_nothing_else_is_done_while_placing() -> None:
    """T: boats wait until all are placed."""
    state = position(subs=("3.1 3.1 3.1 3.1", "3.1 3.1 3.1 3.1 3.1"), placing=True)
    refuse(state, "boat 3", "boat out", "done", "dive 1 to 2.1", "swap red")
    refuse(state, "place 1", seat=1)
    play(state, "place 2")
    assert subs(state, 0) == ["2.1", "3.1", "3.1", "3.1", "3.1"]


def test_the_same_seed_deals_the_same_table() -> None:
    """R: chance alone decides."""
    again = SUBMARINE.new(4, {}, Chance(7))
    assert again == start(4, seed=7)
