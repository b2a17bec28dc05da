"""The player aid: one screen per game, in every language, at the smallest size."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from nim_tui.testing.screens import press, running, text_of
from rules.contract import AnyGame
from screens.base import WIDE
from screens.colours import text_of as written
from screens.reading.rules_page import AidPage, RulesPage, aid_lines, aid_rows
from screens.table.screen import GameScreen
from screens.text import LANGUAGES, Locale, use_look
from tests.rules.games import GAMES
from tests.rules.tiny import TINY
from tests.screens.conftest import Look as Compare
from tests.screens.conftest import MakeApp
from tests.screens.submarine.tables import ACTING
from tests.screens.tables import SEARCHED, table_after
from tests.screens.test_vocabulary import vocabulary_of

WITH_AID = [game for game in GAMES if game is not TINY]
_OTHERS = 3
"""The lines of headline, keys, and a free one."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_AID, ids=lambda game: game.name)
def test_it_fits_the_smallest_screen(game: AnyGame, language: str) -> None:
    use_look(Locale(language))
    width, height = WIDE
    lines = aid_lines(game, width)
    assert 15 <= len(lines) <= height - _OTHERS
    assert all(cell_len(written(line).rstrip()) <= width for line in lines)
    assert all(len(label) <= 13 for label, _told in aid_rows(game))


@pytest.mark.parametrize("game", WITH_AID, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_explains_the_same_signs_by_its_own_letters(
    game: AnyGame, language: str
) -> None:
    english = signs_of(game)
    use_look(Locale(language))
    sign = vocabulary_of(game).sign
    assert signs_of(game) == ["".join(map(sign, label)) for label in english]


def signs_of(game: AnyGame) -> list[str]:
    rows = aid_rows(game)
    return [label for label, _told in rows[rows.index(("", "")) :]]


@pytest.mark.slow
async def test_it_opens_at_the_table_and_from_the_rules(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "exclamation_mark")
        assert isinstance(pilot.app.screen, AidPage)
        assert "sink three hidden submarines" in text_of(pilot.app)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, GameScreen)
        await press(pilot, "r", "a")
        assert isinstance(pilot.app.screen, AidPage)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, RulesPage)


class TestPictures:
    """How it looks."""

    def test_aid(self, make_app: MakeApp, look: Compare) -> None:
        look(make_app(ACTING.table()), "exclamation_mark")
