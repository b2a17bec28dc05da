"""The number of sequences of legal words from pinned positions, by the game and by the page."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from math import factorial
from pathlib import Path
from typing import Any

import pytest

from nim_tui.testing.playthroughs import count as counted
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import SAIL, START
from rules.schwarm.state import SchwarmState
from tests.rules.schwarm.naive import Page
from tests.rules.schwarm.positions import play, position, start
from tests.rules.schwarm.reading import read
from tests.rules.schwarm.telling import say

CASES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("perft.toml").read_text("utf-8")
)["case"]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
BY_HAND = 1_500
"""The most sequences that are also counted by the slow rules page."""
SOME_ROW = ["ship"] * 7 + ["double", "blue crab", "station"]
"""A row of cards; the number of cards matters to the counts, the cards themselves do not."""


def pinned(case: dict[str, Any]) -> SchwarmState:
    """Return the position of a case after its words."""
    state = position(**case["position"]) if "position" in case else start(**case["table"])
    play(state, *case.get("words", ()))
    return state


def count(state: SchwarmState, length: int) -> int:
    """Return the game's number of sequences of `length` words."""
    return counted(SCHWARM, state, length)


def count_by_page(page: Page, length: int) -> int:
    """Return the page's number of sequences of `length` words."""
    menu = page.menu()
    if length == 1:
        return len(menu)
    total = 0
    for word in menu:
        new = deepcopy(page)
        row = [*SOME_ROW, *["ship"] * 6][: {2: 10, 3: 15, 4: 16}[len(page.points)]]
        say(new, word, {SAIL: ["tee"], START: row}.get(page.step, []))
        total += count_by_page(new, length - 1)
    return total


@each_case
def test_the_counts_stay_as_pinned(case: dict[str, Any]) -> None:
    counts = case["counts"]
    assert [count(pinned(case), length) for length in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
@each_case
def test_the_counts_are_those_of_the_page(case: dict[str, Any]) -> None:
    page = read(pinned(case))
    before = 1
    for length, expected in enumerate(case["counts"], start=1):
        if before <= BY_HAND:
            assert count_by_page(page, length) == expected
        before = expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_words_by_formula(players: int) -> None:
    """4 * 3 ... first stations; then every card can be paid, and every order and capacity card."""
    starts = [factorial(4) // factorial(4 - placed) for placed in range(1, players + 1)]
    cards = {2: 10, 3: 15, 4: 16}[players]
    orders = 4 * players
    second = cards * (cards - 1 + orders) + orders * (cards + 3 * (players - 1))
    expected = [*starts, starts[-1] * (cards + orders), starts[-1] * second]
    table = start(players)
    assert [count(table, n + 1) for n in range(players + 1)] == expected[:-1]
    play(table, *("start h0", "start k5", "start d8", "start a3")[:players])
    assert starts[-1] * count(table, 2) == expected[-1]
