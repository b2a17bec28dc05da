"""The row of Der Schwarm: prices, names, and the way of arrows along it."""

from __future__ import annotations

import re

import pytest

from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running, text_of
from rules.schwarm.cards import CARDS, Colour
from rules.schwarm.cells import ROWS
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import menu_words, prompt, say
from tests.screens.schwarm.sights import (
    choose,
    drawn,
    last_move,
    point,
    row_of,
    rows,
    screen_of,
    take,
)
from tests.screens.schwarm.tables import POOR, ROW, Position, three

pytestmark = pytest.mark.usefixtures("bots_wait")

SIXTEEN = three(5)
"""Three lines of six spots; blue cards among them."""


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("position", by_day([ROW, SIXTEEN], 1), ids=["nine", "sixteen"])
async def test_each_card_tells_its_cost_and_its_colour(
    make_app: MakeApp, position: Position, size: tuple[int, int]
) -> None:
    """The first is free, each next one dearer by one; blue ones say so."""
    async with running(make_app(position.table()), size) as pilot:
        row = screen_of(pilot).model.view.row
        for place, card in enumerate(row):
            await point(pilot, str(place + 1), row_of(pilot))
            key, name, price = told(pilot, str(place + 1))
            assert key == str(place + 1)
            assert price == (str(place) if place else "free")
            assert name.startswith("blue ") == (CARDS[card].colour == Colour.BLUE)
        await point(pilot, "order", row_of(pilot))
        key, text, price = told(pilot, "order")
        assert (key, price) == (str(len(row) + 1), str(len(row)))
        numbers = "/".join(map(str, screen_of(pilot).model.view.orders_left))
        assert text == f"order {numbers}"


def told(pilot: Looker, spot: str) -> tuple[str, str, str]:
    """Return the key, name and price of a visible card; the price in brackets if too high."""
    key, text, price = (line.strip("[]›‹ ") for line in drawn(pilot, spot, row_of(pilot)))
    return key, text, price.strip("()")


async def test_with_no_order_card_left_there_is_a_dash(make_app: MakeApp) -> None:
    words = "order 1 golden; order 2 fast"
    async with running(make_app(ROW.then(words).shared())) as pilot:
        await point(pilot, "order", row_of(pilot))
        assert told(pilot, "order")[1] == "order -"


class TestArrows:
    """Right and left go along the cards, up and down nowhere."""

    @pytest.mark.slow
    async def test_right_and_left_go_through_all_cards(self, make_app: MakeApp) -> None:
        async with running(make_app(SIXTEEN.table())) as pilot:
            names = row_of(pilot).spots
            await point(pilot, names[0], row_of(pilot))
            seen = [row_of(pilot).cursor]
            for _ in names[1:]:
                await press(pilot, "right")
                seen.append(row_of(pilot).cursor)
            assert seen == names
            await press(pilot, "right")
            assert row_of(pilot).cursor == names[-1]
            for name in names[-2::-1]:
                await press(pilot, "left")
                assert row_of(pilot).cursor == name
            await press(pilot, "left")
            assert row_of(pilot).cursor == names[0]

    @pytest.mark.slow
    @pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
    async def test_down_and_up(self, make_app: MakeApp, size: tuple[int, int]) -> None:
        """All cards are in one line: above and below it is nothing."""
        async with running(make_app(SIXTEEN.table()), size) as pilot:
            row = row_of(pilot)
            for name in row.spots:
                await point(pilot, name, row)
                for key in ("down", "up"):
                    await press(pilot, key)
                    assert row.cursor == name


class TestDigits:
    """The number of a card takes it, unless nobody could see which it is."""

    @pytest.mark.parametrize(("key", "is_seen"), [("2", True), ("9", False)])
    async def test_a_card_out_of_sight_is_shown_first(
        self, make_app: MakeApp, key: str, is_seen: bool
    ) -> None:
        table = ROW.table()
        async with running(make_app(table)) as pilot:
            name = row_of(pilot).spots[int(key) - 1]
            played = table.changes
            await press(pilot, key)
            assert (table.changes > played) == is_seen
            if not is_seen:
                assert row_of(pilot).cursor == name
                await press(pilot, key)
                assert table.changes > played


class TestOrderCards:
    """The number first, then the capacity: never both in one list."""

    @pytest.mark.slow
    async def test_number_then_capacity(self, make_app: MakeApp) -> None:
        table = ROW.table()
        async with running(make_app(table)) as pilot:
            await choose(pilot, "order", row_of(pilot))
            assert menu_words(pilot) == ["1", "2"]
            assert "Your turn: which turn-order card (for 9)?" in prompt(pilot)
            await take(pilot, "1")
            assert menu_words(pilot) == ["fast", "golden", "protection", "brilliant"]
            assert "which capacity (for 9)?   [order 1 …]" in prompt(pilot)
            await press(pilot, "backspace")
            assert menu_words(pilot) == ["1", "2"]
            await take(pilot, "2", "brilliant")
            assert last_move(table) == "order 2 brilliant"

    @pytest.mark.slow
    async def test_word_by_word_however_few_are_left(self, make_app: MakeApp) -> None:
        """With one order card the capacities alone are asked."""
        table = ROW.then("order 2 golden").shared()
        async with running(make_app(table)) as pilot:
            await choose(pilot, "order", row_of(pilot))
            assert menu_words(pilot) == ["fast", "protection", "brilliant"]
            await take(pilot, "protection")
            assert last_move(table) == "order 1 protection"


class TestTyping:
    """The line for typing takes no line of the row, nor of the sea."""

    @pytest.mark.slow
    @pytest.mark.parametrize("position", [ROW, POOR, SIXTEEN], ids=["nine", "poor", "sixteen"])
    async def test_what_is_typed_can_be_read(self, make_app: MakeApp, position: Position) -> None:
        async with running(make_app(position.shared())) as pilot:
            before, high = text_of(pilot.app), row_of(pilot).size.height
            await press(pilot, "colon", *"card 1")
            assert any(row.strip().startswith("card 1") for row in rows(pilot)[-3:])
            assert len(rows(pilot)) == SMALL[1]
            assert row_of(pilot).size.height == high
            assert "Tab Complete" in rows(pilot)[-1]
            assert told(pilot, "2")[::2] == ("2", "1")
            await press(pilot, "escape")
            assert text_of(pilot.app) == before

    @pytest.mark.slow
    async def test_the_others_moves_give_way(self, make_app: MakeApp) -> None:
        async with running(make_app(ROW.table())) as pilot:
            before = text_of(pilot.app)
            assert "replay" in before
            await press(pilot, "colon", *"card 1")
            assert sum(re.match(" [0-8] ", row) is not None for row in rows(pilot)) == len(ROWS)
            await press(pilot, "escape")
            assert text_of(pilot.app) == before

    @pytest.mark.slow
    async def test_once_played_the_row_is_whole_again(self, make_app: MakeApp) -> None:
        table = SIXTEEN.shared()
        async with running(make_app(table)) as pilot:
            high = row_of(pilot).size.height
            await say(pilot, "card 1")
            assert last_move(table) == "card 1"
            assert row_of(pilot).size.height == high == 3
            assert "order" in text_of(pilot.app)


async def test_the_last_card_of_the_row_can_be_taken_by_the_cursor(make_app: MakeApp) -> None:
    """The row is a card shorter then, and the place looked at last is no more."""
    table = ROW.table()
    async with running(make_app(table)) as pilot:
        await press(pilot, *["right"] * 8, "enter")
        assert last_move(table) == "card 9"
        assert not screen_of(pilot).model.is_my_turn
