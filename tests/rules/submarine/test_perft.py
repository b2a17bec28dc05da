"""The number of sequences of legal words from pinned positions, by the game and by the page.

Also random games with every number of players, followed by game and page side by side.
"""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nim_tui.testing.playthroughs import count as counted
from rules.chance import Chance
from rules.submarine.game import SUBMARINE
from rules.submarine.state import SubmarineState
from tests.rules.submarine import naive
from tests.rules.submarine.positions import play, position, words

CASES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("perft.toml").read_text("utf-8")
)["case"]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
BY_HAND = 2_500
"""The most sequences that are also counted by the slow rules page."""
EAGER = ("take", "give")


def pinned(case: dict[str, Any]) -> SubmarineState:
    """Return the position of a case after its words."""
    state = position(**case["position"])
    play(state, *case.get("words", ()))
    return state


def count(state: SubmarineState, length: int) -> int:
    """Return the game's number of sequences of `length` words."""
    return counted(SUBMARINE, state, length)


def count_by_page(table: naive.Page, length: int) -> int:
    """Return the page's number of sequences of `length` words."""
    if not length:
        return 1
    total = 0
    for word in table.menu():
        new = deepcopy(table)
        new.say(word)
        total += count_by_page(new, length - 1)
    return total


@each_case
def test_the_counts_stay_as_pinned(case: dict[str, Any]) -> None:
    counts = case["counts"]
    assert [count(pinned(case), length) for length in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
@each_case
def test_the_counts_are_those_of_the_page(case: dict[str, Any]) -> None:
    table = naive.read(pinned(case))
    for length, expected in enumerate(case["counts"], start=1):
        if expected <= BY_HAND:
            assert count_by_page(table, length) == expected


def choose(state: SubmarineState, pick: Random, greed: float) -> str:
    """Return a random word, more often one that takes a token."""
    menu = words(state)
    eager = [word for word in menu if word.startswith(EAGER)]
    return pick.choice(eager if eager and pick.random() < greed else menu)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("greed", "crossings"), [(0.1, 12), (0.5, 12), (0.5, 60), (0.9, 60)])
def test_game_and_page_go_side_by_side(players: int, greed: float, crossings: int) -> None:
    """All that is offered and all that lies on the table, at every word of whole games."""
    pick, chance = Random(crossings), Chance(crossings)
    state = SUBMARINE.new(players, {"round_limit": crossings}, chance)
    table = naive.read(state)
    while state.waiting():
        offered = words(state)
        assert len(set(offered)) == len(offered)
        assert set(offered) == table.menu()
        word = choose(state, pick, greed)
        SUBMARINE.play(state, state.mover, SUBMARINE.parse(word), chance)
        table.say(word)
        lying = naive.read(state)
        if table.step == "over":
            assert state.waiting() == ()
            lying.idle, lying.laid, lying.collecting = table.idle, table.laid, table.collecting
            lying.boats, lying.mover = table.boats, table.mover
        assert lying == table
    result = SUBMARINE.result(state)
    assert result is not None
    assert table.step == "over"
    assert result.ranking == table.ranking()
