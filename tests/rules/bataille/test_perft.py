"""The number of sequences of legal words from pinned positions, by the game and by the page."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from nim_tui.testing.playthroughs import count as counted
from rules.bataille.game import BATAILLE
from rules.bataille.moves import Kind
from rules.bataille.state import BatailleState
from tests.rules.bataille import naive
from tests.rules.bataille.positions import position, start

CASES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("perft.toml").read_text("utf-8")
)["case"]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
BY_HAND = 12_000
"""The most sequences that are also counted by the slow rules page."""


def count(state: BatailleState, length: int) -> int:
    """Return the game's number of sequences of `length` words; a torpedo ends its sequence."""
    return counted(BATAILLE, state, length, lambda _state, move: bool(move.kind == Kind.FIRE))


@each_case
def test_the_counts_stay_as_pinned(case: dict[str, Any]) -> None:
    state = position(**case["position"])
    counts = case["counts"]
    assert [count(state, length) for length in range(1, len(counts) + 1)] == counts


@each_case
def test_the_counts_are_those_of_the_page(case: dict[str, Any]) -> None:
    state = position(**case["position"])
    for length, pinned in enumerate(case["counts"], start=1):
        if pinned <= BY_HAND:
            assert naive.count(state, length) == pinned


def test_laying_a_camp() -> None:
    """108 cells for the first submarine of either seat, one fewer for each that follows."""
    one_seat, both = 108 * 107, 108 * 108
    assert count(start(), 1) == 2 * 108
    assert count(start(), 2) == 2 * one_seat + 2 * both
