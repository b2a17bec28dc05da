"""Typing moves of Submarine: several at once, wrong ones, completion."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import Looker, press, running
from screens.table.move_entry import MoveLine
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import prompt, say
from tests.screens.submarine.sights import screen_of
from tests.screens.submarine.tables import (
    ACTING,
    COLLECTING,
    EXCHANGING,
    OWING,
    SAILING,
    Position,
)

REFUSED = {
    "sailing": (
        SAILING,
        {
            "boat 1": "a boat only moves right",
            "boat 4": "you have no bathyscaphe in column 4",
            "take 2 Sy": "is not possible now",
        },
    ),
    "acting": (
        ACTING,
        {
            "take 4 Gr": "none of your bathyscaphes in 3.4 can act now",
            "take 3 Sy": "Sy is not in 3.3",
            "take 3 Mp with Kb": "you have no joker Kb",
            "dive 1 to 3.2": "none of your bathyscaphes in 3.1 can act now",
            "dive 3 to 3.3": "must move to another cell",
            "dive 2 to 5.4": "a bathyscaphe moves at most one level up or down",
            "place 3": "is not possible now",
        },
    ),
    "giving": (
        OWING,
        {"give red": "you have no red card", "done": "is not possible now"},
    ),
    "exchanging": (
        EXCHANGING,
        {"swap blue": "you have no blue card", "take Mp": "“take mp” is not a move"},
    ),
}


def line(pilot: Looker) -> MoveLine:
    return screen_of(pilot).query_one(MoveLine)


@pytest.mark.slow
@pytest.mark.parametrize(("position", "refused"), by_day(REFUSED.values(), 2), ids=REFUSED)
async def test_a_wrong_move_says_why_and_changes_nothing(
    make_app: MakeApp, position: Position, refused: dict[str, str]
) -> None:
    table = position.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        for words, why in refused.items():
            await say(pilot, words)
            assert why in prompt(pilot)
            assert table.moves_played == played
            assert line(pilot).value == words, "one may correct it"
            await press(pilot, "escape")


@pytest.mark.slow
async def test_a_turn_typed_letter_by_letter(make_app: MakeApp) -> None:
    table = ACTING.table()
    async with running(make_app(table)) as pilot:
        await press(pilot, "colon", *"TAKE 3 mp with CB", "enter")
        assert table.plays[-1].move == "take 3 Mp with Cb"
        assert not line(pilot).is_open


@pytest.mark.slow
async def test_a_whole_turn_at_once(make_app: MakeApp, bots_wait: None) -> None:
    table = SAILING.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await say(pilot, "boat 3; take 2 Sy; take 3 Mp with Sy ;; dive 2 to 1.3; done")
        assert table.moves_played == played + 5
        assert "Ben is thinking" in prompt(pilot)


async def test_moves_stop_at_the_first_that_is_refused_and_wait_to_be_mended(
    make_app: MakeApp,
) -> None:
    table = SAILING.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await say(pilot, "boat 3; take 3 Mp with Sy; done")
        assert table.moves_played == played + 1
        assert "you have no joker Sy" in prompt(pilot)
        assert line(pilot).value == "take 3 Mp with Sy; done"


async def test_tab_completes_a_move_and_the_longer_one_after_it(make_app: MakeApp) -> None:
    table = COLLECTING.table()
    async with running(make_app(table)) as pilot:
        await press(pilot, "colon", "t", "tab")
        assert line(pilot).value == "take "
        await press(pilot, "tab", "tab")
        assert line(pilot).value == "take 3 Mp "
        await press(pilot, "tab")
        assert line(pilot).value == "take 3 Mp with "
        await press(pilot, "s", "tab", "enter")
        assert table.plays[-1].move == "take 3 Mp with Sy"
