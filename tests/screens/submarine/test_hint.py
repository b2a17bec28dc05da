"""Hints in Submarine: a move for each question, with its reason, played by the same key."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import Looker, press, running, text_of, until
from screens.table.hints import SIGN
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import is_advised
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

pytestmark = pytest.mark.slow

ASKED = {
    "placing": PLACING,
    "sailing": SAILING,
    "acting": ACTING,
    "giving": OWING,
    "exchanging": EXCHANGING,
}


async def ask(pilot: Looker) -> None:
    await press(pilot, "i")
    await until(pilot, lambda: is_advised(pilot))


@pytest.mark.parametrize("position", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("language", by_day(["en", "fr"], 1))
async def test_a_hint_for_whatever_is_asked(
    make_app: MakeApp, bots_wait: None, position: Position, language: str
) -> None:
    table = position.table()
    words = {move.word for move in table.legal(0)}
    async with running(make_app(table, language=language)) as pilot:
        await ask(pilot)
        text = text_of(pilot.app)
        assert not set(text) & set("{}"), "every blank is filled"
        shown = screen_of(pilot).ui.vocabulary.tables[language].words
        spelt = {word: " ".join(shown.get(part, part) for part in word.split()) for word in words}
        (advised,) = (word for word in words if f"{SIGN} {spelt[word]} (" in text)
        await press(pilot, "i")
        assert table.plays[-1].move == advised


async def test_a_hint_keeps_the_words_chosen(make_app: MakeApp, first_bot: None) -> None:
    table = THREE_JOKERS.table()
    async with running(make_app(table)) as pilot:
        await press(pilot, "t")
        chosen = screen_of(pilot).picker.chosen
        await ask(pilot)
        assert f"{SIGN} take 3 Cg" in text_of(pilot.app), "the first of the legal moves"
        assert screen_of(pilot).picker.chosen == chosen == ("take", "3")
