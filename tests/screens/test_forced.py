"""Forced moves: played automatically, if that shows nothing to anybody."""

from __future__ import annotations

import pytest

from nim_tui.tables.table import Table
from nim_tui.testing.screens import press, running, text_of
from tests.screens.conftest import MakeApp
from tests.screens.looking import prompt
from tests.screens.submarine.tables import OWING
from tests.screens.tables import ALONE, LAID, PAIR, table_after

NOTHING_TO_FIRE = f"{LAID}; A 17; drop 200; A 7; drop 300; hold; stay; drop A 100"
"""Ana is asked about torpedoes, as always, and may only answer `hold`."""


def words(table: Table) -> list[str]:
    """Return the last moves that are not undone."""
    return [play.move for play in table.plays[-2:]]


async def test_against_bots_what_is_no_choice_is_made_and_told(
    make_app: MakeApp, bots_wait: None
) -> None:
    table = table_after(NOTHING_TO_FIRE, seats=ALONE)
    async with running(make_app(table, forced="made")) as pilot:
        assert words(table) == ["drop A 100", "hold"]
        assert "only move, played for you: hold" in text_of(pilot.app)


async def test_it_is_told_beside_the_next_question(make_app: MakeApp, first_bot: None) -> None:
    table = table_after(NOTHING_TO_FIRE, seats=ALONE)
    async with running(make_app(table, forced="made")) as pilot:
        shown = prompt(pilot)
        assert "move a ship" in shown
        assert "only move, played for you: hold" in shown


@pytest.mark.parametrize("size", [(40, 34), (82, 17)])
async def test_on_a_phone_the_next_question_is_not_hidden_by_it(
    make_app: MakeApp, first_bot: None, size: tuple[int, int]
) -> None:
    table = table_after(NOTHING_TO_FIRE, seats=ALONE)
    async with running(make_app(table, forced="made"), size) as pilot:
        assert words(table)[-1] != "drop A 100"
        assert "ove a ship" in prompt(pilot)


async def test_it_is_asked_for_if_one_wants_that(make_app: MakeApp) -> None:
    table = table_after(NOTHING_TO_FIRE, seats=ALONE)
    async with running(make_app(table, forced="asked")) as pilot:
        assert words(table)[-1] == "drop A 100"
        assert "torpedo" in prompt(pilot)


async def test_where_it_would_tell_other_people_something_it_is_asked_for(
    make_app: MakeApp,
) -> None:
    table = table_after(NOTHING_TO_FIRE, seats=PAIR)
    async with running(make_app(table, forced="made")) as pilot:
        await press(pilot, "space")
        assert words(table)[-1] == "drop A 100"


async def test_taking_back_goes_back_to_the_last_choice(make_app: MakeApp, bots_wait: None) -> None:
    """Either card may be given first; the other one then is no choice."""
    table = OWING.table()
    table.play(0, table.game.parse("give blue"))
    async with running(make_app(table, forced="made")) as pilot:
        assert words(table) == ["give blue", "give purple"]
        await press(pilot, "u")
        assert words(table)[-1] not in ("give blue", "give purple")
