"""Inventories: at the end of turns 4, 8 and 12, three yaks for holding alone most of a kind."""

from __future__ import annotations

import pytest

from rules.himalaya.events import Inventory
from rules.himalaya.game import HIMALAYA
from tests.rules.himalaya.positions import (
    ANA,
    BEN,
    CLEO,
    DAN,
    cubes_of,
    is_public,
    names,
    position,
    run,
    told,
)


@pytest.mark.parametrize("turn", range(1, 13))
def test_only_at_the_end_of_turns_4_8_and_12(turn: int) -> None:
    """T: three times."""
    state = position(turn=turn, cubes=("g", "", ""))
    events = run(state)
    assert state.tokens == [int(turn in (4, 8, 12)), 0, 0]
    assert ("inventory" in names(events)) == (turn in (4, 8, 12))


@pytest.mark.parametrize(
    ("cubes", "tokens"),
    [
        (("s", "", ""), [1, 0, 0]),
        (("ss", "s", "s"), [1, 0, 0]),
        (("s", "sss", "ss"), [0, 1, 0]),
        (("ss", "ss", "s"), [0, 0, 0]),
        (("s", "s", "s"), [0, 0, 0]),
        (("", "", ""), [0, 0, 0]),
        (("s", "b", "t"), [1, 1, 1]),
        (("sbtjg", "", ""), [5, 0, 0]),
        (("sbtjg", "sbtjg", ""), [0, 0, 0]),
        (("ssbtt", "sbbt", "sjjg"), [2, 1, 2]),
        (("sss", "ggg", "gggg"), [1, 0, 1]),
    ],
)
def test_who_alone_holds_most_of_a_kind_gets_a_token(
    cubes: tuple[str, str, str], tokens: list[int]
) -> None:
    """T: kind by kind; a tie gives nothing; R: nor does nothing held."""
    state = position(turn=4, cubes=cubes)
    run(state)
    assert state.tokens == tokens
    assert [state.yaks(seat) for seat in range(3)] == [3 * count for count in tokens]


def test_four_players_are_compared() -> None:
    """T: all players: two below do not matter, two at the top do."""
    state = position(at=(1, 2, 3, 4), turn=8, cubes=("sb", "sb", "ssbb", "bb"))
    run(state)
    assert state.tokens == [0, 0, 1, 0]


def test_the_cubes_are_kept() -> None:
    """T: they are shown, not spent."""
    state = position(turn=4, cubes=("ssg", "b", ""))
    run(state)
    assert [cubes_of(state, seat) for seat in range(3)] == ["ssg", "b", ""]


def test_tokens_add_to_those_of_earlier_inventories_and_to_discs() -> None:
    """T: three yaks each."""
    state = position(turn=8, cubes=("", "g", ""), tokens=(0, 2, 1), discs=((), ("tjj",), ()))
    run(state)
    assert state.tokens == [0, 3, 1]
    assert state.yaks(BEN) == 9 + 3 * 3


def test_what_was_taken_and_handed_in_this_turn_counts() -> None:
    """T: phase 5, after phase 3."""
    state = position(at=(7, 6, 19), turn=4, goods={7: "s"}, cubes=("s", "s", ""))
    run(state, "t")
    assert state.tokens == [1, 0, 0]


def test_the_inventory_comes_after_the_refill() -> None:
    """T: phase 4, then phase 5."""
    events = names(run(position(turn=4, cubes=("g", "", ""))))
    assert "order" in events[: events.index("inventory")]
    assert "order" not in events[events.index("inventory") :]


def test_all_reveal_their_number_of_each_kind_cheapest_first() -> None:
    """T: salt, then barley, tea, jade and gold; nobody where several hold most, or none."""
    state = position(at=(1, 2, 3, 4), turn=12, cubes=("sstg", "stt", "tg", "j"))
    events = told(run(state), Inventory)
    assert [event.seat for event in events] == [ANA, None, BEN, DAN, None]
    assert [event.cube for event in events] == ["salt", "barley", "tea", "jade", "gold"]
    held = [event.held for event in events]
    assert held == ["2 1 0 0", "0 0 0 0", "1 2 1 0", "0 0 0 1", "1 0 1 0"]
    assert all(map(is_public, events))


def test_the_last_inventory_counts_for_the_result() -> None:
    """T: tokens are yaks; the game is counted after turn 12."""
    state = position(turn=12, cubes=("", "", "g"))
    run(state)
    result = HIMALAYA.result(state)
    assert result is not None
    assert result.ranking[0] == (CLEO,)
