"""The bots as people meet them: a look each, two sentences a style."""

from __future__ import annotations

import pytest

from nim_tui.bots.levels import STYLE_OF, STYLES
from screens.cast import LOOKS, PLAYS, introduced, plays
from screens.people import SeatNames


def test_each_bot_has_a_look_and_each_style_two_sentences() -> None:
    assert LOOKS.keys() == STYLE_OF.keys()
    assert len(set(LOOKS.values())) == len(LOOKS)
    assert PLAYS.keys() == set(STYLES)
    assert all(text.count(".") == 2 and text.endswith(".") for text in PLAYS.values())


@pytest.mark.parametrize("name", STYLE_OF)
def test_a_bot_is_introduced_with_its_look_and_style(name: str) -> None:
    style = STYLE_OF[name]
    told = introduced(name, style)
    assert told.startswith(f"{name} ({LOOKS[name]}) is {style}. ")
    assert told.endswith(plays(style))


def test_a_numbered_bot_looks_like_its_namesake() -> None:
    assert introduced("Nemo 2", "cautious").startswith("Nemo 2 (diving helmet) is cautious.")


def test_the_bots_of_a_table_are_told_with_how_they_play() -> None:
    people = SeatNames(("Ana", "Vega"), 0, (None, "easy"), (None, "greedy"))
    assert people.who_is_who() == [("▼ Vega", f"bot: easy, greedy. {plays('greedy')}")]
