"""Panels keep their top; the rest is scrolled, and announced."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Input

from nim_tui.app.app import NimApp
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from nim_tui.testing.screens import LARGE, Looker, press, running, settle, text_of
from rules.chance import Chance
from rules.contract import Event
from rules.schwarm import SCHWARM
from screens.base import BaseScreen
from screens.table.game_ui import GameUi
from screens.table.log import LogPanel
from screens.table.recap import brief
from screens.table.screen import GameScreen
from screens.widgets.lines import Lines
from screens.widgets.raster import broken
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.tables import FOUR
from tests.screens.looking import table_screen

pytestmark = pytest.mark.usefixtures("bots_wait")

TURNS = 60
"""The moves of a game of two, up to the first cards and some ships."""


def panel(pilot: Looker, name: str) -> list[str]:
    """Return the rows of a panel, its frame included."""
    region = pilot.app.screen.query_one(f"#{name}").region
    rows = text_of(pilot.app).splitlines()[region.y : region.bottom]
    return [row.ljust(region.right)[region.x : region.right] for row in rows]


class OnePanel(BaseScreen):
    """A panel of eight rows, and another widget that hears keys."""

    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Input, Lines)

    def __init__(self, rows: int) -> None:
        super().__init__()
        self._rows = rows

    def compose(self) -> ComposeResult:
        yield Input()
        yield Lines(from_top=True, id="tribes")

    def on_mount(self) -> None:
        self.query_one(Lines).styles.height = 8
        self.tell(self._rows)

    def tell(self, rows: int) -> None:
        """Show a number of lines."""
        told = [(f"line {number}", "lines--plain") for number in range(rows)]
        self.query_one(Lines).set_lines("x", told)


def with_panel(make_app: MakeApp, rows: int) -> NimApp:
    """Return an app that shows a panel with a number of lines."""

    def opening(app: NimApp) -> None:
        app.push_screen(OnePanel(rows))

    return make_app(opening)


async def test_a_panel_keeps_its_top_and_is_scrolled_by_keys(make_app: MakeApp) -> None:
    async with running(with_panel(make_app, 9)) as pilot:
        rows = panel(pilot, "tribes")
        assert "line 0" in rows[1]
        assert "line 5" in rows[-2]
        assert "↓ 3 " in rows[-1]
        await press(pilot, "tab", "down", "down", "down")
        rows = panel(pilot, "tribes")
        assert "line 8" in rows[-2]
        assert "↑ 3 " in rows[-1]
        assert "↓" not in rows[-1]
        await press(pilot, "down")
        assert panel(pilot, "tribes") == rows
        await press(pilot, "pageup")
        assert "line 0" in panel(pilot, "tribes")[1]


async def test_a_panel_that_shows_all_says_nothing_and_hears_no_key(make_app: MakeApp) -> None:
    async with running(with_panel(make_app, 6)) as pilot:
        assert not {"↑", "↓"} & set(panel(pilot, "tribes")[-1])
        await press(pilot, "tab")
        assert not isinstance(pilot.app.focused, Lines)


async def test_the_wheel_scrolls_a_panel(make_app: MakeApp) -> None:
    async with running(with_panel(make_app, 9)) as pilot:
        tribes = pilot.app.screen.query_one(Lines)
        turn = (tribes, 2, 2, 0, 1, 0, False, False, False)
        tribes.post_message(events.MouseScrollDown(*turn))
        await settle(pilot)
        assert "↑ 1 " in panel(pilot, "tribes")[-1]
        tribes.post_message(events.MouseScrollUp(*turn))
        await settle(pilot)
        assert "line 0" in panel(pilot, "tribes")[1]


async def test_a_panel_with_fewer_lines_than_before_goes_back(make_app: MakeApp) -> None:
    async with running(with_panel(make_app, 99)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, OnePanel)
        lines = screen.query_one(Lines)
        lines.action_scroll_pages(9)
        screen.tell(2)
        await settle(pilot)
        assert "line 0" in panel(pilot, "tribes")[1]
        assert not lines.can_focus


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [LARGE, (160, 48)], ids=["large", "wide"])
async def test_the_tribes_of_four_are_all_there(
    make_app: MakeApp, language: str, size: tuple[int, int]
) -> None:
    async with running(make_app(FOUR.table(), language=language), size) as pilot:
        told = "".join(panel(pilot, "tribes"))
        assert all(f"{sign}  {name} " in told for sign, name in zip("▼◆■", ("Ben", "Cleo", "Dan")))
        assert "▲  Vous " in told or "▲  You " in told
        assert told.count("⚑") == 2 * 4
        assert "…" not in told.replace("en cours …", "").replace("writing …", "")


@pytest.mark.slow
@pytest.mark.parametrize("language", by_day(["en", "fr"], 1))
async def test_the_opponents_move_is_shown_at_80_columns(make_app: MakeApp, language: str) -> None:
    table = Table(SCHWARM, {}, [SeatPlan("Ana"), SeatPlan("Ben", "random")], 7)
    chance, seen = Chance(4), 0
    async with running(make_app(table, language=language)) as pilot:
        for _ in range(TURNS):
            seat = table.waiting[0]
            table.play(seat, chance.pick(table.legal(seat)))
            if seat == 0 or table.waiting[0] != 0:
                continue
            await settle(pilot)
            told = next(e for e in reversed(table.log(0)) if e.seat == 1)
            said = table_screen(pilot).ui.sentence(told)
            if table_screen(pilot).model.log[-1] is told and said:
                seen += 1
                said = brief(told, said, table_screen(pilot).model.people)
                assert " ".join(said.split()) in " ".join(text_of(pilot.app).split())
    assert seen > TURNS / 5


class OneLog(BaseScreen):
    """A log as narrow as on a small window."""

    def __init__(self, of: GameScreen[Any]) -> None:
        super().__init__()
        self._of = of

    def compose(self) -> ComposeResult:
        yield LogPanel()

    def on_mount(self) -> None:
        styles = self.query_one(LogPanel).styles
        styles.width, styles.height = 20, 20

    def tell(self) -> None:
        """Show as much of the log as there is room."""
        self.query_one(LogPanel).tell(self._of.model.log, self._of.ui, 20)


async def test_a_narrow_log_is_broken_between_words(make_app: MakeApp) -> None:
    async with running(make_app(FOUR.table())) as pilot:
        table = table_screen(pilot)
        narrow = OneLog(table)
        await pilot.app.push_screen(narrow)
        await settle(pilot)
        narrow.tell()
        await settle(pilot)
        shown = {word for row in panel(pilot, "log") for word in row.strip(" │╭╮╰╯─").split()}
        said = " ".join(text for event in table.model.log for text in told(event, table.ui))
        assert len(shown) > 10
        assert {word for word in shown if word not in f" {said} Log ".split()} <= {*"▲▼◆■"}


def told(event: Event, ui: GameUi[Any]) -> tuple[str, str]:
    """Return an event as a log tells it, and in its shortest form."""
    return brief(event, ui.logged(event), ui.people), brief(event, ui.shortest(event), ui.people)


@pytest.mark.parametrize("width", range(2, 12))
def test_a_text_is_broken_by_its_cells(width: int) -> None:
    text = "名前名前 is 名前, de\u0301ja\u0300 ici 名a前b"
    rows = broken(text, width)
    assert all(cell_len(row) <= width for row in rows)
    assert "".join(rows).replace(" ", "") == text.replace(" ", "")
