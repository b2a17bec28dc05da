"""The table of Bataille on phones: the place of each part, the camp shown, pictures, a game."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from textual.geometry import Offset, Region, Size

from nim_tui.testing.screens import Looker, running, settle, text_of
from rules.bataille.board import COLUMNS
from screens.bataille.phone import CampTabs, PhoneLayout, sideways, upright
from screens.bataille.screen import BatailleScreen
from screens.bataille.surface import SurfaceGeometry
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from tests.screens.conftest import Look, MakeApp
from tests.screens.looking import is_over, prompt, saying, table_screen, where
from tests.screens.tables import LAID, PAIR, SEARCHED, WON, table_after

UPRIGHT = (40, 34)
LOW = (82, 17)
SIZES = [(40, 28), UPRIGHT, (43, 39), (60, 50), (79, 60), (76, 17), LOW, (76, 20), (95, 20)]
AIMED = f"{SEARCHED}; A 18; drop 200"
MOST_CLICKS = 900


def screen_of(pilot: Looker) -> BatailleScreen:
    screen = table_screen(pilot)
    assert isinstance(screen, BatailleScreen)
    return screen


def open_camp(pilot: Looker) -> str | None:
    """Return which camp is shown: the uppermost widget where both lie."""
    camp = screen_of(pilot).ui.own
    widget, _region = pilot.app.screen.get_widget_at(*camp.region.offset)
    return widget.id


def parts(layout: PhoneLayout) -> list[Region]:
    return [layout.surface, layout.tabs, layout.camp, layout.aside]


# Places


@pytest.mark.parametrize("height", range(28, 65))
def test_every_part_has_its_place_upright(height: int) -> None:
    for width in range(40, 80):
        layout = upright(Size(width, height))
        room = Region(0, 0, width, height - 4)  # without headline, recap and keys
        assert all(room.contains_region(part) for part in parts(layout)), width
        assert not any(a.overlaps(b) for a, b in combinations(parts(layout), 2)), width
        assert layout.surface.size == layout.plan.size
        assert layout.camp.size == layout.levels.size
        assert layout.choices >= 5, "two rows of choices"
        assert layout.plan.height > 1 or height < 31, "cells of two lines"


@pytest.mark.parametrize("height", range(17, 23))
def test_every_part_has_its_place_sideways(height: int) -> None:
    for width in range(76, 161):
        layout = sideways(Size(width, height))
        room = Region(0, 0, width, height - 2)  # without headline and keys
        recap = Region(layout.aside.x, 0, layout.aside.width, 2)
        every = [*parts(layout), recap]
        assert all(room.contains_region(part) for part in every), width
        assert not any(a.overlaps(b) for a, b in combinations(every, 2)), width
        assert layout.camp.size == layout.levels.size
        assert layout.aside.width >= 30
        assert layout.choices >= 7, "two rows of choices, and an explanation"


@pytest.mark.parametrize("columns", range(40, 80))
@pytest.mark.parametrize("height", [1, 2])
def test_on_a_phone_the_sea_is_between_both_ports(columns: int, height: int) -> None:
    plan = SurfaceGeometry(5, height, columns)
    sea = plan.cell(1).union(plan.cell(6 * COLUMNS))
    ports = [plan.berth(seat, berth) for seat in (0, 1) for berth in (1, 2, 3)]
    assert not any(sea.overlaps(port) for port in ports)
    assert all(Region(0, 0, columns, 13).contains_region(port) for port in (sea, *ports))
    assert all(port.width >= 4 for port in ports), "a sign, a letter, a number and a bow"


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("words", ["", SEARCHED, AIMED, WON], ids=["camps", "move", "aim", "end"])
async def test_boards_and_choices_are_whole(
    make_app: MakeApp, size: tuple[int, int], words: str
) -> None:
    async with running(make_app(table_after(words, seats=PAIR)), size) as pilot:
        screen = screen_of(pilot)
        if not isinstance(pilot.app.screen, BatailleScreen):
            pilot.app.pop_screen()
            await settle(pilot)
        menu = screen.query_one("#menu", Menu)
        for board in screen.ui.boards():
            assert board.region.size == Size(board.picture.width, board.picture.height)
            assert Region(0, 1, size[0], size[1] - 2).contains_region(board.region)
            assert not board.region.overlaps(menu.region)
        assert menu.region.height >= 5
        assert menu.region.bottom <= size[1] - 1
        assert len(prompt(pilot)) + 3 <= menu.region.width or words == WON


# The camp that is shown


async def test_the_camp_in_question_is_shown(make_app: MakeApp) -> None:
    async with running(make_app(table_after()), UPRIGHT) as pilot:
        assert open_camp(pilot) == "own"
        await saying("sub 14.200; sub 22.100; sub 33.300; mine 9")(pilot)
        assert open_camp(pilot) == "enemy"


async def test_tab_and_a_press_on_a_tab_turn_to_the_other_camp(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED)), UPRIGHT) as pilot:
        await pilot.press("tab", "tab")
        await settle(pilot)
        assert open_camp(pilot) == "own"
        await pilot.click(CampTabs, offset=(3, 0))
        await settle(pilot)
        assert open_camp(pilot) == "enemy"
        assert pilot.app.focused is screen_of(pilot).ui.enemy


async def test_choices_stay_below_while_another_board_has_the_focus(make_app: MakeApp) -> None:
    """So it is once the key for own marks was pressed, which goes to the search grid."""
    app = make_app(table_after(SEARCHED))
    app.is_touch = True
    async with running(app, UPRIGHT) as pilot:
        screen = screen_of(pilot)
        screen.offer.take(("A",))
        await settle(pilot)
        offered = [item.id for item in screen.menu.items]
        assert len(offered) == 1
        screen.action_own_mark()
        await settle(pilot)
        assert screen.focused is screen.ui.enemy
        assert [item.id for item in screen.menu.items] == offered


@pytest.mark.usefixtures("bots_wait")
async def test_a_charge_turns_to_the_camp_it_falls_on(make_app: MakeApp) -> None:
    table = table_after(f"{LAID}; A 17; drop 200; B 14")
    async with running(make_app(table), UPRIGHT) as pilot:
        assert open_camp(pilot) == "enemy"
        table.play(1, table.game.parse("drop 300"))
        await settle(pilot)
        assert open_camp(pilot) == "own"


async def test_a_press_on_the_camp_below_goes_to_the_one_on_top(make_app: MakeApp) -> None:
    async with running(make_app(table_after(f"{SEARCHED}; A 18")), UPRIGHT) as pilot:
        enemy = screen_of(pilot).ui.enemy
        await pilot.click(offset=where(enemy, "18.100"))
        await settle(pilot)
        assert "18.100" in text_of(pilot.app) or "torpedo" in prompt(pilot)


# Pictures


def test_a_torpedo(look: Look, make_app: MakeApp) -> None:
    look(make_app(table_after(AIMED)), size=UPRIGHT, bars=True)


def test_where_to_sideways(look: Look, make_app: MakeApp) -> None:
    look(make_app(table_after(SEARCHED)), "a", size=LOW, bars=True)


def test_the_own_camp_on_a_low_phone_without_colours(look: Look, make_app: MakeApp) -> None:
    app = make_app(table_after(SEARCHED), glyphs="ascii", theme="mono")
    look(app, "tab", "tab", size=(40, 28))


# A game


def press_at(pilot: Looker, random: Random) -> Offset:
    """Return a cell to press among all that are offered on the screen."""
    screen = table_screen(pilot)
    board = next((board for board in screen.ui.boards() if board.lit), None)
    menu = screen.query_one("#menu", Menu)
    if isinstance(board, Board) and random.random() < 0.8:
        return where(board, random.choice(sorted(board.lit)))
    rows = max((menu.size.height + 1) // 3, 1)
    return menu.region.offset + Offset(3, 3 * random.randrange(min(rows, len(menu.items) or 1)))


@pytest.mark.slow
async def test_a_whole_game_by_presses_alone(make_app: MakeApp) -> None:
    random = Random(5)
    async with running(make_app(table_after(turn_limit=20)), UPRIGHT) as pilot:
        for _ in range(MOST_CLICKS):
            if is_over(pilot):
                break
            await pilot.click(offset=press_at(pilot, random))
            await settle(pilot)
        assert is_over(pilot), text_of(pilot.app)
