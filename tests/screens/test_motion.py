"""Animations on the boards: in order, true to the result, and no longer than wanted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.geometry import Offset

from nim_tui import settings
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from nim_tui.testing.screens import LARGE, SMALL, press, running, settle, text_of
from nim_tui.testing.terminal import heard, with_colours
from rules.bataille.board import LANES, SHIPS
from rules.bataille.events import Torpedo
from screens.bataille.motion import path
from screens.bataille.screen import BatailleScreen
from screens.bataille.surface import Surface
from screens.table.log import LogPanel
from screens.table.screen import AnyGameScreen
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.filming import (
    frames,
    laid,
    moving_app,
    passed,
    pictures,
    play,
    shown,
    stand_still,
    where,
)
from tests.screens.himalaya.tables import FILLED
from tests.screens.looking import HandClock, is_over, table_screen
from tests.screens.schwarm.tables import PLACING, SWIMMING
from tests.screens.submarine.tables import ACTING, THREE_JOKERS
from tests.screens.tables import BOT, MET, SEARCHED, WON, table_after
from tests.screens.wire import cost_of

pytestmark = pytest.mark.usefixtures("bots_wait")

A_FAR = "A 18"
"""Ana's ship moves three squares to the right, from 15."""
AIMED = f"{SEARCHED}; A 18; drop 200"
TORPEDO = "fire R4 B"
LAST = WON.rpartition("; ")
"""All words of a game but the last, and the last, which wins the game."""


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_still(monkeypatch)


def surface_of(screen: AnyGameScreen) -> Surface:
    assert isinstance(screen, BatailleScreen)
    return screen.ui.surface


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE, (40, 34)], ids=["small", "large", "phone"])
async def test_a_ship_passes_the_squares_between(make_app: MakeApp, size: tuple[int, int]) -> None:
    table = table_after(SEARCHED)
    async with running(moving_app(make_app, table), size) as pilot:
        screen = await play(pilot, table, A_FAR)
        surface = surface_of(screen)
        squares = {str(number): surface.plan.cell(number) for number in range(13, 19)}
        assert passed(screen, surface, "▲A", squares) == ["15", "16", "17"]
        assert shown(surface) is surface.picture
        assert surface.plan.cell(18).contains(*(where(surface.picture, "▲A") or (0, 0)))


@pytest.mark.parametrize(
    ("seat", "start", "number", "way"),
    [
        (0, 15, 18, [15, 16, 17, 18]),
        (0, 15, 34, [15, 22, 28, 34]),
        (1, 0, 25, [0, 25]),
        (1, 21, 0, [21, 14, 7, 0]),
    ],
)
def test_a_ship_goes_as_a_king_does(seat: int, start: int, number: int, way: list[int]) -> None:
    assert path(seat, start, number) == way


async def test_a_key_ends_it_and_acts(make_app: MakeApp) -> None:
    table = table_after(MET)
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, "C 25")
        surface = surface_of(screen)
        before = surface.cursor
        assert screen.motions.is_on
        assert laid(surface)
        await press(pilot, "right")
        assert not screen.motions.is_on
        assert surface.cursor != before
        assert shown(surface) is surface.picture


async def test_enter_ends_it_and_does_nothing_else(make_app: MakeApp) -> None:
    table = table_after(SEARCHED)
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, A_FAR)
        moves = len(table.log(0))
        assert screen.motions.is_on
        await press(pilot, "enter")
        assert not screen.motions.is_on
        assert (len(table.log(0)), screen.picker.chosen) == (moves, ())
        await press(pilot, "enter")
        assert len(table.log(0)) > moves


@pytest.mark.parametrize("wishes", [{"motion": "reduced"}, {"pace": "off"}])
async def test_nothing_moves_for_who_wants_it_so(make_app: MakeApp, wishes: dict[str, str]) -> None:
    table = table_after(SEARCHED)
    async with running(moving_app(make_app, table, **wishes)) as pilot:
        screen = await play(pilot, table, A_FAR)
        assert not screen.motions.is_on


@pytest.mark.slow
async def test_nothing_moves_where_textual_animates_nothing(make_app: MakeApp) -> None:
    table = table_after(SEARCHED)
    app = moving_app(make_app, table)
    app.animation_level = "none"
    async with running(app) as pilot:
        screen = await play(pilot, table, A_FAR)
        assert not screen.motions.is_on


async def test_a_torpedo_at_a_ship_that_moved_since_is_not_drawn(make_app: MakeApp) -> None:
    """Several events may be shown at once, all from the view before the first."""
    async with running(make_app(table_after(SEARCHED))) as pilot:
        screen = table_screen(pilot)
        view = screen.model.view
        lane = next(lane for lane in LANES if view.fleets[1].places[0] not in lane.numbers)
        assert not screen.ui.motion(Torpedo(0, lane.name, SHIPS[0], "miss"), view, view)


async def test_a_torpedo_keeps_its_secret_until_the_spinner_stops(make_app: MakeApp) -> None:
    """The ship floats and the log is silent until then; this seed brings a hit."""
    table = table_after(AIMED, seed=1)
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, TORPEDO)
        assert "SINKS ▼B" in screen.query_one(LogPanel).text
        assert "SINKS ▼B" not in text_of(pilot.app)
        films = pictures(screen, surface_of(screen))
        needles = ["".join(r.rows[4][x].sign for x in range(r.width)) for r in films]
        assert any(" │ " in line for line in needles)
        assert where(films[0], "▼B") is not None
        await settle(pilot)
        assert "SINKS ▼B" in text_of(pilot.app)
        assert where(shown(surface_of(screen)), "▼B") is None


@pytest.mark.slow
async def test_the_end_is_told_after_what_brought_it(make_app: MakeApp) -> None:
    table = table_after(LAST[0])
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, LAST[2].strip())
        assert table.result is not None
        assert not is_over(pilot)
        screen.motions.end()
        await settle(pilot)
        assert is_over(pilot)


@pytest.mark.slow
async def test_moves_wait_for_each_other_but_not_for_long(make_app: MakeApp) -> None:
    """Two moves in a row: the second ship is not there before its turn; later both are left out."""
    table, clock = table_after(MET), HandClock()
    app = moving_app(make_app, table)
    app.clock = clock
    async with running(app) as pilot:
        screen = await play(pilot, table, "C 27")
        surface = surface_of(screen)
        await play(pilot, table, "drop 100")
        seen = [where(raster, "▼C") for raster in pictures(screen, surface)]
        assert len(set(seen)) > 2
        table.play(table.waiting[0], table.game.parse("hold"))
        await play(pilot, table, A_FAR)
        clock.now += 21 * settings.FRAMES["normal"]
        screen.motions.tick()
        assert not screen.motions.is_on


@pytest.mark.slow
async def test_a_replay_moves_step_by_step_and_never_in_jumps(make_app: MakeApp) -> None:
    table = table_after(SEARCHED)
    async with running(moving_app(make_app, table)) as pilot:
        pilot.app.table.replay(0)  # type: ignore[attr-defined]
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, BatailleScreen)
        screen.model.go_to(8)
        await settle(pilot)
        assert not screen.motions.is_on
        screen.model.go(1)
        await settle(pilot)
        assert screen.motions.is_on
        screen.model.go(-1)
        await settle(pilot)
        assert not screen.motions.is_on


async def test_what_is_seen_again_moves_again(make_app: MakeApp) -> None:
    """Ben's C leaves its port for 25 once more."""
    table = table_after(SEARCHED)
    async with running(moving_app(make_app, table)) as pilot:
        await press(pilot, "less_than_sign")
        screen = table_screen(pilot)
        surface = surface_of(screen)
        assert not surface.plan.cell(25).contains(*(where(shown(surface), "▼C") or (0, 0)))
        frames_to_come = pictures(screen, surface)
        assert len(frames_to_come) > 1
        assert surface.plan.cell(25).contains(*(where(surface.picture, "▼C") or (0, 0)))


def hidden_otherwise(words: str) -> str:
    """Return the same game with Ben's third submarine elsewhere, where nobody came near."""
    return words.replace("sub 29.200", "sub 5.300")


@pytest.mark.slow
@pytest.mark.parametrize("words", ["C 25; drop 100", "C 25; drop 100; hold; A 18; drop 200"])
async def test_what_is_hidden_changes_no_frame(make_app: MakeApp, words: str) -> None:
    films: list[list[list[dict[Offset, object]]]] = []
    for start in (MET, hidden_otherwise(MET)):
        table = table_after(start, seats=(SeatPlan("Ana"), BOT))
        film: list[list[dict[Offset, object]]] = []
        async with running(moving_app(make_app, table)) as pilot:
            for word in words.split("; "):
                screen = await play(pilot, table, word)
                assert isinstance(screen, BatailleScreen)
                boards = screen.ui.boards()
                seen = [[{**laid(board)} for board in boards]]
                while screen.motions.is_on:
                    screen.motions.tick()
                    seen.append([{**laid(board)} for board in boards])
                film += seen  # type: ignore[arg-type]
        films.append(film)
    assert films[0] == films[1]
    assert len(films[0]) > len(words.split("; "))


async def test_only_the_ways_of_pieces_are_drawn_over(make_app: MakeApp) -> None:
    table = table_after(SEARCHED)
    async with running(moving_app(make_app, table)) as pilot:
        screen = await play(pilot, table, A_FAR)
        surface = surface_of(screen)
        row = surface.plan.cell(13).union(surface.plan.cell(18))
        for frame in frames(screen, surface):
            assert all(row.contains(*at) for at in frame)


MOST_BYTES = 6000
MOST_A_SECOND = 2200  # the last frame has the lines that change with it
MOVES = {
    "bataille": (lambda: table_after(MET), "C 25"),
    "bataille-own": (lambda: table_after(SEARCHED), A_FAR),
    "bataille-charge": (lambda: table_after(f"{MET}; C 25"), "drop 100"),
    "bataille-torpedo": (lambda: table_after(AIMED, seed=1), TORPEDO),
    "himalaya": (FILLED.table, "envoy C 1"),
    "schwarm": (SWIMMING.table, "step f1"),
    "schwarm-tile": (PLACING.table, "place 1 i1 r0"),
    "submarine": (THREE_JOKERS.table, "take 3 Cg"),
    "submarine-dive": (ACTING.table, "dive 2 to 2.2"),
}
"""Tables, and a move at each."""


@pytest.mark.slow
@pytest.mark.parametrize(("table_of", "words"), by_day(MOVES.values(), 4), ids=MOVES)
async def test_what_moves_takes_few_bytes(
    make_app: MakeApp,
    monkeypatch: pytest.MonkeyPatch,
    table_of: Callable[[], Table],
    words: str,
) -> None:
    monkeypatch.setitem(settings.FRAMES, "normal", 0.1)
    table = table_of()
    with heard() as written:
        async with running(with_colours(moving_app(make_app, table))) as pilot:
            cost = await cost_of(pilot, written, table, words)
    assert cost.frames
    assert cost.total < MOST_BYTES, cost
    assert cost.most_in_a_second < MOST_A_SECOND, cost
