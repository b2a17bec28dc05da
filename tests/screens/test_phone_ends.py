"""A phone shows the whole verdict at a table whose game is over, in as many rows as it takes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nim_tui.registry import all_games
from nim_tui.tables.table import Table
from nim_tui.testing.screens import press, running, text_of, until
from screens.table.results import ResultsDialog
from screens.text import LANGUAGES
from tests.every import by_day
from tests.screens.conftest import PHONES, MakeApp
from tests.screens.himalaya.tables import ENDED as HIMALAYA_ENDED
from tests.screens.looking import table_screen
from tests.screens.schwarm.tables import THREE_ENDED
from tests.screens.submarine.tables import ALL_TYPES
from tests.screens.tables import WON, table_after

ENDED: dict[str, Callable[[], Table]] = {
    "bataille": lambda: table_after(WON),
    "himalaya": HIMALAYA_ENDED.table,
    "schwarm": THREE_ENDED.table,
    "submarine": ALL_TYPES.table,
}


@pytest.mark.slow
@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("language", by_day(LANGUAGES, 1))
@pytest.mark.parametrize("game", all_games())
async def test_the_verdict_is_told_whole(
    make_app: MakeApp, game: str, language: str, size: tuple[int, int]
) -> None:
    async with running(make_app(ENDED[game](), language=language), size) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultsDialog))
        await press(pilot, "escape")
        screen = table_screen(pilot)
        result = screen.model.result
        assert result is not None
        asking = screen.query_one("#asking").region
        lines = text_of(pilot.app).splitlines()[asking.y : asking.bottom]
        told = "".join(line[asking.x :] for line in lines)
        assert letters(screen.ui.verdict(result)) in letters(told)


def letters(text: str) -> str:
    """Return the letters of a text, wherever its rows end."""
    return "".join(filter(str.isalnum, text))
