"""The screen in every way that terminals show it."""

from pathlib import Path

import pytest
from nim_tui.app.app import NimApp
from nim_tui.tables.store import Store
from nim_tui.testing.looks import flaws
from nim_tui.testing.screens import do, running, text_of
from nim_tui.testing.tables import table_of
from nim_tui.testing.terminal import looks_of
from nim_tui.testing.walks import settings_of

from mia.rules import GAME

SIZES = [(80, 24), (120, 40), (200, 60)]
OPEN = "space"
"""The key that opens the hand-over screen between two people."""


def make_app(folder: Path, *moves: str) -> NimApp:
    """Return an app at a table after moves, each by whoever is waited for first."""
    table = table_of(next(settings_of(GAME)), 7)
    for move in moves:
        table.play(table.waiting[0], GAME.parse(move))
    (folder / "tables").mkdir(exist_ok=True)
    app = NimApp(
        Store(folder / "tables"), folder / "settings.json", lambda app: app.table.open(table)
    )
    app.animation_level = "none"
    return app


@pytest.mark.slow
async def test_it_looks_well_in_every_way(tmp_path: Path) -> None:
    looks = await looks_of(lambda: make_app(tmp_path, "say 31", "believe"), OPEN, sizes=SIZES)
    assert looks.flaws == {}


async def test_the_cursor_announces_a_roll(tmp_path: Path) -> None:
    async with running(make_app(tmp_path, "say 31", "believe")) as pilot:
        await do(pilot, OPEN)
        assert "Under the cup" in text_of(pilot.app)
        await do(pilot, "n", "enter")
        assert flaws(pilot.app) == []
