"""Fingers at a table: the first tap marks and explains, the second one plays."""

from __future__ import annotations

import pytest
from textual.geometry import Offset, Region

from nim_tui.app.app import NimApp
from nim_tui.server.app.touch_row import page_keys
from nim_tui.testing.screens import SMALL, Looker, press, running, settle, text_of, until
from screens.bataille.surface import Surface
from screens.table.move_words import Words
from screens.table.results import ResultsDialog
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Menu
from screens.widgets.spots import Neighbours
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.tables import PROGRAMMING
from tests.screens.lessons import lesson
from tests.screens.looking import HandClock, prompt, table_screen, where
from tests.screens.schwarm.tables import PLAYING
from tests.screens.submarine.sights import sea_of
from tests.screens.submarine.tables import ACTING, PLACED
from tests.screens.tables import ANA_CAMP, SEARCHED, WON, Played, table_after


async def tap(pilot: Looker, spot: str) -> None:
    """Tap a square of the sea."""
    await pilot.click(offset=where(pilot.app.screen.query_one(Surface), spot))
    await settle(pilot)


async def tap_line(pilot: Looker, line: int) -> None:
    """Tap a line of the menu."""
    await pilot.click(pilot.app.screen.query_one(Menu), offset=Offset(5, line))
    await settle(pilot)


def chosen(pilot: Looker) -> Words:
    """The words of the move begun."""
    return table_screen(pilot).picker.chosen


@pytest.mark.slow
async def test_the_second_tap_on_a_square_plays(make_app: MakeApp) -> None:
    app = make_app(table_after(SEARCHED))
    app.is_touch = True
    async with running(app) as pilot:
        await tap(pilot, "30")
        assert chosen(pilot) == ()
        assert "30: ▲B" in text_of(app), "the place is explained"
        await tap(pilot, "15")
        await tap(pilot, "30")
        assert chosen(pilot) == (), "the tap on another place has moved the mark"
        await press(pilot, "right", "left")
        await tap(pilot, "30")
        assert chosen(pilot) == (), "a key has moved the cursor in between"
        await tap(pilot, "30")
        assert chosen(pilot) == ("B",)


@pytest.mark.slow
async def test_the_second_tap_on_a_line_of_the_menu_plays(make_app: MakeApp) -> None:
    table = table_after(f"{SEARCHED}; stay")
    app = make_app(table)
    app.is_touch, app.clock = True, (clock := HandClock())
    played = table.moves_played
    async with running(app) as pilot:
        clock.now += 1
        await tap_line(pilot, 0)
        await tap_line(pilot, 1)
        assert table.moves_played == played
        await tap_line(pilot, 1)
        assert table.moves_played > played


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, (43, 38)])
async def test_what_a_tap_marks_stays_below_the_finger(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    """The explanation takes the place of news, or a free line, and moves no line of the menu."""
    app = make_app(table_after(ANA_CAMP))
    app.is_touch, app.clock = True, (clock := HandClock())
    async with running(app, size) as pilot:
        await until(pilot, lambda: bool(table_screen(pilot).menu.items))
        assert "camp placed" in text_of(app), "there are news"
        menu = table_screen(pilot).menu
        before = menu.region
        clock.now += 1
        await tap_line(pilot, 0)
        assert menu.region == before


def rows_of(menu: Menu) -> list[str]:
    """The lines of a menu, without the arrows at their ends."""
    return [menu.render_line(y).text[:-1] for y in range(menu.size.height)]


@pytest.mark.slow
@pytest.mark.parametrize("table", [PLACED, ACTING, PROGRAMMING], ids=["boat", "act", "program"])
async def test_rows_for_fingers_stay_where_they_were_when_one_is_marked(
    make_app: MakeApp, table: Played
) -> None:
    """What is told about it has lines of its own, as long as the question stands."""
    app = make_app(table.table())
    app.is_touch, app.clock = True, (clock := HandClock())
    async with running(app, (40, 34)) as pilot:
        await until(pilot, lambda: bool(table_screen(pilot).menu.items))
        menu = table_screen(pilot).menu
        before, shown = menu.region, rows_of(menu)
        clock.now += 1
        table_screen(pilot).looked.look_at_choice(tuple(menu.items[0].id.split()))
        table_screen(pilot).lines.show_signs()
        menu.mark(menu.items[0].id)
        await settle(pilot)
        assert menu.region == before
        assert rows_of(menu)[2:] == shown[2:]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 34), (82, 17)])
@pytest.mark.parametrize("game", ["bataille", "submarine", "schwarm"])
async def test_in_lessons_too_the_list_stays_below_the_finger(
    make_app: MakeApp, game: str, size: tuple[int, int]
) -> None:
    """What a tap marks is explained in place of the news, as the bar has the free lines."""
    app = make_app(lesson(game))
    app.is_touch, app.clock = True, (clock := HandClock())
    async with running(app, size) as pilot:
        screen = table_screen(pilot)
        await until(pilot, lambda: bool(screen.menu.items))
        before = screen.menu.region, screen.text_line("prompt").region
        for row in range(min(len(screen.menu.items), 2)):
            clock.now += 1
            await tap_line(pilot, min(3 * row, screen.menu.size.height - 1))
            assert (screen.menu.region, screen.text_line("prompt").region) == before


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 34), (82, 17)])
async def test_a_place_that_was_tapped_says_that_another_tap_plays(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = make_app(PLACED.table())
    app.is_touch = True
    async with running(app, size) as pilot:
        sea = sea_of(pilot)
        spot, other = sorted(sea.lit)[:2]
        await press(pilot, "right", "left")
        assert "press again" not in text_of(app), "keys play at once"
        await pilot.click(offset=where(sea, spot))
        await settle(pilot)
        assert "▸ press again" in text_of(app)
        await pilot.click(offset=where(sea, other))
        await settle(pilot)
        assert "▸ press again" in text_of(app), "it is said of the place tapped last"
        await press(pilot, "right")
        assert "press again" not in text_of(app), "a key has moved the cursor since"


async def test_the_gold_key_plays_a_tapped_place_and_is_no_number(make_app: MakeApp) -> None:
    """The name of a place stands there only if it is no number alone."""
    app = make_app(PLACED.table())
    app.is_touch = True
    async with running(app, (40, 34)) as pilot:
        sea = sea_of(pilot)
        assert deed_of(app) == "Choose"
        await pilot.click(offset=where(sea, sorted(sea.lit)[0]))
        await settle(pilot)
        assert deed_of(app) == "Play it"


def deed_of(app: NimApp) -> str:
    """Return the word of the key that chooses what the cursor marks."""
    return next(key.word for key in page_keys(app) if key.key == "enter")


async def test_rows_of_a_phone_have_their_notes_once(make_app: MakeApp) -> None:
    """The note of the marked row is below its text, and not beside the question too."""
    app = make_app(PLAYING.shared())
    app.is_touch, app.clock = True, (clock := HandClock())
    async with running(app, (40, 34)) as pilot:
        menu = table_screen(pilot).menu
        menu.focus()
        clock.now += 1
        await tap_line(pilot, 0)
        assert menu.items[0].note
        assert menu.items[0].note not in prompt(pilot)


async def test_a_finger_scrolls_rows_and_marks_none(make_app: MakeApp) -> None:
    """The number of rows below is told, and a row that is tapped then stays where it is."""
    table = PLACED.table()
    played = table.moves_played
    app = make_app(table)
    app.is_touch, app.clock = True, (clock := HandClock())
    async with running(app, (40, 28)) as pilot:
        menu = table_screen(pilot).menu
        await until(pilot, lambda: bool(menu.hidden_below))
        hidden = menu.hidden_below
        assert "▾" in text_of(app)
        menu.on_mouse_scroll_down()
        await settle(pilot)
        assert menu.hidden_below < hidden
        assert menu.taken_next is None, "nothing is marked"
        assert "▴" in text_of(app)
        shown = rows_of(menu)
        clock.now += 1
        await tap_line(pilot, 0)
        assert menu.taken_next is not None
        assert "▸ press again" in text_of(app)
        assert rows_of(menu)[2:] == shown[2:]
        assert table.moves_played == played


@pytest.mark.parametrize("how", ["tap", "keys", "hint"])
async def test_the_first_row_for_fingers_is_lit_once_it_is_marked(
    make_app: MakeApp, how: str
) -> None:
    app = make_app(table_after(f"{SEARCHED}; stay"))
    app.is_touch, app.clock = True, (clock := HandClock())
    async with running(app, (43, 38)) as pilot:
        menu = table_screen(pilot).menu
        menu.focus()
        await settle(pilot)
        clock.now += 1
        resting = menu.render_line(0)
        if how == "tap":
            await tap_line(pilot, 0)
        elif how == "keys":
            await press(pilot, "down")
        else:
            menu.mark(menu.items[0].id)
        assert menu.position == 0
        assert menu.render_line(0) != resting


@pytest.mark.slow
async def test_one_tap_plays_for_whoever_has_set_that(make_app: MakeApp) -> None:
    app = make_app(table_after(SEARCHED), taps="one")
    app.is_touch = True
    async with running(app) as pilot:
        await tap(pilot, "30")
        assert chosen(pilot) == ("B",)


@pytest.mark.slow
async def test_a_page_with_keys_needs_no_key_bar(make_app: MakeApp) -> None:
    app = make_app(table_after(SEARCHED))
    app.is_touch = True
    async with running(app) as pilot:
        assert not table_screen(pilot).query_one(KeyBar).display


@pytest.mark.parametrize(
    ("x", "y", "meant"),
    [
        (0, 0, "lit"),
        (4, 2, "lit"),  # three columns and two lines beside it
        (5, 2, None),
        (3, 0, "lit"),  # another spot, but one smaller than a fingertip
        (20, 5, "large"),  # a spot as large as a fingertip means itself
        (20, 6, "below"),
    ],
)
def test_a_tap_means_the_nearest_place_that_can_be_taken(x: int, y: int, meant: str | None) -> None:
    regions = {
        "lit": [Region(0, 0, 2, 1)],
        "small": [Region(3, 0, 2, 1)],
        "large": [Region(20, 4, 5, 2)],
        "beside": [Region(17, 4, 3, 2)],
        "below": [Region(20, 6, 5, 2)],
    }
    assert Neighbours(regions).tapped_at(Offset(x, y), {"lit", "beside"}) == meant


async def test_a_tap_on_a_line_that_has_just_come_was_meant_for_another(
    make_app: MakeApp,
) -> None:
    clock, app = HandClock(), make_app(table_after(WON))
    app.clock = clock
    app.is_touch = True
    async with running(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ResultsDialog))
        await tap_line(pilot, 0)
        assert isinstance(app.screen, ResultsDialog)
        clock.now += 1
        await tap_line(pilot, 0)
        assert not isinstance(app.screen, ResultsDialog)
