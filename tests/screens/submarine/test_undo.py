"""Undo: moves without a draw can be undone, moves with one cannot."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import press, running, text_of
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import prompt, say
from tests.screens.submarine.sights import drawn
from tests.screens.submarine.tables import (
    ACTING,
    COLLECTING,
    EXCHANGING,
    OWING,
    OWING_TWO,
    PLACING,
    Position,
)

TAKEN_BACK = {
    "a dive": (ACTING, "dive 3 to 5.4"),
    "a take by card": (ACTING, "take 2 Sy"),
    "a take by a joker": (ACTING, "take 3 Mp with Cb"),
    "a take that others are paid for": (COLLECTING, "take 3 Mp"),
    "a hand card given": (OWING, "give blue"),
    "the boat": (EXCHANGING, "done"),
}
"""Moves without a draw."""

STAYS = {
    "the end of a turn with cards drawn": (COLLECTING, "done"),
    "an exchange": (EXCHANGING, "swap red"),
}


def offers_undo(text: str) -> bool:
    return "u Undo" in text.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize(("position", "words"), by_day(TAKEN_BACK.values(), 3), ids=TAKEN_BACK)
async def test_what_drew_nothing_is_taken_back(
    make_app: MakeApp, bots_wait: None, position: Position, words: str
) -> None:
    table = position.table()
    played, view = table.moves_played, table.view(0)
    async with running(make_app(table)) as pilot:
        asked = prompt(pilot)
        await say(pilot, words)
        assert table.view(0) != view
        assert offers_undo(text_of(pilot.app))
        await press(pilot, "u")
        assert table.moves_played == played
        assert table.view(0) == view
        assert prompt(pilot) == asked


@pytest.mark.parametrize(("position", "words"), STAYS.values(), ids=STAYS)
async def test_what_drew_a_card_stays(
    make_app: MakeApp, bots_wait: None, position: Position, words: str
) -> None:
    table = position.table()
    async with running(make_app(table)) as pilot:
        await say(pilot, words)
        played, view = table.moves_played, table.view(0)
        assert not offers_undo(text_of(pilot.app))
        await press(pilot, "u")
        assert (table.moves_played, table.view(0)) == (played, view)


@pytest.mark.slow
async def test_undo_goes_back_move_by_move_but_not_past_a_draw(
    make_app: MakeApp, bots_wait: None
) -> None:
    """The exchange drew a card; all that came after it can be taken back."""
    table = EXCHANGING.then("swap red; boat out; done").table()
    async with running(make_app(table)) as pilot:
        played = table.moves_played
        await say(pilot, "boat 1; dive 1 to 2.1")
        for left in (1, 0, 0):
            await press(pilot, "u")
            assert table.moves_played == played + left
        assert not offers_undo(text_of(pilot.app))
        assert drawn(pilot, "1.1").strip() == "(▲)"


async def test_the_move_before_the_own_one_stays(make_app: MakeApp) -> None:
    async with running(make_app(PLACING.table())) as pilot:
        assert not offers_undo(text_of(pilot.app))


@pytest.mark.slow
async def test_a_debt_paid_is_taken_back_card_by_card(make_app: MakeApp, bots_wait: None) -> None:
    async with running(make_app(OWING_TWO.table())) as pilot:
        assert "Ben" in prompt(pilot)
        await say(pilot, "give red")
        assert "Cleo" in prompt(pilot)
        await press(pilot, "u")
        assert "Ben" in prompt(pilot)
        await press(pilot, "u")
        assert "take a token, dive, or be done" in prompt(pilot)
