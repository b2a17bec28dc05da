"""Hints: requested in the background, dropped if they come too late."""

from __future__ import annotations

import re
from threading import Event
from typing import Final

import pytest

from nim_tui.testing.screens import do, press, running, text_of, typing, until
from nim_tui.testing.tables import OPEN
from rules.advice import Advice, Weighed
from rules.bataille import BATAILLE
from rules.chance import Chance
from screens import text as locale_context
from screens.table.hints import SIGN
from screens.table.move_words import ALTERNATIVES, alternatives, are_alike
from screens.text import say_told
from tests.screens.conftest import MakeApp
from tests.screens.looking import go_to, is_advised, menu_items, prompt, say, table_screen
from tests.screens.schwarm.tables import two
from tests.screens.tables import PAIR, SEARCHED, table_after

WITH_A_SHIP: Final = two(26)
"""Der Schwarm: Ana may play a ship or do research."""


async def test_a_hint_is_shown_and_the_same_key_plays_it(
    make_app: MakeApp, first_bot: None
) -> None:
    table = table_after(SEARCHED)
    advised = table.legal(0)[0].word
    async with running(make_app(table)) as pilot:
        await press(pilot, "i")
        await until(pilot, lambda: is_advised(pilot))
        assert f"{SIGN} {advised}" in text_of(pilot.app)
        await press(pilot, "i")
        assert [play.move for play in table.plays][25] == advised
        assert not is_advised(pilot)


async def test_a_hint_is_lit_word_by_word(make_app: MakeApp, first_bot: None) -> None:
    """The ship first, then where it goes; another ship is not what was advised."""
    table = table_after(SEARCHED)
    ship, place = table.legal(0)[0].word.split()
    async with running(make_app(table)) as pilot:
        await press(pilot, "i")
        await until(pilot, lambda: is_advised(pilot))
        surface = table_screen(pilot).ui.surface  # type: ignore[attr-defined]
        assert [item.id for item in menu_items(pilot) if item.is_advised] == [ship]
        assert surface.hinted == {"15"}, "where that ship is"
        await press(pilot, ship.lower())
        assert surface.hinted == {place}
        await press(pilot, "backspace", "b")
        assert surface.hinted == frozenset()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_whole_reason_is_read_at_80_columns_and_how_to_play_it(
    make_app: MakeApp, language: str
) -> None:
    async with running(make_app(table_after(SEARCHED), language=language)) as pilot:
        before = len(text_of(pilot.app).splitlines())
        await press(pilot, "i")
        await until(pilot, lambda: is_advised(pilot))
        advice = table_screen(pilot).hints.advice
        assert advice is not None
        after = text_of(pilot.app).split(f" {SIGN} {advice.move.word} ")[1]
        first, rest = after.partition(")  ")[2].split("\n")[:2]
        rest = rest.partition("   or " if language == "en" else "   ou ")[0]
        answer = " i play it" if language == "en" else " i le jouer"
        assert first.endswith(answer)
        locale_context.use_look(locale_context.Locale(language))
        told = f"{first.removesuffix(answer)} {rest}"
        assert told.split() == say_told(advice.reason, advice.facts).split()
        assert len(text_of(pilot.app).splitlines()) == before


@pytest.mark.slow
async def test_a_hint_tells_what_it_is_worth_and_what_else_could_be_done(
    make_app: MakeApp,
) -> None:
    table = table_after(SEARCHED)
    async with running(make_app(table)) as pilot:
        await press(pilot, "i")
        await until(pilot, lambda: is_advised(pilot))
        told = re.findall(r"([ABC] \d+|stay) \((\d+)% to win\)", text_of(pilot.app))
        assert len(told) == 1 + ALTERNATIVES
        assert len({move for move, _rate in told}) == len(told)
        rates = [int(rate) for _move, rate in told]
        assert rates == sorted(rates, reverse=True)
        assert {move for move, _rate in told} <= {move.word for move in table.legal(0)}


def weighed(*told: tuple[int, str]) -> list[Weighed]:
    """Return moves with these win chances in per cent, and their reasons."""
    moves = BATAILLE.legal(BATAILLE.new(2, {}, Chance(1)), 0)
    return [
        Weighed(Advice(move, why), (rate / 100, 1 - rate / 100))
        for move, (rate, why) in zip(moves, told)
    ]


def test_of_moves_as_good_for_the_same_reason_one_is_told() -> None:
    found = weighed((55, "a"), (55, "a"), (55, "b"), (50, "a"), (50, "a"), (40, "c"))
    assert alternatives(found, 0) == [found[2], found[3]]
    assert not are_alike(found, 0)
    alike = weighed((55, "a"), (55, "a"), (55, "a"))
    assert are_alike(alike, 0)
    assert alternatives(alike, 0) == []
    assert not are_alike(alike[:1], 0)
    unknown = [Weighed(each.advice) for each in alike]
    assert not are_alike(unknown, 0)


async def test_a_hint_can_be_left_alone(make_app: MakeApp, first_bot: None) -> None:
    table = table_after(SEARCHED)
    async with running(make_app(table)) as pilot:
        await press(pilot, "i")
        await until(pilot, lambda: is_advised(pilot))
        await say(pilot, "stay")
        assert not is_advised(pilot)
        assert table.plays[-1].move == "stay"


@pytest.mark.slow
async def test_the_screen_reacts_while_a_program_thinks_of_a_hint(
    make_app: MakeApp, slow_bot: Event
) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "i")
        assert "thinking" in prompt(pilot)
        surface = table_screen(pilot).ui.surface  # type: ignore[attr-defined]
        here = surface.cursor
        await press(pilot, "left")
        assert surface.cursor != here
        await press(pilot, "g")
        assert "╭─ Log ──" in text_of(pilot.app)
        await press(pilot, "escape")
        slow_bot.set()
        await until(pilot, lambda: is_advised(pilot))


async def test_a_hint_that_comes_after_the_move_is_dropped(
    make_app: MakeApp, slow_bot: Event
) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "i")
        await say(pilot, "B 29")
        slow_bot.set()
        await until(pilot, lambda: "depth charge" in prompt(pilot))
        assert not is_advised(pilot)


@pytest.mark.slow
async def test_a_hint_is_dropped_with_the_move_it_followed(
    make_app: MakeApp, first_bot: None
) -> None:
    """An undo, and another move in the same place, leave the same number of moves."""
    table = WITH_A_SHIP.table()
    ship, other = [move.word for move in table.legal(0) if move.word in ("ship", "research")]
    async with running(make_app(table)) as pilot:
        await say(pilot, ship)
        await press(pilot, "i")
        await until(pilot, lambda: is_advised(pilot))
        await press(pilot, "u")
        await say(pilot, other)
        assert not is_advised(pilot)


async def test_a_hint_is_never_shown_to_another_person(make_app: MakeApp, slow_bot: Event) -> None:
    table = table_after(SEARCHED, seats=PAIR, hints_for_all=True)
    async with running(make_app(table)) as pilot:
        await press(pilot, OPEN, "i")
        await say(pilot, "stay; drop A 100; hold")
        await press(pilot, "enter", OPEN)
        slow_bot.set()
        await until(pilot, lambda: "Your turn:" in prompt(pilot))
        assert not is_advised(pilot)


@pytest.mark.slow
async def test_a_hint_asked_for_before_leaving_does_no_harm(
    make_app: MakeApp, slow_bot: Event
) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "i", "q")
        assert "New table" in text_of(pilot.app)
        slow_bot.set()
        await press(pilot, "down", "up")
        assert "New table" in text_of(pilot.app)


@pytest.mark.slow
async def test_who_share_a_keyboard_are_given_hints_if_they_agreed(make_app: MakeApp) -> None:
    """The form asks once two people are to play each other; against bots nobody need agree."""
    async with running(make_app()) as pilot:
        await press(pilot, "n")
        assert "Hints for all" not in text_of(pilot.app)
        await go_to(pilot, "seat 1")
        await do(pilot, "enter", "home shift+end delete", typing("Ben"), "enter")
        await go_to(pilot, "option hints for all")
        await press(pilot, "right")
        await go_to(pilot, "start")
        await press(pilot, "enter")
        assert table_screen(pilot).model.seat.why_no_hints is None
    async with running(make_app(table_after(SEARCHED, seats=PAIR))) as pilot:
        await press(pilot, OPEN, "i")
        assert "thinking …" not in text_of(pilot.app)
        assert "Hint" not in text_of(pilot.app)
