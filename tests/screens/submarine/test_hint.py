"""Hints in Submarine: a move for whatever is asked, with its reason, to be played by Enter."""

from __future__ import annotations

import pytest

from screens.table.hint import HintDialog
from tests.screens.conftest import MakeApp, running
from tests.screens.looking import Looker, press, text_of, until
from tests.screens.submarine.sights import screen_of
from tests.screens.submarine.tables import (
    ACTING,
    EXCHANGING,
    OWING,
    PLACING,
    SAILING,
    THREE_JOKERS,
    Position,
)

ASKED = {
    "placing": PLACING,
    "sailing": SAILING,
    "acting": ACTING,
    "giving": OWING,
    "exchanging": EXCHANGING,
}


async def ask(pilot: Looker) -> None:
    await press(pilot, "i")
    await until(pilot, lambda: isinstance(pilot.app.screen, HintDialog))


@pytest.mark.parametrize("position", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_hint_for_whatever_is_asked(
    make_app: MakeApp, bots_wait: None, position: Position, language: str
) -> None:
    table = position.table()
    words = {move.word for move in table.legal(0)}
    async with running(make_app(table, language=language)) as pilot:
        await ask(pilot)
        text = text_of(pilot.app)
        assert not set(text) & set("{}"), "every blank is filled"
        (advised,) = (word for word in words if f"“{word}”" in text or f"« {word} »" in text)
        await press(pilot, "enter")
        assert table.plays[-1].move == advised


async def test_a_hint_left_alone_keeps_the_words_chosen(make_app: MakeApp, first_bot: None) -> None:
    table = THREE_JOKERS.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await press(pilot, "t")
        before = text_of(pilot.app)
        await ask(pilot)
        assert "“take 3 Cg”" in text_of(pilot.app), "the first of the legal moves"
        await press(pilot, "escape")
        assert text_of(pilot.app) == before
        assert screen_of(pilot).picker.chosen == ("take", "3")
        assert table.moves_played == played
