"""The plug-in of pytest: tables for suites of games, and text dumps of screens.

pytest loads it wherever nim_tui is installed, so it imports what it needs where that is used.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syrupy.assertion import SnapshotAssertion

    from rules.contract import AnyGame


def pytest_configure(config: pytest.Config) -> None:
    """Name the mark of tests that take long."""
    config.addinivalue_line("markers", "slow: takes long by nature")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of a suite for each of its games, or for each table of each game.

    Tables with a changed option are slow tests.
    """
    walks = sys.modules.get("nim_tui.testing.walks")  # there is no suite before it is imported
    if walks is None or metafunc.cls is None or not issubclass(metafunc.cls, walks.GameSuite):
        return
    games: Sequence[AnyGame] = metafunc.cls.games
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games, ids=[game.name for game in games])
    if "setting" in metafunc.fixturenames:
        settings = [setting for game in games for setting in walks.settings_of(game)]
        marks = [() if setting.is_usual else pytest.mark.slow for setting in settings]
        tables = [pytest.param(one, id=str(one), marks=mark) for one, mark in zip(settings, marks)]
        metafunc.parametrize("setting", tables)


@pytest.fixture
def same_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove what changes a screen from outside: language, colour, size."""
    for name in ("LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "NO_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def text_dump(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Return an assertion of equality with the text kept for the test.

    The text is a file in the folder `dumps` beside the test; `--snapshot-update` writes it.
    """
    from nim_tui.testing.screens import Dump  # noqa: PLC0415

    return snapshot.use_extension(Dump)
