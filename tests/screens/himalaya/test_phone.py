"""Himalaya on a phone: the layout at every size, and a game by what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from textual.geometry import Offset, Region, Size

from nim_tui.testing.screens import Looker, press, running, settle, text_of, until
from rules.himalaya.board import ORDERS
from screens.base import Shape, shape_of
from screens.colours import text_of as said
from screens.himalaya.boards import PhoneLayout, phone_layout
from screens.himalaya.phone_panels import belongings
from screens.people import SeatNames
from screens.widgets.key_bar import KeyBar
from tests.screens.conftest import Look, MakeApp
from tests.screens.himalaya.sights import laid, map_of, screen_of, slot_words, slots_of
from tests.screens.himalaya.tables import (
    CAMPING,
    FILLED,
    FOUR,
    FOUR_ENDED,
    FOUR_WITH_TOKENS,
    NEARLY_FILLED,
    PROGRAMMING,
    TOKENS,
    Position,
    three,
)
from tests.screens.looking import HandClock, is_over, menu_words, prompt, say, where

UPRIGHT, SIDEWAYS = (40, 34), (82, 17)
PHONES = [(40, 28), UPRIGHT, (60, 50), (76, 17), (95, 20)]

pytestmark = pytest.mark.usefixtures("bots_wait")


def sizes() -> Iterator[Size]:
    """Yield sizes of phones: upright, sideways, and narrow and low windows."""
    for width in range(40, 80):
        for height in range(28, 70, 3):
            yield Size(width, height)
    for width in range(76, 200, 7):
        for height in range(17, 23):
            yield Size(width, height)


def row_of(pilot: Looker, item: str) -> Offset:
    """Return the cell where the text of a choice begins; it must be on the screen."""
    menu = screen_of(pilot).menu
    text = next(known.text for known in menu.items if known.id == item)
    rows = text_of(pilot.app).splitlines()
    for y in menu.region.line_range:
        column = rows[y].ljust(menu.region.right)[: menu.region.right].find(f" {text} ")
        if column >= menu.region.x:
            return Offset(column + 1, y)
    raise AssertionError(f"{text!r} is not on the screen")


async def tap(pilot: Looker, at: Offset) -> None:
    """Press a cell of the screen."""
    await pilot.click(offset=at)
    await settle(pilot)


async def tap_rows(pilot: Looker, *items: str) -> None:
    """Press choices of the menu."""
    for item in items:
        await tap(pilot, row_of(pilot, item))


def placed(size: Size, layout: PhoneLayout, keys: int) -> list[Region]:
    """Return all parts in cells of the screen."""
    is_sideways = shape_of(size) is Shape.SIDEWAYS
    recap = Region(layout.slots.x, 0, layout.slots.width, 2)
    parts = [layout.chart, layout.belongings, layout.slots, layout.asking]
    if is_sideways:
        return [part.translate((0, 1)) for part in (*parts, recap)]
    return [part.translate((0, 3)) for part in parts]


@pytest.mark.parametrize("keys", [0, 1])
def test_layouts_fill_every_phone_without_overlap(keys: int) -> None:
    for size in sizes():
        layout = phone_layout(shape_of(size), size, keys=keys)
        parts, room = placed(size, layout, keys), Region(0, 1, size.width, size.height - 1 - keys)
        assert all(room.contains_region(part) for part in parts), (size, parts)
        assert not any(a.intersection(b).area for a, b in combinations(parts, 2)), (size, parts)
        assert max(part.bottom for part in parts) == room.bottom
        assert layout.chart.width >= 40
        assert layout.chart.height >= 14
        assert layout.menu_lines >= 5
        assert layout.slots.height >= 2


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize(
    "position",
    [CAMPING, TOKENS, FILLED, FOUR_WITH_TOKENS],
    ids=["camping", "tokens", "filled", "four"],
)
@pytest.mark.slow
async def test_all_that_a_player_needs_is_on_the_screen(
    make_app: MakeApp, position: Position, size: tuple[int, int]
) -> None:
    async with running(make_app(position.table()), size) as pilot:
        shown, screen = text_of(pilot.app), screen_of(pilot)
        view = screen.model.view
        for player in range(len(view.players)):
            assert "▲▼◆■"[player] in shown
        assert f"{view.yaks(0)} yaks" in shown or f"{view.yaks(0)}y" in shown
        assert "…" not in prompt(pilot)
        menu = screen.menu
        assert menu.display
        assert menu.items
        assert Region(0, 0, *size).contains_region(menu.region)
        assert Region(0, 0, *size).contains_region(map_of(pilot).region)
        picture = map_of(pilot).picture
        assert map_of(pilot).region.size == (picture.width, picture.height)


@pytest.mark.slow
@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS])
async def test_the_map_has_one_place_through_all_phases(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    """Also while others are waited for, and at the end."""
    found = set()
    for position, keys in ((CAMPING, []), (PROGRAMMING, []), (FILLED, []), (FOUR_ENDED, ["enter"])):
        async with running(make_app(position.table()), size) as pilot:
            await press(pilot, *keys)
            found.add(map_of(pilot).region)
            if position is PROGRAMMING:
                await say(pilot, "program sitrps")
                found.add(map_of(pilot).region)
    assert len(found) == 1


class TestProgram:
    """A program laid by rows of the menu, for fingers."""

    @pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS])
    async def test_steps_are_laid_and_sealed_by_rows(
        self, make_app: MakeApp, size: tuple[int, int]
    ) -> None:
        table = PROGRAMMING.table()
        async with running(make_app(table), size) as pilot:
            await tap_rows(pilot, "lay 0", "lay 1", "lay 3", "lay 2", "lay 1", "lay 3")
            assert laid(pilot) == "sitrit"
            assert slots_of(pilot).has_focus
            played = table.moves_played
            await tap_rows(pilot, "seal")
            assert table.moves_played == played, "a step was at this place just before"
            assert "press again" in prompt(pilot)
            await tap_rows(pilot, "seal")
            assert table.moves_played == played + 1

    async def test_a_row_tells_what_comes_of_its_step(self, make_app: MakeApp) -> None:
        """Ana stands at 2, and holds what 12 asks for."""
        async with running(make_app(PROGRAMMING.table()), UPRIGHT) as pilot:
            assert [item.note for item in screen_of(pilot).menu.items] == [
                "→ 7 Lubra",
                "→ 4 Ringmo",
                "✗ nothing",
                "stay here",
            ]
            await press(pilot, *"sirs")
            notes = {item.id: item.note for item in screen_of(pilot).menu.items}
            assert notes["lay 3"] == "✓ sbb▸3y"
            await press(pilot, "t")
            assert [slot_words(pilot, slot)[1].strip() for slot in range(5)] == [
                "→7",
                "→9",
                "→14",
                "→12",
                "✓3y",
            ]

    async def test_a_step_is_cleared_or_laid_anew_in_its_slot(self, make_app: MakeApp) -> None:
        async with running(make_app(PROGRAMMING.table()), UPRIGHT) as pilot:
            assert "clear-step" not in menu_words(pilot)
            await tap_rows(pilot, "lay 0", "lay 3", "lay 3", "clear-step")
            assert laid(pilot) == "st____"
            slots = slots_of(pilot)
            await tap(pilot, slots.region.offset + slots.slot_region(0).offset)
            await tap_rows(pilot, "lay 4")
            assert laid(pilot) == "pt____"

    async def test_a_village_is_aimed_at_on_the_map(self, make_app: MakeApp) -> None:
        async with running(make_app(PROGRAMMING.table()), UPRIGHT) as pilot:
            await tap(pilot, where(map_of(pilot), "14"))
            assert laid(pilot) == "sirt__"

    async def test_letters_are_keys_of_the_program_and_not_in_the_key_bar(
        self, make_app: MakeApp
    ) -> None:
        """Capitals keep their meaning: I asks for a hint."""
        async with running(make_app(PROGRAMMING.table()), UPRIGHT) as pilot:
            bar = text_of(pilot.app).splitlines()[-1]
            assert "Seal" in bar
            assert "Soil" not in bar
            await press(pilot, *"sit")
            assert laid(pilot) == "sit___"
            assert pilot.app.screen.query_one(KeyBar).display

    async def test_the_row_of_a_village_plays_it_at_one_tap(self, make_app: MakeApp) -> None:
        """The first tap was the one that marked it on the map."""
        table = CAMPING.table()
        app = make_app(table)
        app.is_touch, app.clock = True, (clock := HandClock())
        async with running(app, UPRIGHT) as pilot:
            await tap(pilot, where(map_of(pilot), "14"))
            assert "14" in menu_words(pilot)
            clock.now += 1
            await tap_rows(pilot, "14")
        assert table.plays[-1].move == "camp 14"

    async def test_a_wider_window_has_the_wide_slots_again(self, make_app: MakeApp) -> None:
        async with running(make_app(PROGRAMMING.table()), UPRIGHT) as pilot:
            await press(pilot, *"si")
            for size in (SIDEWAYS, (80, 24)):
                await pilot.resize_terminal(*size)
                await settle(pilot)
                assert laid(pilot) == "si____"
            assert not screen_of(pilot).menu.display
            assert "(s/i/r or a number)" in prompt(pilot)
            assert slot_words(pilot, 0)[1] == "→ 7 Lubra"


class TestCarryingOut:
    """Programs carried out have the room of slots and menu."""

    @pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS])
    async def test_all_programs_and_the_last_sentences_are_shown(
        self, make_app: MakeApp, size: tuple[int, int]
    ) -> None:
        async with running(make_app(NEARLY_FILLED.table()), size) as pilot:
            await say(pilot, "program sitrps")
            shown = text_of(pilot.app)
            assert "Programs of turn 1" in shown
            for sign in "▲▼◆":
                assert sum(sign in row for row in shown.splitlines()) >= 2
            assert "Ben: program sealed" in shown

    async def test_an_inventory_fits_a_phone(self, make_app: MakeApp) -> None:
        position = three(31)
        table = position.table()
        async with running(make_app(table), UPRIGHT) as pilot:
            for words in position.to_come_from(table.moves_played)[:1]:
                table.play(table.waiting[0], table.game.parse(words))
            await until(pilot, lambda: "Inventory after turn 8" in text_of(pilot.app))
            rows = text_of(pilot.app).splitlines()
            salt = next(row for row in rows if "salt" in row)
            assert salt.split() == ["│", "s", "salt", "3", "9", "4", "▼", "│"]

    async def test_the_final_count_has_a_line_a_figure(self, make_app: MakeApp) -> None:
        async with running(make_app(FOUR_ENDED.table()), UPRIGHT) as pilot:
            await press(pilot, "down", "enter")
            rows = text_of(pilot.app).splitlines()
            yaks = next(row for row in rows if " yaks " in row)
            assert yaks.split()[1:-1] == ["yaks", "31", "3", "3", "14"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [UPRIGHT, pytest.param(SIDEWAYS, marks=pytest.mark.nightly)])
async def test_turns_are_played_by_pressing_only_what_is_shown(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    """Ana's camp, programs and rewards by chance, from the rows and the map."""
    chance, table = Random(7), Position(3, 19, "camp 2; camp 18").table()
    async with running(make_app(table), size) as pilot:
        while len(table.plays) < 30 and not is_over(pilot):
            screen = screen_of(pilot)
            if 0 not in table.waiting:
                seat = table.waiting[0]
                table.play(seat, chance.choice(list(table.legal(seat))))
                await settle(pilot)
            elif "CountDialog" in str(pilot.app.screen) or screen is not pilot.app.screen:
                await press(pilot, "enter")
            elif lit := sorted(map_of(pilot).lit):
                await tap(pilot, where(map_of(pilot), chance.choice(lit)))
            else:
                shown = [item for item in menu_words(pilot) if is_on_screen(pilot, item)]
                assert shown, text_of(pilot.app)
                await tap_rows(pilot, chance.choice(shown))
        assert sum(play.seat == 0 for play in table.plays) > ORDERS


def is_on_screen(pilot: Looker, item: str) -> bool:
    """Whether a choice is shown."""
    try:
        return bool(row_of(pilot, item))
    except AssertionError:
        return False


class TestPictures:
    """Pictures of the main phases."""

    def test_a_program_upright(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR.table()), "s i t r", size=UPRIGHT, bars=True)

    def test_a_program_sideways(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FOUR.table()), "s i t r", size=SIDEWAYS, bars=True)

    def test_an_order_filled_upright(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(FILLED.table()), size=(43, 38), bars=True)


@pytest.mark.parametrize(
    ("cubes", "text"),
    [
        ((0, 0, 0, 2, 0), "2 jade"),
        ((0, 0, 0, 0, 0), "no cubes"),
        ((1, 2, 3, 1, 1), "s1 b2 t3 j1 g1"),
    ],
)
def test_own_cubes_have_names_where_they_fit(cubes: tuple[int, ...], text: str) -> None:
    """With all kinds of cubes the line of a narrow phone has the letters of the map."""
    view = PROGRAMMING.table().view(0)
    players = (replace(view.players[0], cubes=cubes), *view.players[1:])
    lines = belongings(
        replace(view, players=players), SeatNames(("Ana", "Ben", "Cleo"), 0), Size(40, 2)
    )
    shown = " ".join(said(lines[-1]).split())
    assert shown.startswith(text)
    assert "yaks" in shown
    assert "s0" not in shown
