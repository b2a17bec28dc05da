"""Pictures of the main screens in 256 and in 16 colours, in which every word can be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nim_tui.tables.table import Table
from tests.screens.conftest import Look, MakeApp, running
from tests.screens.contrast import unreadable
from tests.screens.few_colours import show_in
from tests.screens.himalaya.tables import FILLED, PROGRAMMING
from tests.screens.schwarm.tables import three
from tests.screens.submarine.tables import SAILING
from tests.screens.tables import SEARCHED, table_after

TABLES: dict[str, Callable[[], Table]] = {
    "bataille": lambda: table_after(SEARCHED),
    "submarine": SAILING.table,
    "himalaya-program": PROGRAMMING.table,
    "himalaya-order": FILLED.table,
    "schwarm": lambda: three(30).table(),
}
LEAST = {256: 4.0, 16: 3.0}
"""Nearest colours differ a little from those chosen, and sixteen are as the terminal has them."""


@pytest.mark.parametrize("count", [256, 16])
@pytest.mark.parametrize("name", ["home", *TABLES])
def test_few_colours_large(make_app: MakeApp, look: Look, name: str, count: int) -> None:
    opening = TABLES[name]() if name in TABLES else None
    look(show_in(make_app(opening), count))


@pytest.mark.parametrize("count", [256, 16])
@pytest.mark.parametrize("name", ["home", *TABLES])
async def test_all_can_be_read_large(make_app: MakeApp, name: str, count: int) -> None:
    opening = TABLES[name]() if name in TABLES else None
    async with running(show_in(make_app(opening), count)) as pilot:
        assert unreadable(pilot.app, LEAST[count]) == {}
