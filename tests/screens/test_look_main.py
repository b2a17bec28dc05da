"""The main screens in large windows, in every theme, and on terminals of few colours.

A few pictures; all their words are readable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from nim_tui.settings import THEMES
from nim_tui.tables.table import Table
from nim_tui.testing.looks import LEAST, unreadable
from nim_tui.testing.screens import LARGE, running
from nim_tui.testing.terminal import LEAST_OF, show_in
from tests.every import by_day
from tests.screens.conftest import Look, MakeApp
from tests.screens.himalaya.tables import FILLED, PROGRAMMING
from tests.screens.schwarm.tables import three
from tests.screens.submarine.tables import SAILING
from tests.screens.tables import SEARCHED, table_after

pytestmark = pytest.mark.slow

HUGE: Final = (200, 60)
TABLES: Final[dict[str, Callable[[], Table]]] = {
    "bataille": lambda: table_after(SEARCHED),
    "submarine": SAILING.table,
    "himalaya-program": PROGRAMMING.table,
    "himalaya-order": FILLED.table,
    "schwarm": lambda: three(30).table(),
}

each_screen = pytest.mark.parametrize("name", ["home", *TABLES])


def opening(name: str) -> Table | None:
    """Return the table of a screen, if it has one."""
    return TABLES[name]() if name in TABLES else None


@pytest.mark.parametrize("name", by_day(["home", "bataille", "himalaya-program"], 1))
def test_at_200_by_60_large(make_app: MakeApp, look: Look, name: str) -> None:
    look(make_app(opening(name)), size=HUGE)


@pytest.mark.parametrize("name", ["submarine", "schwarm"])
def test_in_light_large(make_app: MakeApp, look: Look, name: str) -> None:
    look(make_app(opening(name), theme="light"), size=LARGE, bars=True)


@pytest.mark.parametrize(("count", "name"), [(16, "bataille")])
def test_few_colours_large(make_app: MakeApp, look: Look, name: str, count: int) -> None:
    look(show_in(make_app(opening(name)), count))


@pytest.mark.nightly
@each_screen
@pytest.mark.parametrize("theme", THEMES)
async def test_every_theme_can_be_read_large(make_app: MakeApp, name: str, theme: str) -> None:
    async with running(make_app(opening(name), theme=theme), LARGE) as pilot:
        assert unreadable(pilot.app, LEAST) == {}


@pytest.mark.nightly
@each_screen
@pytest.mark.parametrize("count", [256, 16])
async def test_few_colours_can_be_read_large(make_app: MakeApp, name: str, count: int) -> None:
    async with running(show_in(make_app(opening(name)), count)) as pilot:
        assert unreadable(pilot.app, LEAST_OF[count]) == {}
