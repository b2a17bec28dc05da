"""Laying a program by keys: the six slots, the trace on the map, sealing."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.geometry import Offset

from nim_tui.tables.store import Store
from nim_tui.testing.screens import LARGE, SMALL, press, running, settle, text_of, until
from nim_tui.testing.tables import OPEN
from rules.himalaya.preview import shortest_way
from screens.base import TooSmall
from screens.himalaya.map import Map
from screens.himalaya.slots import Slots
from screens.home.screen import HomeScreen
from screens.reading.rules_page import RulesPage
from screens.widgets.key_bar import KeyBar
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.sights import (
    is_tracing,
    laid,
    map_of,
    map_text,
    notes,
    slot_words,
    slots_of,
    village_text,
)
from tests.screens.himalaya.tables import (
    PROGRAMMING,
    WEATHER,
)
from tests.screens.looking import HandClock, is_advised, prompt, say

pytestmark = pytest.mark.usefixtures("bots_wait")
WARNING = "empty slots are pauses; Enter again seals"


async def test_each_letter_lays_its_order_and_goes_on(make_app: MakeApp) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        assert slots_of(pilot).has_focus
        assert laid(pilot) == "______"
        await press(pilot, *"sirtpt")
        assert laid(pilot) == "sirtpt"
        await press(pilot, "i")
        assert laid(pilot) == "sirtpi", "the cursor stays on the last slot"


async def test_a_click_on_the_sign_of_a_lit_village_lays_the_way_there(make_app: MakeApp) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        chart = pilot.app.screen.query_one(Map)
        await press(pilot, "tab")
        lit = min(chart.lit, key=int)
        before = chart.label(int(lit)).region.offset - Offset(1, 0)
        assert text_of(pilot.app).splitlines()[chart.region.y + before.y][before.x] == "•"
        await pilot.click(Map, offset=before)
        await settle(pilot)
        assert laid(pilot) != "______"


async def test_a_click_on_a_key_leads_from_the_map_to_the_program(make_app: MakeApp) -> None:
    app, clock = make_app(PROGRAMMING.table()), HandClock()
    app.clock = clock
    async with running(app) as pilot:
        await press(pilot, "tab")
        clock.now += 1
        assert not slots_of(pilot).has_focus
        bar = text_of(pilot.app).splitlines()[-1]
        await pilot.click(KeyBar, offset=Offset(bar.index("Tab Program"), 0))
        await settle(pilot)
        assert slots_of(pilot).has_focus
        assert "Tab" not in text_of(pilot.app).splitlines()[-1]


async def test_a_program_is_laid_and_sealed_by_the_mouse_alone(make_app: MakeApp) -> None:
    table, clock = PROGRAMMING.table(), HandClock()
    app = make_app(table)
    app.clock = clock
    async with running(app) as pilot:

        async def click(words: str) -> None:
            clock.now += 1
            bar = text_of(pilot.app).splitlines()[-1]
            await pilot.click(KeyBar, offset=Offset(cell_len(bar[: bar.index(words)]), 0))
            await settle(pilot)

        for word in ("Soil", "Ice", "Trade", "Stone", "Trade", "Trade"):
            await click(word)
        assert laid(pilot) == "sitrtt"
        await pilot.click(Slots, offset=slots_of(pilot).slot_region(4).offset)
        await settle(pilot)
        await click("Pause")
        assert laid(pilot) == "sitrpt"
        played = table.moves_played
        await click("Seal")
        assert table.moves_played == played + 1


@pytest.mark.slow
async def test_what_is_laid_is_there_again_after_leaving(make_app: MakeApp, store: Store) -> None:
    PROGRAMMING.table(store=store).close()
    async with running(make_app()) as pilot:
        await press(pilot, "1", *"si", "right", "t", "q")
        assert isinstance(pilot.app.screen, HomeScreen)
        await press(pilot, "1")
        assert laid(pilot) == "si_t__"
        assert slots_of(pilot).place == 2


@pytest.mark.slow
async def test_what_is_laid_is_there_again_once_the_window_was_closed(make_app: MakeApp) -> None:
    table = PROGRAMMING.table()
    async with running(make_app(table)) as pilot:
        await press(pilot, *"sit")
    async with running(make_app(table)) as pilot:
        assert laid(pilot) == "sit___"
        await press(pilot, *"rit", "enter")
        assert table.marks(0) == {}, "it is sealed"


@pytest.mark.slow
async def test_what_is_laid_is_kept_from_whoever_shares_the_keyboard(
    make_app: MakeApp, store: Store
) -> None:
    """Ana's draft waits behind her curtain, also if that is never opened, and Ben lays his own."""
    PROGRAMMING.table(persons=2, store=store).close()
    async with running(make_app()) as pilot:
        await press(pilot, "1", OPEN, *"sit", "q", "1", "escape", "1", OPEN)
        assert laid(pilot) == "sit___"
        await press(pilot, *"rit", "enter", "enter", OPEN)
        assert laid(pilot) == "______"


@pytest.mark.slow
async def test_slots_are_changed_in_place(make_app: MakeApp) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        await press(pilot, *"sssss", "left", "left", "i")
        assert laid(pilot) == "sssis_"
        await press(pilot, *["left"] * 9, "r", "right", "t")
        assert laid(pilot) == "rstis_"
        await press(pilot, "h", "h", "p", "l", *["right"] * 9, "left", "delete")
        assert laid(pilot) == "rpti__"


@pytest.mark.slow
async def test_backspace_clears_this_slot_or_the_one_before(make_app: MakeApp) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        await press(pilot, *"sir", "backspace")
        assert laid(pilot) == "si____"
        await press(pilot, "backspace", "backspace", "backspace")
        assert laid(pilot) == "______"
        await press(pilot, *"tttttt", "backspace")
        assert laid(pilot) == "ttttt_"


async def test_a_slot_says_what_its_order_comes_to(make_app: MakeApp) -> None:
    """Ana stands at 2: soil to 7, ice to 9, nothing to trade there, stone to 14, ice to 20."""
    async with running(make_app(PROGRAMMING.table())) as pilot:
        await press(pilot, *"sitrit")
        assert notes(pilot) == [
            "→ 7 Lubra",
            "→ 9 Lo",
            "✗ nothing",
            "→ 14 Phu",
            "→ 20 Lho",
            "+ barley",
        ]
        words = [slot_words(pilot, slot)[0] for slot in range(6)]
        assert words == ["soil", "ice", "trade", "stone", "ice", "trade"]


async def test_an_order_that_would_do_nothing_says_why(make_app: MakeApp) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        await press(pilot, "r")
        assert notes(pilot)[0] == "✗ no stone"
        assert "no stone route at 2" in prompt(pilot)
        await press(pilot, "left", "p")
        assert notes(pilot)[0] == "", "a pause is meant to do nothing"


@pytest.mark.slow
async def test_a_trade_that_fails_says_what_is_missing(make_app: MakeApp) -> None:
    """Ana holds a salt; at 6 salt, tea and gold are wanted."""
    async with running(make_app(WEATHER.table())) as pilot:
        await press(pilot, *"irist")
        assert notes(pilot)[4] == "✗ lacks tg"
        assert "no trade at 6: missing 1 tea, 1 gold" in prompt(pilot)


async def test_an_order_that_can_be_filled_is_announced(make_app: MakeApp) -> None:
    """Ana holds what 12 asks for, and once it is filled nothing is left to trade there."""
    async with running(make_app(PROGRAMMING.table())) as pilot:
        await press(pilot, *"sirstt")
        assert notes(pilot)[3:] == ["→ 12 Marpha", "✓ 3-yak order", "✗ nothing"]
        assert village_text(pilot, 12)[1].startswith("sbb▸3y")
        assert village_text(pilot, 12)[1].endswith("5✓6✗")


async def test_the_trace_follows_the_program(make_app: MakeApp) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        board = map_of(pilot)
        assert not board.journey.legs
        await press(pilot, "s")
        assert board.journey.legs == {(2, 7): [1]}
        await press(pilot, "i")
        assert board.journey.legs == {(2, 7): [1], (7, 9): [2]}
        assert board.journey.end == 9
        await press(pilot, "backspace")
        assert board.journey.legs == {(2, 7): [1]}
        await press(pilot, "left", "r")
        assert not board.journey.legs, "there is no stone at 2"


async def test_the_ways_on_wear_their_letters(make_app: MakeApp) -> None:
    """From 9 soil leads to 3, ice back to 7, stone to 14."""
    async with running(make_app(PROGRAMMING.table())) as pilot:
        await press(pilot, "s", "i")
        rows = map_text(pilot).splitlines()
        for village, letter in ((3, "s"), (7, "i"), (14, "r")):
            at = map_of(pilot).label(village).at
            assert rows[at[1]][at[0] - 1] == letter
        await press(pilot, *"tttt")
        assert not map_of(pilot).journey.ways, "six are laid"


async def test_a_yeti_stops_the_trace_and_snow_costs_an_order(make_app: MakeApp) -> None:
    """Ana stands at 17: stone to 19 through snow; the order after it is lost."""
    async with running(make_app(WEATHER.table())) as pilot:
        assert " S " in map_text(pilot)
        assert " Y " in map_text(pilot)
        await press(pilot, *"rts")
        assert notes(pilot)[:3] == ["→ 19 Samdo", "✗ snow", "→ 15 Manang"]


@pytest.mark.slow
async def test_empty_slots_are_pointed_out_once_and_then_sealed(make_app: MakeApp) -> None:
    table = PROGRAMMING.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await press(pilot, "s", "i", "enter")
        assert WARNING in prompt(pilot)
        assert table.moves_played == played
        await press(pilot, "enter")
        assert table.plays[-1].move == "program sipppp"


async def test_the_warning_comes_again_after_a_change(make_app: MakeApp) -> None:
    table = PROGRAMMING.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await press(pilot, "s", "enter", "i")
        assert WARNING not in prompt(pilot)
        await press(pilot, "enter")
        assert WARNING in prompt(pilot)
        assert table.moves_played == played


@pytest.mark.slow
async def test_a_full_program_is_sealed_at_once(make_app: MakeApp) -> None:
    table = PROGRAMMING.table()
    async with running(make_app(table)) as pilot:
        await press(pilot, *"sitrpp", "enter")
        assert table.plays[-1].move == "program sitrpp"
        assert "Ben, Cleo are thinking" in prompt(pilot)
        assert not slots_of(pilot).display
        assert not is_tracing(pilot)
        await press(pilot, "s", "enter")
        assert table.plays[-1].move == "program sitrpp"


@pytest.mark.slow
async def test_a_sealed_program_is_taken_back_to_empty_slots(make_app: MakeApp) -> None:
    table = PROGRAMMING.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await press(pilot, *"sitrpp", "enter", "u")
        assert table.moves_played == played
        assert slots_of(pilot).has_focus
        assert laid(pilot) == "______"


@pytest.mark.slow
@pytest.mark.parametrize("words", ["program sirtps", "PROGRAM sir tps"])
async def test_a_typed_program_leaves_no_draft_behind(make_app: MakeApp, words: str) -> None:
    table = PROGRAMMING.table()
    async with running(make_app(table)) as pilot:
        await press(pilot, *"itit")
        await say(pilot, words)
        assert table.plays[-1].move == "program sirtps"
        await press(pilot, "u")
        assert laid(pilot) == "______"


async def test_what_is_typed_can_be_read_while_slots_are_shown(make_app: MakeApp) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        await press(pilot, "s", "colon", *"program si")
        rows = text_of(pilot.app).splitlines()
        assert any("program si" in row for row in rows)
        assert any(row.startswith(" 1  soil") for row in rows)
        await press(pilot, "escape")
        assert notes(pilot)[0] == "→ 7 Lubra"


@pytest.mark.slow
async def test_keys_of_the_slots_mean_rules_and_hint_elsewhere(
    make_app: MakeApp, first_bot: None
) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        await press(pilot, "r", "i")
        assert laid(pilot) == "ri____"
        await press(pilot, "tab")
        assert map_of(pilot).has_focus
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, RulesPage)
        await press(pilot, "escape", "i")
        await until(pilot, lambda: is_advised(pilot))
        assert laid(pilot) == "ri____"
        await press(pilot, "tab", "s")
        assert laid(pilot) == "ris___"


@pytest.mark.slow
async def test_capitals_ask_for_rules_and_hint_from_the_slots(
    make_app: MakeApp, first_bot: None
) -> None:
    table = PROGRAMMING.table()
    async with running(make_app(table)) as pilot:
        await press(pilot, "R")
        assert isinstance(pilot.app.screen, RulesPage)
        await press(pilot, "escape", "I")
        await until(pilot, lambda: is_advised(pilot))
        advised = table.legal(0)[0].word
        assert advised in text_of(pilot.app)
        await press(pilot, "I")
        assert table.plays[-1].move == advised


@pytest.mark.slow
async def test_a_window_that_shrinks_and_grows_keeps_the_slots(make_app: MakeApp) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        await press(pilot, *"sit", "left")
        before = text_of(pilot.app)
        for size in ((70, 20), LARGE, SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert isinstance(pilot.app.screen, TooSmall) == (size == (70, 20))
            assert laid(pilot) == "sit___"
        assert text_of(pilot.app) == before
        await press(pilot, "p")
        assert laid(pilot) == "sip___"


@pytest.mark.slow
async def test_log_and_tribes_keep_the_slots(make_app: MakeApp) -> None:
    async with running(make_app(PROGRAMMING.table())) as pilot:
        await press(pilot, *"sit", "g", "escape", "o", "escape", "question_mark", "escape", "p")
        assert laid(pilot) == "sitp__"
        assert isinstance(pilot.app.focused, Slots)


class TestAiming:
    """Ana stands at 2; soil leads to 7, ice from there to 9, and barley lies at 20."""

    async def test_a_number_lays_the_way_and_a_trade_that_brings_something(
        self, make_app: MakeApp
    ) -> None:
        async with running(make_app(PROGRAMMING.table())) as pilot:
            await press(pilot, "9")
            assert laid(pilot) == "si____", "nothing is to be had at 9"
            await press(pilot, "2")
            assert "village 2, or another digit" in prompt(pilot)
            await press(pilot, "0")
            assert laid(pilot) == "sirit_"
            assert notes(pilot)[4] == "+ barley"

    @pytest.mark.parametrize(
        ("keys", "there"),
        [(("2", "enter"), "siis__"), (("2", "t"), "siist_"), (("2", "backspace"), "si____")],
        ids=["enter", "letter", "backspace"],
    )
    async def test_a_digit_that_may_be_a_village_waits_for_the_next_key(
        self, make_app: MakeApp, keys: tuple[str, ...], there: str
    ) -> None:
        table = PROGRAMMING.table()
        async with running(make_app(table)) as pilot:
            await press(pilot, "s", "i", *keys)
            assert laid(pilot) == there

    async def test_tab_after_such_a_digit_goes_to_the_map(self, make_app: MakeApp) -> None:
        async with running(make_app(PROGRAMMING.table())) as pilot:
            await press(pilot, "s", "i", "2", "tab")
            assert laid(pilot) == "siis__"
            assert map_of(pilot).has_focus

    @pytest.mark.parametrize("between", [("enter", "tab"), ("n",)], ids=["laid", "next"])
    async def test_digits_parted_by_another_key_are_two_villages(
        self, make_app: MakeApp, between: tuple[str, ...]
    ) -> None:
        async with running(make_app(PROGRAMMING.table())) as pilot:
            await press(pilot, "tab", "1", *between, "2")
            assert map_of(pilot).cursor == "2"

    async def test_it_trades_on_as_long_as_that_brings_something(self, make_app: MakeApp) -> None:
        async with running(make_app(PROGRAMMING.table())) as pilot:
            await press(pilot, "2", "0", "backspace", "T")
            words = notes(pilot)
            assert all(word.startswith(("→", "+", "✓")) for word in words if word)

    async def test_the_map_begins_at_the_nearest_village_worth_a_trade(
        self, make_app: MakeApp
    ) -> None:
        async with running(make_app(PROGRAMMING.table())) as pilot:
            chart = map_of(pilot)
            await press(pilot, "tab")
            assert chart.cursor in chart.lit
            told = prompt(pilot)
            assert told.startswith("Your turn: Enter adds ")
            lit, start = chart.lit, chart.cursor
            await press(pilot, "n")
            assert chart.cursor in lit - {start}
            assert prompt(pilot) != told
            assert laid(pilot) == "______"
            assert chart.journey.legs, "the way is traced before it is laid"
            await press(pilot, "enter")
            assert slots_of(pilot).has_focus
            assert laid(pilot).rstrip("_").endswith("t")
            assert not chart.lit

    async def test_keys_of_the_program_work_from_the_map(self, make_app: MakeApp) -> None:
        async with running(make_app(PROGRAMMING.table())) as pilot:
            await press(pilot, "tab", "s")
            assert laid(pilot) == "s_____"
            assert slots_of(pilot).has_focus
            await press(pilot, "tab", "backspace")
            assert laid(pilot) == "______"

    async def test_a_full_program_is_left_as_it_is(self, make_app: MakeApp) -> None:
        async with running(make_app(PROGRAMMING.table())) as pilot:
            await press(pilot, *"tttttt", "9", "tab")
            assert laid(pilot) == "tttttt"
            assert "six steps are set; Tab: program" in prompt(pilot)
            await press(pilot, "enter")
            assert laid(pilot) == "tttttt"

    async def test_a_way_that_is_too_long_is_laid_as_far_as_there_are_slots(
        self, make_app: MakeApp
    ) -> None:
        table = PROGRAMMING.table()
        view = table.view(0)
        ways = {v: shortest_way(view, view.players[0].caravan, v) or [] for v in range(1, 21)}
        far = max(ways, key=lambda village: len(ways[village]))
        letters = "".join("sir"[order] for order in ways[far])
        async with running(make_app(table)) as pilot:
            await press(pilot, "t", "t", *str(far))
            assert laid(pilot) == f"tt{letters}"[:6]
