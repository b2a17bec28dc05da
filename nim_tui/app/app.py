"""NimApp: the app at the user's own terminal."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.screen import Screen

from nim_tui.app.base_app import BaseApp
from nim_tui.private_files import closing_notice
from nim_tui.registry import left_out
from nim_tui.settings import called, own_settings
from nim_tui.settings_page import own_name
from nim_tui.tables.store import Store, close_own_folders, data_folder, settings_path
from nim_tui.terminal.local_driver import Suspension
from nim_tui.terminal.restoring import SavedTerminal, terminal_restored
from nim_tui.terminals import spells_signs
from screens.app_api import Setting
from screens.home.screen import HomeScreen
from screens.text import _, in_words
from screens.textual_patches.private_names import NAMES, OF_TERMINAL, missing

if TYPE_CHECKING:
    from textual.driver import Driver

    from nim_tui.app.kept_tables import LocalKeptTables
    from nim_tui.app.local_services import LocalServices
    from nim_tui.app.local_tables import LocalTable, LocalTableSetup
    from nim_tui.app.practice import LessonService, PuzzleService
    from nim_tui.tables.record import Record
    from nim_tui.tables.table import Table

SUSPEND: Final = "ctrl+z"
FILES_SECONDS: Final = 15.0
"""Seconds that a message about the user's own files is shown."""
Opening = Callable[["NimApp"], None]
"""The screen an app opens on top of the home screen."""


class NimApp(BaseApp):
    """The app on the user's own machine: home screen, tables, replays, settings."""

    TITLE = "nim_tui"
    USUAL_SOUND = "off"

    def __init__(
        self,
        store: Store,
        settings_file: Path,
        opening: Opening | None = None,
        language: str = "",
        closed_folders: Sequence[Path] = (),
        *,
        terminal: SavedTerminal | None = None,
        spells: bool = True,
    ) -> None:
        """`closed_folders`: those that others could read until now; `spells`: see BaseApp.

        `terminal`: restored while the program is suspended.
        """
        self._terminal = terminal
        self._suspension: Suspension | None = None
        self._closed_folders = closed_folders
        self._own_settings = own_settings(settings_file)
        super().__init__(self._own_settings.settings, os.environ, language, spells=spells)
        self._settings_file = settings_file
        self._store = store
        self._opening = opening

    @cached_property
    def _services(self) -> LocalServices:
        from nim_tui.app.local_services import LocalServices  # noqa: PLC0415 - a fast first paint

        return LocalServices(
            self, self._store, self._settings_file, beat=self.beat, remember=self.remember
        )

    def get_default_screen(self) -> Screen[Any]:
        """Return the home screen."""
        return HomeScreen()

    def on_mount(self) -> None:
        """Set up suspension, warn of trouble with the user's files, open the requested screen."""
        driver = self._driver
        if self._terminal is not None and driver is not None and driver.can_suspend:
            leave = driver.suspend_application_mode
            self._suspension = Suspension(self._terminal, leave, self._enter_screen)
            self._suspension.listen()
        unread = self._own_settings.trouble(self._settings_file)
        games = map(in_words, left_out())
        for trouble in filter(None, (unread, *map(closing_notice, self._closed_folders), *games)):
            self.notify(trouble, severity="warning", timeout=FILES_SECONDS, markup=False)
        if self._opening is not None:
            self._opening(self)
        self.call_after_refresh(collect_again)

    def _enter_screen(self) -> None:
        """Draw on the terminal again after a suspension."""
        if self._driver is not None:
            self._driver.resume_application_mode()
            self.refresh(layout=True)

    async def on_event(self, event: events.Event) -> None:
        """Suspend at once on the suspend key, whatever is running; pass other events on."""
        if isinstance(event, events.Key) and event.key == SUSPEND and not event.is_forwarded:
            self.action_suspend_process()
        else:
            await super().on_event(event)

    def action_suspend_process(self) -> None:
        """Leave the terminal to the shell until the program is resumed."""
        if self._suspension is not None:
            self._suspension.suspend(self._tell_no_shell)

    def _tell_no_shell(self) -> None:
        self.notify(_("There is no shell to return to."), markup=False)

    async def on_unmount(self) -> None:
        """Stop all bots."""
        if "_services" in vars(self):
            await self.table.close()

    # For screens

    @property
    def table(self) -> LocalTable:
        """The tables on this machine."""
        return self._services.table

    @property
    def kept(self) -> LocalKeptTables:
        """The stored games."""
        return self._services.kept

    @property
    def new_tables(self) -> LocalTableSetup:
        """The set-up of new tables."""
        return self._services.new_tables

    @property
    def puzzles(self) -> PuzzleService:
        """The puzzles."""
        return self._services.puzzles

    @property
    def lessons(self) -> LessonService:
        """The lessons."""
        return self._services.lessons

    @property
    def is_private(self) -> bool:
        """True: the user's own machine."""
        return True

    @property
    def own_name(self) -> str:
        """The name of the local player; empty if unset."""
        return self.kept_settings.name

    def settings(self) -> Sequence[Setting]:
        """Return the settings and their values, the player's name first."""
        return [own_name(self.kept_settings), *super().settings()]

    def set_setting(self, setting: str, value: str) -> None:
        """Change a setting and save it; a player's former name stays among the known names.

        Raises UnsuitableSeat for a text that is not a valid name.
        """
        if setting == "name":
            self.kept_settings.call_me(called(value) if value else "")
            self.keep_settings()
        else:
            super().set_setting(setting, value)

    def remember(self, game: str, seats: Sequence[str]) -> None:
        """Remember game and names of a new table; the first becomes the player's if none is set."""
        is_new = self.kept_settings.note_game(game)
        if self.kept_settings.remember(seats) or is_new:
            self.keep_settings()

    def go_on_with(self, table_id: str) -> None:
        """Continue a saved table."""
        self._services.go_on_with(table_id)

    def replay_table(self, table_id: str) -> None:
        """Open the replay of a saved table."""
        self._services.replay(table_id)

    def review_table(self, table_id: str) -> None:
        """Open the review of a finished saved table."""
        self._services.review(table_id)

    def save_settings(self) -> None:
        """Save the settings to their file."""
        self._own_settings.save(self._settings_file)

    def beat(self) -> float:
        """Return the seconds between two steps of playback."""
        return self.kept_settings.beat


def collect_again() -> None:
    """Collect garbage again after the first paint, if the program was started without."""
    if not gc.isenabled():
        gc.freeze()  # what is there by then is there to stay
        gc.enable()


def _run(opening: Opening | None, language: str) -> None:
    for fixed in ("COLUMNS", "LINES"):
        os.environ.pop(
            fixed, None
        )  # Textual would take them as the size, however the window changes
    store, settings = Store(data_folder()), settings_path()
    closed, spells = close_own_folders(), _can_show_signs()
    with terminal_restored() as found:
        app = NimApp(store, settings, opening, language, closed, terminal=found, spells=spells)
        app.driver_class = _driver() or app.driver_class
        app.run()


def _driver() -> type[Driver] | None:
    """Return our own driver for the terminal, or None to use Textual's.

    Textual's driver is used on Windows, and where Textual lacks the names that ours needs.
    """
    if sys.platform == "win32" or missing(known for known in NAMES if known.used_in in OF_TERMINAL):
        return None
    from nim_tui.terminal.local_driver import LocalDriver  # noqa: PLC0415

    return LocalDriver


def _can_show_signs() -> bool:
    """Whether the terminal shows the signs of boards; unencodable ones are replaced."""
    written = sys.__stderr__  # where Textual writes
    if not isinstance(written, io.TextIOWrapper):
        return True
    written.reconfigure(errors="replace")
    return spells_signs(os.environ.get("TERM", ""), written.encoding)


def run_home(language: str = "") -> None:
    """Open the home screen and stay until the person quits.

    `language`: the language of this run; empty for that of the settings.
    """
    _run(None, language)


def run_table(table: Table, language: str = "") -> None:
    """Open a table that is saved already; `language` as for `run_home`."""
    _run(lambda app: app.table.open(table), language)


def run_lesson(game: str, number: int, language: str = "") -> None:
    """Open a lesson, as `LessonService.start` takes it; `language` as for `run_home`."""
    _run(lambda app: app.lessons.start(game, number), language)


def run_puzzle(game: str, *, is_daily: bool, language: str = "") -> None:
    """Open a puzzle, as `PuzzleService.start` takes it; `language` as for `run_home`."""
    _run(lambda app: app.puzzles.start(game, is_daily=is_daily), language)


def run_replay(record: Record, language: str = "") -> None:
    """Open a replay of a record; `language` as for `run_home`."""
    _run(lambda app: app.table.open_replay(record.header, record.lines), language)
