"""Notes beside choices: the outcome of each."""

from __future__ import annotations

import pytest

from screens.himalaya.help_texts import note
from screens.himalaya.prompts import question
from tests.screens.himalaya.tables import FILLED, MARKET_DAY, Position


@pytest.mark.parametrize(
    ("position", "words", "told"),
    [
        (FILLED, "barter", "5 yaks, 5 in all"),
        (FILLED, "offer", "2 points, 2 in all"),
        (FILLED, "envoy A 2", "▲2: you lead"),
        (FILLED, "done", "no further reward"),
        (MARKET_DAY, "take barley", "you hold 1; demanded at 4, 10"),
        (MARKET_DAY, "take gold", "you hold 0; demanded at 6"),
    ],
)
def test_a_choice_says_what_it_would_come_to(position: Position, words: str, told: str) -> None:
    table = position.table()
    view = table.view(table.waiting[0])
    assert note(view, tuple(words.split())) == told


@pytest.mark.parametrize(
    ("words", "asked"),
    [("", "choose up to two rewards at 7"), ("barter", "one more reward at 7?")],
)
def test_the_second_reward_is_asked_for_as_one_more(words: str, asked: str) -> None:
    table = FILLED.table()
    seat = table.waiting[0]
    if words:
        table.play(seat, table.game.parse(words))
    assert question(table.view(seat)) == asked
