"""The rules of Mia, sentence by sentence."""

import pytest
from rules.chance import Chance
from rules.contract import Event, IllegalMove

from mia.rules import GAME
from mia.rules.events import Lifted, Lost, Rolled
from mia.rules.moves import ROLLS
from mia.rules.state import TableState


def table(roll: str = "64", *, lives: tuple[int, ...] = (3, 3), double: bool = False) -> TableState:
    """Return a table where the first player has this roll under the cup."""
    return TableState(double, [*lives], ROLLS.index(roll))


def say(state: TableState, *words: str) -> list[Event]:
    """Play moves, each by whoever must; return the events of the last."""
    events: list[Event] = []
    for word in words:
        events = GAME.play(state, state.waiting()[0], GAME.parse(word), Chance(1))
    return events


def test_doubles_rank_above_65_and_mia_above_all() -> None:
    assert [ROLLS.index(roll) for roll in ("31", "65", "11", "66", "21")] == [0, 13, 14, 19, 20]


def test_an_announcement_must_be_higher_than_the_last() -> None:
    state = table()
    say(state, "say 52", "believe")
    with pytest.raises(IllegalMove):
        say(state, "say 52")
    say(state, "say 53")


def test_only_who_rolled_knows_the_dice() -> None:
    state = table("64")
    assert [GAME.view(state, seat).roll for seat in (0, 1, None)] == [ROLLS.index("64"), -1, -1]
    told = say(state, "say 65", "believe")[-1]
    assert isinstance(told, Rolled)
    assert [told.seen_by(seat) for seat in (0, None)] == [Rolled(1), Rolled(1)]
    assert told.seen_by(1) == told


def test_with_less_than_announced_the_announcer_loses_a_life() -> None:
    state = table("64")
    events = say(state, "say 65", "doubt")
    assert events[1:3] == [Lifted(0, "64"), Lost(0, 1, 2)]
    assert state.lives == [2, 3]


def test_with_as_much_the_doubter_does() -> None:
    state = table("64")
    say(state, "say 64", "doubt")
    assert (state.lives, state.waiting()) == ([3, 2], (1,)), "who loses a life begins"


def test_a_mia_must_be_doubted() -> None:
    state = table("64")
    say(state, "say 21")
    assert [move.word for move in GAME.legal(state, 1)] == ["doubt"]


def test_with_double_mia_it_costs_two_lives() -> None:
    state = table("21", double=True)
    say(state, "say 21", "doubt")
    assert state.lives == [3, 1]


def test_without_lives_one_is_out_and_the_next_one_begins() -> None:
    state = table("31", lives=(1, 3, 3))
    say(state, "say 66", "doubt")
    assert (state.lives, state.waiting()) == ([0, 3, 3], (1,))
    say(state, "say 31")
    assert state.waiting() == (2,)
    say(state, "doubt")
    assert state.waiting() in ((1,), (2,))


def test_the_last_one_in_wins_and_the_others_rank_by_how_late_they_went_out() -> None:
    state = table("31", lives=(1, 1, 1))
    state.out, state.lives = [2], [1, 1, 0]
    say(state, "say 66", "doubt")
    result = GAME.result(state)
    assert result is not None
    assert result.ranking == ((1,), (0,), (2,))
