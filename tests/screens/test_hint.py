"""Hints: asked for without holding up the screen, dropped when they come too late."""

from __future__ import annotations

from threading import Event

from screens.table.hint import HintDialog
from tests.screens.conftest import MakeApp, running
from tests.screens.looking import OPEN, press, prompt, say, table_screen, text_of, until
from tests.screens.tables import PAIR, SEARCHED, table_after


async def test_a_hint_is_shown_and_can_be_played(make_app: MakeApp, first_bot: None) -> None:
    table = table_after(SEARCHED)
    advised = table.legal(0)[0].word
    async with running(make_app(table)) as pilot:
        await press(pilot, "i")
        await until(pilot, lambda: isinstance(pilot.app.screen, HintDialog))
        assert f"“{advised}”" in text_of(pilot.app)
        await press(pilot, "enter")
        assert table.plays[-1].move != SEARCHED.split("; ")[-1]
        assert [play.move for play in table.plays][25] == advised


async def test_a_hint_can_be_left_alone(make_app: MakeApp, first_bot: None) -> None:
    table = table_after(SEARCHED)
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        before = text_of(pilot.app)
        for key in ("escape", "q", "i"):
            await press(pilot, "i")
            await until(pilot, lambda: isinstance(pilot.app.screen, HintDialog))
            await press(pilot, key)
            assert text_of(pilot.app) == before
        assert table.moves_played == played


async def test_the_screen_reacts_while_a_program_thinks_of_a_hint(
    make_app: MakeApp, slow_bot: Event
) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "i")
        assert "asking" in prompt(pilot)
        surface = table_screen(pilot).ui.surface  # type: ignore[attr-defined]
        here = surface.cursor
        await press(pilot, "left")
        assert surface.cursor != here
        await press(pilot, "g")
        assert "╭─ Log ──" in text_of(pilot.app)
        await press(pilot, "escape")
        slow_bot.set()
        await until(pilot, lambda: isinstance(pilot.app.screen, HintDialog))


async def test_a_hint_that_comes_after_the_move_is_dropped(
    make_app: MakeApp, slow_bot: Event
) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "i")
        await say(pilot, "B 29")
        slow_bot.set()
        await until(pilot, lambda: "depth charge" in prompt(pilot))
        assert not isinstance(pilot.app.screen, HintDialog)


async def test_a_hint_never_opens_over_another_persons_table(
    make_app: MakeApp, slow_bot: Event
) -> None:
    async with running(make_app(table_after(SEARCHED, seats=PAIR))) as pilot:
        await press(pilot, OPEN, "i")
        await say(pilot, "stay; drop A 100; hold")
        await press(pilot, "enter", OPEN)
        slow_bot.set()
        await until(pilot, lambda: prompt(pilot).startswith("Your turn:"))
        assert not isinstance(pilot.app.screen, HintDialog)


async def test_a_hint_asked_for_before_leaving_does_no_harm(
    make_app: MakeApp, slow_bot: Event
) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "i", "q")
        assert "New table" in text_of(pilot.app)
        slow_bot.set()
        await press(pilot, "down", "up")
        assert "New table" in text_of(pilot.app)
        assert not isinstance(pilot.app.screen, HintDialog)
