"""Panels keep their top; what does not fit is scrolled, and they say so."""

from __future__ import annotations

import pytest
from textual import events

from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from rules.chance import Chance
from rules.schwarm import SCHWARM
from screens.widgets.lines import Lines
from tests.screens.conftest import LARGE, MakeApp, running
from tests.screens.himalaya.tables import FOUR
from tests.screens.looking import Looker, press, settle, table_screen, text_of

pytestmark = pytest.mark.usefixtures("bots_wait")

TURNS = 60
"""Moves of a game of two, the first cards and some ships."""


def panel(pilot: Looker, name: str) -> list[str]:
    """The rows of a panel, its frame included."""
    region = table_screen(pilot).query_one(f"#{name}", Lines).region
    rows = text_of(pilot.app).splitlines()[region.y : region.bottom]
    return [row.ljust(region.right)[region.x : region.right] for row in rows]


async def go_to_panel(pilot: Looker) -> None:
    """Tab until a panel hears the keys."""
    for _ in range(6):
        if isinstance(pilot.app.focused, Lines):
            return
        await press(pilot, "tab")
    raise AssertionError("Tab does not come to the panel")


async def test_the_tribes_of_four_in_french_keep_their_top(make_app: MakeApp) -> None:
    app = make_app(FOUR.table(), language="fr")
    async with running(app, LARGE) as pilot:
        rows = panel(pilot, "tribes")
        assert "▲ Vous" in rows[1]
        assert "reste : 5 stupas" in rows[2]
        assert "9s 4b 4t 0j 4g" in rows[3]
        last = rows[-2]
        below = int(rows[-1].split("↓ ")[1].split()[0])
        await go_to_panel(pilot)
        for _ in range(below):
            await press(pilot, "down")
        rows = panel(pilot, "tribes")
        assert f"↑ {below} " in rows[-1]
        assert "↓" not in rows[-1]
        assert rows[-2 - below] == last
        await press(pilot, "down")
        assert panel(pilot, "tribes") == rows
        await press(pilot, "pageup")
        assert "▲ Vous" in panel(pilot, "tribes")[1]


async def test_a_panel_that_shows_all_says_nothing_and_hears_no_key(make_app: MakeApp) -> None:
    async with running(make_app(FOUR.table()), LARGE) as pilot:
        rows = panel(pilot, "tribes")
        assert not {"↑", "↓"} & set(rows[-1])
        for _ in range(6):
            await press(pilot, "tab")
            assert not isinstance(pilot.app.focused, Lines)


async def test_the_wheel_scrolls_a_panel(make_app: MakeApp) -> None:
    async with running(make_app(FOUR.table(), language="fr"), LARGE) as pilot:
        tribes = table_screen(pilot).query_one("#tribes", Lines)
        turn = (tribes, 2, 2, 0, 1, 0, False, False, False)
        tribes.post_message(events.MouseScrollDown(*turn))
        await settle(pilot)
        assert "↑ 1 " in panel(pilot, "tribes")[-1]
        tribes.post_message(events.MouseScrollUp(*turn))
        await settle(pilot)
        assert "▲ Vous" in panel(pilot, "tribes")[1]


async def test_a_panel_with_fewer_lines_than_before_goes_back(make_app: MakeApp) -> None:
    async with running(make_app(FOUR.table(), language="fr"), LARGE) as pilot:
        tribes = table_screen(pilot).query_one("#tribes", Lines)
        tribes.set_lines("x", [(str(number), "lines--plain") for number in range(99)])
        tribes.action_scroll_pages(9)
        tribes.set_lines("x", [("one", "lines--plain"), ("two", "lines--plain")])
        await settle(pilot)
        assert "one" in panel(pilot, "tribes")[1]
        assert not tribes.can_focus


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_opponents_move_is_shown_at_80_columns(make_app: MakeApp, language: str) -> None:
    table = Table(SCHWARM, {}, [SeatPlan("Ana"), SeatPlan("Ben", "random")], 7)
    chance, seen = Chance(4), 0
    async with running(make_app(table, language=language)) as pilot:
        for _ in range(TURNS):
            seat = table.waiting[0]
            table.play(seat, chance.pick(table.legal(seat)))
            if seat == 0:
                continue
            await settle(pilot)
            told = next(e for e in reversed(table.log(0)) if e.seat == 1)
            said = table_screen(pilot).ui.sentence(told)
            if table_screen(pilot).model.log[-1] is told and said:
                seen += 1
                shown = " ".join(row.strip(" │") for row in panel(pilot, "log")[1:-1])
                assert " ".join(said.split()) in " ".join(shown.split())
    assert seen > TURNS / 5
