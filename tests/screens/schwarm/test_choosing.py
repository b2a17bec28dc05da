"""Moves of Der Schwarm, chosen on the sea, from the menu, in words; refusals of the rules."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, SMALL, press, running, settle, text_of
from screens.colours import Look
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import menu_items, menu_words, prompt, say
from tests.screens.schwarm.sights import (
    choose,
    drawn,
    key_of,
    last_move,
    lit,
    point,
    row_of,
    screen_of,
    sea_of,
    signs,
    take,
)
from tests.screens.schwarm.tables import (
    BOTH,
    FIRST_STATION,
    IDLE,
    NEW_CRAB,
    NO_BUOY,
    OVERLAYING,
    PLACING,
    PLAYING,
    POOR,
    ROW,
    SAILING,
    USELESS,
    WAVE_IN_PLAY,
    WHALE_OF_ANA,
    Position,
    four,
    three,
    two,
)

pytestmark = pytest.mark.usefixtures("bots_wait")

WAYS: list[tuple[Position, str, str, str]] = [
    (FIRST_STATION, "start d8", "@d8", ""),
    (SAILING, "launch h1", "@h1", "launch h1"),
    (SAILING, "sail i2 h2", "@h2", ""),
    (PLAYING, "researcher h0", "researcher, @h0", "researcher, @h0"),
    (PLAYING, "joker station g8", "joker, station, @g8", "joker, station, @g8"),
    (WAVE_IN_PLAY, "wave 2 ne 4", "@c4, @g0", "2, ne, 4"),
    (NEW_CRAB, "crab i0 4", "@i0, @k6", "@i0, 4"),
    (WHALE_OF_ANA, "step b1", "@b1", ""),
    (PLACING, "place 3 i1 r2", "place 3, @i1", "place 3, @i1"),
    (NO_BUOY, "place 1 i7 r0 i6", "@i7, @i6", ""),
    (BOTH, "researcher j3", "researcher, @j3", "researcher, @j3"),
    (IDLE, "done", "done", "done"),
    (USELESS, "blue station", "blue, station", "blue, station"),
]
"""A position, a move, its choice by cells (@) and menu lines, and by keys of the menu."""
IDS = [words for _position, words, *_ways in WAYS]
REFUSED: list[tuple[Position, str, str]] = [
    (FIRST_STATION, "f0", "no first station on f0"),
    (two(39), "h0", "h0 is not free land"),
    (WHALE_OF_ANA, "f7", "a whale moves to a water cell next to it (not diagonally)"),
    (PLACING, "e5", "there is a face-down tile on e5"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("position", "words", "cells", "keys"), by_day(WAYS, 3), ids=IDS)
async def test_cursor_menu_and_words_lead_to_the_same_move(
    make_app: MakeApp, position: Position, words: str, cells: str, keys: str
) -> None:
    views = []
    for way, by_key in (("", False), (cells, False), (keys, True)):
        table = position.table()
        async with running(make_app(table)) as pilot:
            if not way:
                await say(pilot, words)
            for step in filter(None, way.split(", ")):
                if step.startswith("@"):
                    await choose(pilot, step[1:])
                elif by_key:
                    await press(pilot, key_of(pilot, step))
                else:
                    await take(pilot, step)
        assert last_move(table) == words
        views.append(table.view(0))
    assert all(view == views[0] for view in views)


class TestRow:
    """Cards of the row are spots of their own."""

    async def test_a_card_by_the_cursor(self, make_app: MakeApp) -> None:
        table = ROW.table()
        async with running(make_app(table)) as pilot:
            assert set(row_of(pilot).lit) == {*map(str, range(1, 10)), "order"}
            await press(pilot, "right", "right", "enter")
            assert last_move(table) == "card 3"

    @pytest.mark.slow
    async def test_an_order_card_then_a_capacity(self, make_app: MakeApp) -> None:
        table = ROW.table()
        async with running(make_app(table)) as pilot:
            await choose(pilot, "order", row_of(pilot))
            assert not row_of(pilot).display
            await press(pilot, "backspace")
            assert row_of(pilot).display
            await choose(pilot, "order", row_of(pilot))
            await take(pilot, "2", "golden")
            assert last_move(table) == "order 2 golden"
            assert "╬1" in text_of(pilot.app)

    async def test_a_card_that_cannot_be_paid_says_so(self, make_app: MakeApp) -> None:
        table = POOR.shared()
        async with running(make_app(table)) as pilot:
            for card, why in (("4", "that costs 3 points; you have 0"), ("order", "order card")):
                await choose(pilot, card, row_of(pilot))
                assert why in prompt(pilot)
            assert table.moves_played == POOR.moves
            await point(pilot, "4", row_of(pilot))
            lines = [line.strip("[]›‹ ") for line in drawn(pilot, "4", row_of(pilot))]
            assert lines == ["4", "crab", "(3)"]


@pytest.mark.slow
@pytest.mark.parametrize(("position", "cell", "why"), REFUSED, ids=[why for *_p, why in REFUSED])
async def test_an_unlit_spot_says_why_and_plays_nothing(
    make_app: MakeApp, position: Position, cell: str, why: str
) -> None:
    table = position.table()
    async with running(make_app(table)) as pilot:
        if "station" in menu_words(pilot):
            await take(pilot, "station")
        await choose(pilot, cell)
        assert why in prompt(pilot)
        assert table.moves_played == position.moves


@pytest.mark.slow
async def test_another_size_in_mid_move_keeps_words_and_cursor(make_app: MakeApp) -> None:
    async with running(make_app(OVERLAYING.table())) as pilot:
        await take(pilot, "place 2")
        await point(pilot, "i1")
        await press(pilot, "t")
        small, words, cells = text_of(pilot.app), screen_of(pilot).picker.chosen, lit(pilot)
        for size in (LARGE, SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert (screen_of(pilot).picker.chosen, lit(pilot)) == (words, cells)
            assert sea_of(pilot).cursor == "i1"
            assert "tee on i1" in prompt(pilot)
        assert text_of(pilot.app) == small


@pytest.mark.slow
async def test_after_sailing_the_cursor_does_not_go_back(make_app: MakeApp) -> None:
    async with running(make_app(SAILING.table())) as pilot:
        await say(pilot, "sail i2 h2")
        sea = sea_of(pilot)
        assert "i2" in sea.lit
        assert sea.cursor != "i2"


class TestSailing:
    """Ana has a ship on i2, launches another and has steps left for both."""

    async def test_a_digit_sails_that_way_and_the_ship_goes_on(self, make_app: MakeApp) -> None:
        table = SAILING.table()
        async with running(make_app(table)) as pilot:
            assert screen_of(pilot).picker.chosen == ("sail", "i2")
            notes = {item.key: item.note for item in menu_items(pilot)}
            assert notes["4"] == "+1 tile"
            await press(pilot, "4")
            assert last_move(table) == "sail i2 h2"
            assert screen_of(pilot).picker.chosen == ("sail", "h2")
            await press(pilot, "8")
            assert last_move(table) == "sail h2 h1"

    async def test_another_ship_is_taken_by_the_cursor_or_among_all(
        self, make_app: MakeApp
    ) -> None:
        async with running(make_app(SAILING.table())) as pilot:
            await press(pilot, "f")
            assert screen_of(pilot).picker.chosen == ("sail", "h1"), "the one just launched"
            await choose(pilot, "i2")
            assert screen_of(pilot).picker.chosen == ("sail", "i2")
            await press(pilot, "y")
            assert screen_of(pilot).picker.chosen == ("sail",)


@pytest.mark.slow
async def test_the_row_scrolls_to_a_hinted_card_and_marks_its_end_once_left(
    make_app: MakeApp,
) -> None:
    async with running(make_app(ROW.table())) as pilot:
        row = row_of(pilot)
        row.set_scale(40)
        first, second, *_others, last = row.spots
        row.hint([last])
        numbers, names, _prices = signs(row.draw())
        assert numbers.index("✦") > names.index("◂"), "the hinted card"
        assert "▸" not in names
        row.put_cursor(second)
        row.hint([last])
        numbers, names, _prices = signs(row.draw())
        assert numbers.index("✦") == names.index("▸"), "an old hint leaves the row to the cursor"
        row.hint([first])
        numbers, names, _prices = signs(row.draw())
        assert numbers.index("✦") < names.index("▸"), "the hinted card"


@pytest.mark.slow
@pytest.mark.parametrize("position", [ROW, three(8), four(5)], ids=["two", "three", "four"])
async def test_news_leave_the_last_row_of_the_map_in_sight(
    make_app: MakeApp, position: Position
) -> None:
    """Also while the row takes the lines of the menu, and the coach has a remark."""
    async with running(make_app(position.table())) as pilot:
        assert " 8 " in text_of(pilot.app)
        screen = screen_of(pilot)
        screen.coaching.remark = lambda width, most: [[("a remark", Look())]]  # type: ignore[method-assign]
        screen.lines.show_signs()
        await settle(pilot)
        assert "a remark" in text_of(pilot.app)
        assert " 8 " in text_of(pilot.app)
