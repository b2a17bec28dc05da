"""Every move has its actions, and every action means one thing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from nim_tui.research.encoding import Choices, CompleteMove, MoveChoices, Numbering
from nim_tui.research.subject import Subject, subject_of
from nim_tui.testing.walks import some
from rules.chance import Chance
from rules.contract import Move, NotAMove
from rules.himalaya.moves import PROGRAMS
from tests.nim_tui.research.walking import each_subject


def by_parts(numbering: Numbering, legal: Sequence[Move], move: Move) -> Move:
    """The move that its own parts lead to."""
    after: Choices | CompleteMove = numbering.choices(legal)
    for part in numbering.parts(move):
        assert not isinstance(after, CompleteMove)
        assert list(after.actions) == sorted(set(after.actions))
        after = after.after(part)
    assert isinstance(after, CompleteMove)
    return after.move


@each_subject
def test_the_parts_of_every_legal_move_lead_to_it(subject: Subject) -> None:
    game, numbering, chance, pick = subject.game, subject.numbering, Chance(3), Random(3)
    state = game.new(subject.seats, subject.options, chance)
    while state.waiting():
        seat = state.waiting()[0]
        legal = game.legal(state, seat)
        for move in some(legal)[:: max(1, len(legal) // 20)]:
            assert by_parts(numbering, legal, move) is move
            assert len(numbering.parts(move)) <= numbering.most_parts
        game.play(state, seat, pick.choice(legal), chance)


@pytest.mark.parametrize("name", ["bataille", "submarine", "himalaya", "schwarm"])
def test_actions_that_are_whole_moves_are_the_words_of_one(name: str) -> None:
    subject = subject_of(name)
    numbering, parts = subject.numbering, 0
    for action, text in enumerate(numbering.names):
        try:
            move = subject.game.parse(text)
        except NotAMove:
            parts += 1
        else:
            assert move.word == text
            assert (action,) == numbering.parts(move) or len(numbering.parts(move)) > 1
    assert parts < 200, "nearly all names are moves"


def test_programs_are_the_same_whether_looked_at_or_not() -> None:
    numbering = subject_of("himalaya").numbering
    lazy, listed = numbering.choices(PROGRAMS), MoveChoices(numbering, PROGRAMS, 0)
    assert list(lazy.actions) == listed.actions == [0, 1, 2, 3, 4]
    one: Choices | CompleteMove = lazy
    other: Choices | CompleteMove = listed
    for order in (2, 0, 4, 4, 1, 3):
        assert not isinstance(one, CompleteMove)
        assert not isinstance(other, CompleteMove)
        one, other = one.after(order), other.after(order)
    assert one == other
    assert isinstance(one, CompleteMove)
    assert one.move.word == "program rsppit"


@pytest.mark.parametrize(("name", "action"), product(["himalaya", "bataille"], [-1, 5, 10_000]))
def test_what_is_not_offered_cannot_be_chosen(name: str, action: int) -> None:
    game = subject_of(name)
    legal = PROGRAMS if name == "himalaya" else [game.game.parse("sub 14.200")]
    with pytest.raises(KeyError):
        game.numbering.choices(legal).after(action)


def test_two_actions_may_not_have_one_name() -> None:
    with pytest.raises(ValueError, match="one name"):
        Numbering(("pass", "pass"))
