"""Moves of Himalaya, typed and chosen on the map; the rules' refusals of others."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import press, running
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.sights import (
    choose,
    screen_of,
    village_text,
)
from tests.screens.himalaya.tables import (
    AT_A_HOUSE,
    CAMPING,
    FILLED,
    MARKET_DAY,
    PROGRAMMING,
    TOKENS,
    Position,
)
from tests.screens.looking import menu_items, menu_words, prompt, say

pytestmark = pytest.mark.usefixtures("bots_wait")

REFUSED: list[tuple[Position, str, str]] = [
    (PROGRAMMING, "program sirtp", "a program is six letters, each s, i, r, t or p"),
    (PROGRAMMING, "program sirtpx", "a program is six letters, each s, i, r, t or p"),
    (PROGRAMMING, "camp 3", "” is not possible now"),
    (CAMPING, "camp 2", "a caravan is already there"),
    (FILLED, "envoy B 1", "region B does not border this village"),
    (FILLED, "envoy A 3", "you can send at most 2 delegations now"),
    (TOKENS, "yeti 12 14", "you have already played that token"),
    (TOKENS, "snow 1 2", "no route joins 1 and 2"),
    (MARKET_DAY, "take salt", "no salt here"),
]


@pytest.mark.parametrize(("position", "words", "why"), REFUSED, ids=[w for _p, w, _y in REFUSED])
async def test_a_wrong_move_says_why_and_changes_nothing(
    make_app: MakeApp, position: Position, words: str, why: str
) -> None:
    table = position.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await say(pilot, words)
        assert why in prompt(pilot)
        assert table.moves_played == played


@pytest.mark.slow
async def test_camping_by_the_cursor(make_app: MakeApp) -> None:
    table = CAMPING.table()
    async with running(make_app(table)) as pilot:
        await choose(pilot, 2)
        assert "a caravan is already there" in prompt(pilot)
        await choose(pilot, 15)
        assert table.plays[-1].move == "camp 15"
        assert screen_of(pilot).ui.editor.is_laying
        assert village_text(pilot, 15)[0] == "⌂15▲"


@pytest.mark.slow
async def test_a_snowstorm_by_the_cursor(make_app: MakeApp) -> None:
    table = TOKENS.table()
    async with running(make_app(table)) as pilot:
        await press(pilot, "w")
        await choose(pilot, 17)
        await choose(pilot, 20)
        assert table.plays[-1].move == "snow 17 20"


class TestDelegations:
    """Ana has filled an order at a temple between regions A and C."""

    async def test_a_line_for_each_region_says_who_would_lead(self, make_app: MakeApp) -> None:
        table = FILLED.table()
        async with running(make_app(table)) as pilot:
            lines = {item.id: (item.key, item.note) for item in menu_items(pilot)}
            assert lines["envoy A 2"] == ("1", "▲2: you lead")
            assert lines["envoy C 2"] == ("3", "▲2: you lead")
            await press(pilot, "3")
            assert table.plays[-1].move == "envoy C 2"

    async def test_fewer_are_sent_word_by_word(self, make_app: MakeApp) -> None:
        table = FILLED.table()
        async with running(make_app(table)) as pilot:
            await press(pilot, "e", "1")
            assert menu_words(pilot) == ["1", "2"]
            await press(pilot, "1")
            assert table.plays[-1].move == "envoy A 1"

    async def test_the_letter_of_a_word_goes_on_where_no_line_shows_it(
        self, make_app: MakeApp
    ) -> None:
        """At a house there is one delegation: the lines of its regions say all."""
        table = AT_A_HOUSE.table()
        async with running(make_app(table)) as pilot:
            assert "envoy" not in menu_words(pilot)
            await press(pilot, "e")
            assert screen_of(pilot).picker.chosen[:1] == ("envoy",)
