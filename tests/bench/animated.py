"""What an animated move of each game sends to a terminal of 80 x 24, before any compression."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from unittest.mock import patch

from nim_tui.app.app import NimApp
from nim_tui.settings import Settings, save_settings
from nim_tui.tables.bot_runner import BotRunner
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import settle
from nim_tui.testing.terminal import heard, with_colours
from tests.screens.himalaya.tables import FILLED
from tests.screens.schwarm.tables import SWIMMING
from tests.screens.submarine.tables import THREE_JOKERS
from tests.screens.tables import SEARCHED, table_after
from tests.screens.wire import Cost, cost_of

MOVES: Final[dict[str, tuple[Callable[[], Table], str]]] = {
    "bataille": (lambda: table_after(SEARCHED), "A 18"),
    "himalaya": (FILLED.table, "envoy C 1"),
    "schwarm": (SWIMMING.table, "step f1"),
    "submarine": (THREE_JOKERS.table, "take 3 Cg"),
}
"""A table of each game, and a move at it."""


async def _wait(_runner: BotRunner) -> None:
    """Programs never move."""


async def _cost(folder: Path, table: Table, words: str) -> Cost:
    settings = folder / "settings.json"
    save_settings(settings, Settings(language="en"))
    app = NimApp(Store(folder), settings, lambda app: app.table.open(table))
    app.animation_level = "full"
    with heard() as written, patch.object(BotRunner, "drive", _wait):
        async with with_colours(app).run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            return await cost_of(pilot, written, table, words)


def moves() -> Iterator[tuple[str, Cost]]:
    """What they cost, game by game."""
    for name, (table_of, words) in MOVES.items():
        with tempfile.TemporaryDirectory() as folder:
            yield name, asyncio.run(_cost(Path(folder), table_of(), words))
