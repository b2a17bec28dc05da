"""Moves as words: their order, completion, and choices."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from nim_tui.testing.walks import SEQUENCES
from rules.bataille import BATAILLE
from rules.bataille.moves import ALL_MOVES
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.submarine import SUBMARINE
from screens.table.move_words import MOST_WHOLE, MovePhrases, MovePicker, Words
from tests.rules.tiny import TINY, TinyMove
from tests.screens.tables import LAID, SEARCHED, table_after

MOVES = st.lists(st.sampled_from(ALL_MOVES), min_size=1, max_size=40, unique=True)
ALL_OF_ABC = [
    TinyMove(" ".join(words)) for length in (1, 2, 3, 4) for words in product("abc", repeat=length)
]
PREFIXED = st.one_of(
    st.lists(st.sampled_from(ALL_OF_ABC), min_size=1, max_size=20, unique=True),
    st.sets(st.sampled_from(ALL_OF_ABC), max_size=60).map(
        lambda left_out: [move for move in ALL_OF_ABC if move not in left_out]
    ),
)
"""Few moves or many, with many that begin like others."""


def legal(words: str = SEARCHED) -> list[Move]:
    return list(table_after(words).legal(0))


def test_words_that_may_follow_come_in_the_order_of_the_moves() -> None:
    tree = MovePhrases(legal())
    assert tree.next_words(()) == ["A", "B", "C", "stay"]
    assert tree.next_words(("B",)) == [m.word[2:] for m in legal() if m.word.startswith("B ")]
    assert tree.next_words(("stay",)) == []
    assert tree.next_words(("no", "such")) == []


def test_many_moves_are_chosen_word_by_word_few_at_once() -> None:
    tree = MovePhrases(legal())
    assert tree.choices(()) == [("A",), ("B",), ("C",), ("stay",)]
    few = MovePhrases(legal(f"{SEARCHED}; stay"))
    assert few.choices(()) == [
        *(("drop", ship, level) for ship in "AB" for level in ("100", "200", "300")),
        ("hold",),
    ]


def test_words_that_leave_no_choice_choose_themselves() -> None:
    choosing = MovePicker(legal(""))
    assert choosing.chosen == ("sub",)
    assert not choosing.can_go_back
    choosing.go_back()
    assert choosing.chosen == ("sub",)
    move = choosing.take(("14.200",))
    assert move is not None
    assert move.word == "sub 14.200"


def test_going_back_takes_the_last_word_that_was_a_choice() -> None:
    choosing = MovePicker(legal())
    assert choosing.take(("B",)) is None
    assert choosing.chosen == ("B",)
    assert choosing.can_go_back
    choosing.go_back()
    assert not choosing.chosen


def test_no_moves_offer_nothing() -> None:
    choosing = MovePicker([])
    assert choosing.choices == []
    assert not choosing.can_go_back
    choosing.go_back()
    assert choosing.is_among([])
    assert not choosing.is_among(legal())


def after(moves: list[Move], path: tuple[Words, ...]) -> tuple[MovePicker, Move | None]:
    """Return the choice of a move after some choices, and the move of the last, if any."""
    choosing, move = MovePicker(moves), None
    for choice in path:
        assert move is None, "nothing is chosen after a whole move"
        move = choosing.take(choice)
    return choosing, move


@SEQUENCES
@given(st.one_of(MOVES, PREFIXED))
def test_every_move_can_be_chosen_and_nothing_else(moves: list[Move]) -> None:
    """Whatever the moves, each is reached by one way through choices, one inside another too."""
    reached: list[str] = []
    todo: list[tuple[Words, ...]] = [()]
    while todo:
        path = todo.pop()
        choosing, move = after(moves, path)
        if move is not None:
            reached.append(move.word)
        else:
            assert choosing.choices
            todo += [(*path, choice) for choice in choosing.choices]
    assert sorted(reached) == sorted(move.word for move in moves)


@SEQUENCES
@given(PREFIXED, st.data())
def test_going_back_leads_to_the_beginning_word_by_word(
    moves: list[Move], data: st.DataObject
) -> None:
    choosing = MovePicker(moves)
    begun = (choosing.chosen, choosing.choices)
    while choosing.take(data.draw(st.sampled_from(choosing.choices))) is None:
        pass
    seen = [choosing.chosen]
    while choosing.can_go_back:
        choosing.go_back()
        assert choosing.chosen == seen[-1][: len(choosing.chosen)]
        assert len(choosing.chosen) < len(seen[-1])
        between = range(len(choosing.chosen) + 1, len(seen[-1]))
        for depth in between:
            assert len(choosing.phrases.next_words(seen[-1][:depth])) == 1, "no choice is skipped"
        seen.append(choosing.chosen)
    assert (choosing.chosen, choosing.choices) == begun


@SEQUENCES
@given(PREFIXED)
def test_a_move_that_others_begin_with_is_offered_beside_them(moves: list[Move]) -> None:
    tree = MovePhrases(moves)
    for move in moves:
        words = tuple(move.word.split())
        longer = [m for m in moves if m.word.startswith(f"{move.word} ")]
        assert () in tree.choices(words)
        assert len(tree.choices(words)) > 1 or not longer
        assert tree.descend(words) == words, "no word is added to a whole move by itself"


def test_a_move_and_its_longer_forms_are_chosen_among_few_and_among_many() -> None:
    few = [TinyMove(word) for word in ("take 2 Mr", "take 2 Mr with Kb", "done")]
    choosing = MovePicker(few)
    assert choosing.choices == [("take", "2", "Mr"), ("take", "2", "Mr", "with", "Kb"), ("done",)]
    assert choosing.take(("take", "2", "Mr")) is few[0]
    many = [*few, *(TinyMove(f"dive 2 to {column}.1") for column in range(1, 9))]
    choosing = MovePicker(many)
    assert choosing.choices == [("take",), ("done",), ("dive",)]
    assert choosing.take(("take",)) is None
    assert choosing.chosen == ("take", "2")
    assert choosing.choices == [("Mr",), ("Mr", "with", "Kb")]
    assert choosing.take(("Mr",)) is few[0]


@SEQUENCES
@given(MOVES)
def test_few_ends_or_single_words(moves: list[Move]) -> None:
    choices = MovePhrases(moves).choices(())
    assert len(choices) <= MOST_WHOLE or all(len(choice) == 1 for choice in choices)
    assert len(set(choices)) == len(choices)


def test_completion_takes_any_case_and_spells_it_right() -> None:
    tree = MovePhrases(legal())
    assert tree.complete("s") == "stay"
    assert tree.complete("b p") == "B port"
    assert tree.complete("B ") == f"B {tree.next_words(('B',))[0]}"
    assert tree.complete("STAY") == "stay"
    assert tree.complete("stay") is None
    assert tree.complete("x") is None
    assert tree.complete("x y") is None
    assert tree.complete("") == "A"


@SEQUENCES
@given(MOVES, st.text(max_size=20))
def test_completion_only_adds_to_what_was_typed(moves: list[Move], text: str) -> None:
    completed = MovePhrases(moves).complete(text)
    if completed is not None:
        typed = " ".join(text.split()).casefold()
        assert completed.casefold().startswith(typed)
        assert any(m.word.startswith(completed) for m in moves)


def test_every_move_of_every_game_can_be_typed_back() -> None:
    games: tuple[AnyGame, ...] = (BATAILLE, SUBMARINE, TINY)
    for game in games:
        table = table_after(game=game, words=LAID if game is BATAILLE else "")
        chance = Chance(1)
        for _ in range(40):
            if not table.waiting:
                break
            seat = table.waiting[0]
            moves = table.legal(seat)
            tree = MovePhrases(moves)
            for move in moves:
                assert tree.move(tuple(move.word.split())) is move
            table.play(seat, chance.pick(moves))
