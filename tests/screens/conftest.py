"""Fixtures of the tests of screens: an app that looks the same every time, and text dumps.

Pictures (`__snapshots__/*/*.svg`) and text dumps (`dumps/*.txt`) are compared byte for byte. Both
are taken anew by `pytest tests/screens --snapshot-update`, which is `make snapshots`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, Protocol

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion
from textual.app import App
from textual.widgets import Input

from nim_tui.app.app import NimApp, Opening
from nim_tui.app.base_app import BaseApp
from nim_tui.app.local_tables import LocalReviews, LocalTable
from nim_tui.registry import GameEntry, all_games
from nim_tui.settings import Settings
from nim_tui.tables.bot_runner import BotRunner
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import SMALL, Doing, Looker, do
from nim_tui.thinking.question import IN_THREAD
from screens import text as locale_context
from screens.home import kept_list
from screens.textual_patches.style_sheets import share_parsed_styles
from tests.screens import bots
from tests.screens.looking import hide_bars
from tests.screens.tables import TODAY

PHONES = ((40, 34), (82, 17))
"""A phone held upright and sideways, its row of keys and frame left out."""


class MakeApp(Protocol):
    """A maker of apps that look the same every time."""

    def __call__(self, opening: Opening | Table | None = None, **settings: Any) -> NimApp:
        """Return an app that opens with a table, for example, and has these settings."""


class Look(Protocol):
    """A comparison of an app with its picture."""

    def __call__(
        self,
        app: App[Any],
        *doing: str | Doing,
        size: tuple[int, int] = SMALL,
        bars: bool = False,
    ) -> None:
        """Press these keys, run these actions, and compare; headline and key bar only if asked."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """While pictures and dumps are taken anew, run only the tests that compare one."""
    if config.getoption("update_snapshots"):
        items[:] = [one for one in items if "snapshot" in getattr(one, "fixturenames", ())]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove outside wishes about language and colour, and all blinking of the cursor.

    The day is always the same, and toasts stay.
    """
    monkeypatch.setattr(BaseApp, "NOTIFICATION_TIMEOUT", 3600.0)
    monkeypatch.setattr(kept_list, "now", lambda: TODAY)
    locale_context.use_look(locale_context.Locale("en", "unicode"))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Input, "_toggle_cursor", lambda self: None)


@pytest.fixture(autouse=True)
def no_worker_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have bots and coaches think in threads, as worker processes may be late on a busy machine."""
    monkeypatch.setattr(LocalTable, "thinker", lambda _tables: IN_THREAD)


@pytest.fixture(autouse=True)
def untold_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no process look for turning points, as its answer could come at any time."""

    async def nothing(_self: LocalReviews, _table: Table) -> Sequence[str]:
        return ()

    monkeypatch.setattr(LocalReviews, "story", nothing)


@pytest.fixture(autouse=True, scope="session")
def styles_parsed_once() -> None:
    """Parse style sheets once, as a server does, which saves a tenth of the tests' time."""
    share_parsed_styles()


@pytest.fixture
def no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the variable of people who want no colours; https://no-color.org."""
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return an empty store."""
    folder = tmp_path / "tables"
    folder.mkdir()
    return Store(folder)


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    """Return the path of the settings file."""
    return tmp_path / "settings.json"


@pytest.fixture
def make_app(store: Store, settings_file: Path) -> MakeApp:
    """Return a maker of apps on the same store; bots answer at once, nothing is animated.

    The user has played every game before.
    """

    def make(opening: Opening | Table | None = None, **settings: Any) -> NimApp:
        known = {"pace": "instant", "forced": "asked", "games": [*all_games()]}
        kept = Settings(**{**known, **settings})
        settings_file.write_bytes(msgspec.json.encode(kept))
        if isinstance(opening, Table):
            table = opening
            opening = lambda app: app.table.open(table)  # noqa: E731
        app = NimApp(store, settings_file, opening)
        app.animation_level = "none"
        return app

    return make


@pytest.fixture
def bots_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots think for ever."""

    async def drive(self: BotRunner) -> None:
        return

    monkeypatch.setattr(BotRunner, "drive", drive)


@pytest.fixture
def first_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the best bot play the first legal move."""
    _best_bot_is(monkeypatch, "FirstBot")


@pytest.fixture
def held_back() -> Iterator[Event]:
    """Yield an event that background work may wait for, and that nobody else waits for."""
    bots.MAY_ANSWER.clear()
    yield bots.MAY_ANSWER
    bots.MAY_ANSWER.set()


@pytest.fixture
def slow_bot(monkeypatch: pytest.MonkeyPatch, held_back: Event) -> Event:
    """Let the best bot think until this event is set."""
    _best_bot_is(monkeypatch, "SlowBot")
    return held_back


def _best_bot_is(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for game, entry in all_games().items():
        its = replace(entry, own_bots={"medium": f"tests.screens.bots:{name}"}, own_judge="")
        monkeypatch.setitem(all_games(), game, its)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer a second game, whose screen adds nothing to the common one."""
    entry = GameEntry("tiny", "Tiny", "tests.rules.tiny:TINY", "screens.table.screen:GameScreen")
    monkeypatch.setitem(all_games(), "tiny", entry)


@pytest.fixture
def look(snap_compare: Any) -> Look:
    """Return a comparison of an app's screen with its stored picture.

    Headline and key bar have pictures of their own: a renamed key changes these pictures, not all.
    """

    def compare(
        app: App[Any],
        *doing: str | Doing,
        size: tuple[int, int] = SMALL,
        bars: bool = False,
    ) -> None:
        async def run_before(pilot: Looker) -> None:
            await do(pilot, *doing)
            if not bars:
                await hide_bars(pilot)

        assert snap_compare(app, terminal_size=size, run_before=run_before)

    return compare


@pytest.fixture
def dump(text_dump: SnapshotAssertion) -> SnapshotAssertion:
    """Return an assertion of equality with the text in a file."""
    return text_dump
