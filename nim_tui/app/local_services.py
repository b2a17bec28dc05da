"""The services of the app on the user’s own machine: tables, stored games, practice.

Its modules read and write records, and play: the home screen is painted before they are imported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from nim_tui.app.base_app import BaseApp
from nim_tui.app.kept_tables import LocalKeptTables
from nim_tui.app.local_tables import LocalTable, LocalTableSetup
from nim_tui.app.practice import LessonService, PuzzleService
from nim_tui.tables.open_table import kept_table, replayed_table, sound_record
from nim_tui.tables.store import Store
from screens.text import _


class LocalServices:
    """The tables, stored games, puzzles and lessons of an app, made at first use."""

    def __init__(
        self,
        app: BaseApp,
        store: Store,
        settings_file: Path,
        *,
        beat: Callable[[], float],
        remember: Callable[[str, Sequence[str]], None],
    ) -> None:
        """`beat`: the seconds between moves of bots; `remember` keeps the seats of a new game."""
        self._app = app
        self._store = store
        self.table = LocalTable(app, store, beat, app.complain, app.tell_trouble)
        self.kept = LocalKeptTables(store, lambda: app.kept_settings.name)
        self.new_tables = LocalTableSetup(store, self.table.open, app.kept_settings, remember)
        self.puzzles = PuzzleService(
            app, settings_file.with_name("puzzles.json"), self.table, self.table.thinker
        )
        self.lessons = LessonService(app, app.keep_settings, self.table, self.new_tables)

    def go_on_with(self, table_id: str) -> None:
        """Continue a saved table. Raises NotPossible."""
        table, was_cut = kept_table(self._store, table_id)
        self.table.open(table)
        if was_cut:
            self._app.notify(
                _("The last line of the game record was incomplete: make that move again.")
            )

    def replay(self, table_id: str) -> None:
        """Open the replay of a saved table. Raises NotPossible."""
        header, lines = sound_record(self._store, table_id)
        self.table.open_replay(header, lines, own=header.only_person)

    def review(self, table_id: str) -> None:
        """Open the review of a finished saved table. Raises NotPossible."""
        table, record = replayed_table(self._store, table_id), self._store.path_of(table_id)
        self.table.reviews.open(table, record, table.header.only_person, lambda: None)
