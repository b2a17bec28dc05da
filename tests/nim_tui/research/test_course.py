"""A game one choice at a time: fair, reproducible, and telling a seat no more than its view."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.research.encoding import Entries
from nim_tui.research.environment import Environment, NoSuchAction, ScriptedChance, Undrawn
from nim_tui.research.subject import Subject, subject_of
from rules.chance import Chance
from rules.contract import Result, UnsuitableTable
from tests.depth import examples
from tests.nim_tui.research.walking import each_subject, walked

FEW: Final = examples(8, 40)
seeds = st.integers(0, 2**32)
depths = st.integers(0, 200)
GAMES: Final = ("bataille", "submarine", "himalaya", "schwarm")


class Noted(Chance):
    """Chance that notes its draws; what has one outcome is none."""

    __slots__ = ("outcomes",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.outcomes: list[int] = []

    def below(self, count: int) -> int:
        """A draw, noted."""
        outcome = super().below(count)
        if count > 1:
            self.outcomes.append(outcome)
        return outcome


def told(course: Environment, seat: int) -> tuple[str, Entries, list[int]]:
    """All that is told to the player of a seat: words, numbers, and what they may choose."""
    own = course.actions if course.seat == seat else []
    return course.information(seat), course.observation(seat), own


@each_subject
@FEW
@given(seeds, depths)
def test_worlds_that_differ_in_what_a_seat_cannot_know_look_alike_to_it(
    subject: Subject, seed: int, depth: int
) -> None:
    course = walked(subject, seed, depth)
    for seat in range(subject.seats):
        others = [course.imagine(seat, Chance(seed + n)) for n in range(2)]
        for other in others:
            if course.seat == seat:
                assert told(other, seat) == told(course, seat)
            else:  # the parts that another has chosen are theirs alone
                assert told(other, seat)[:2] == told(course, seat)[:2]


@pytest.mark.parametrize("name", ["bataille", "submarine", "himalaya"])
def test_imagined_worlds_do_differ(name: str) -> None:
    subject = subject_of(name)
    first = {"bataille": 12, "submarine": 4, "himalaya": subject.seats + 6}[name]
    course = walked(subject, 11, first)
    assert course.seat is not None
    other = next(seat for seat in range(subject.seats) if seat != course.seat)
    looker = course.seat if name == "himalaya" else other
    worlds = {str(course.imagine(looker, Chance(n))) for n in range(20)}
    assert len(worlds) > 1


def test_who_chooses_at_once_does_not_see_what_the_other_chose() -> None:
    one, other = (Environment(subject_of("bataille"), Chance(1)) for _ in range(2))
    for course, camp in ((one, (0, 40, 80, 110)), (other, (3, 50, 90, 120))):
        assert course.seat == 0
        for action in camp:
            course.choose(action)
        assert course.seat == 1
    assert told(one, 1) == told(other, 1)
    assert told(one, 0) != told(other, 0)


def test_an_order_of_a_program_shows_to_nobody_else() -> None:
    course = walked(subject_of("himalaya"), 2, 3)
    seat, parts = course.seat, course.parts
    assert seat == 0
    assert parts == ()
    before = [told(course, each) for each in range(3)]
    course.choose(4)
    assert course.parts == (4,)
    after = [told(course, each) for each in range(3)]
    assert after[1:] == before[1:]
    assert after[0][0] == f"{before[0][0]} p"
    assert after[0][1] != before[0][1]


@each_subject
def test_draws_made_by_hand_come_to_the_same_game(subject: Subject) -> None:
    noted, pick = Noted(9), Random(9)
    one, other = Environment(subject, noted), Environment(subject)
    while not one.is_over:
        while other.draw is not None:
            other.choose(noted.outcomes.pop(0))
        assert noted.outcomes == []
        action = pick.choice(one.actions)
        assert one.actions == other.actions
        one.choose(action)
        other.choose(action)
    while other.draw is not None:
        other.choose(noted.outcomes.pop(0))
    assert str(one) == str(other)
    assert one.returns() == other.returns()
    assert sum(one.returns()) == pytest.approx(0)


def written(course: Environment) -> Environment:
    """The same, written down and read again."""
    again = pickle.loads(pickle.dumps(course))
    assert isinstance(again, Environment)
    return again


@pytest.mark.parametrize("name", GAMES)
def test_a_game_written_down_goes_on_as_it_would_have(name: str) -> None:
    course, pick = Environment(subject_of(name)), Random(4)
    for _ in range(150):
        if not course.is_over:
            course.choose(pick.choice(course.actions))
    again = written(course)
    assert str(again) == str(course)
    assert again.actions == course.actions


def on_its_own(name: str) -> Environment:
    """A game that draws by itself, in the middle of it and, where a move has parts, of a move."""
    course, pick = Environment(subject_of(name), Chance(4)), Random(4)
    for _ in range(61):
        course.choose(pick.choice(course.actions))
    return course


def played_on(course: Environment) -> str:
    """Where a game comes to by the first action each time."""
    for _ in range(60):
        if not course.is_over:
            course.choose(course.actions[0])
    return str(course)


@pytest.mark.parametrize("again", [copy.deepcopy, written])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_draws_by_itself_goes_on_alike_as_a_copy(
    name: str, again: Callable[[Environment], Environment]
) -> None:
    """With the same luck, of which the other loses none."""
    course = on_its_own(name)
    other = again(course)
    assert (str(other), other.actions) == (str(course), course.actions)
    assert played_on(other) == played_on(again(course)) == played_on(course)


@pytest.mark.parametrize("name", GAMES)
def test_what_happens_to_a_copy_stays_with_it(name: str) -> None:
    course = walked(subject_of(name), 6, 40)
    before = str(course), [told(course, seat) for seat in range(course.subject.seats)]
    other, pick = course.copy(), Random(6)
    for _ in range(30):
        other.choose(pick.choice(other.actions))
    assert (str(course), [told(course, s) for s in range(course.subject.seats)]) == before


@pytest.mark.parametrize("action", [-1, 300, 10**6])
def test_no_other_action_may_be_taken(action: int) -> None:
    course = Environment(subject_of("bataille"))
    before = str(course)
    with pytest.raises(NoSuchAction):
        course.choose(action)
    assert str(course) == before
    setting_up = Environment(subject_of("submarine"))
    assert setting_up.draw is not None
    with pytest.raises(NoSuchAction):
        setting_up.choose(setting_up.draw.outcomes)


def test_before_the_set_up_there_is_nothing_to_see() -> None:
    course = Environment(subject_of("submarine"))
    assert course.seat is None
    assert course.information(0) == ""
    assert not course.observation(0)
    assert course.returns() == [0, 0]


@pytest.mark.parametrize(
    ("ranking", "worth"),
    [
        (((0,), (1, 2)), [1, -0.5, -0.5]),
        (((1, 2), (0,)), [-0.5, 0.25, 0.25]),
        (((0, 1, 2),), [0, 0, 0]),
        ((), [0, 0, 0]),
    ],
)
def test_what_an_end_is_worth(ranking: tuple[tuple[int, ...], ...], worth: list[float]) -> None:
    assert subject_of("himalaya", 3).returns(Result(ranking, "chain")) == pytest.approx(worth)


def test_a_script_ends_with_the_question_how_to_go_on() -> None:
    chance = ScriptedChance((2, 0))
    assert (chance.below(3), chance.below(1), chance.below(5)) == (2, 0, 0)
    with pytest.raises(Undrawn) as wanted:
        chance.below(6)
    assert wanted.value.outcomes == 6


def test_own_boards_and_impossible_tables_are_refused() -> None:
    with pytest.raises(UnsuitableTable):
        subject_of("bataille", 3)
    with pytest.raises(UnsuitableTable):
        subject_of("himalaya", options={"board": "no board"})
    with pytest.raises(UnsuitableTable):
        subject_of("bataille", options={"turn_limit": None})
