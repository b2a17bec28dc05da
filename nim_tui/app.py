"""NimApp: one person, or several in turn, at one terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from nim_tui.base_app import BaseApp
from nim_tui.catalog import CATALOG
from nim_tui.on_offer import OffersGames
from nim_tui.settings import load_settings, save_settings
from nim_tui.tables.store import Kept, Store, data_folder, settings_path
from rules.names import default_name
from screens.app_api import Agreement, KeptTable, Rematch
from screens.home.screen import HomeScreen
from screens.people import People, in_third_person, shown_name
from screens.text import _
from screens.textual_patches.private_names import patch

if TYPE_CHECKING:
    from nim_tui.tables.bot_runner import BotRunner
    from nim_tui.tables.record import Header, Line, Record
    from nim_tui.tables.table import Table
    from rules.options import FromFile, Option, OptionValue

# `nim_tui.open_table` is imported where it is needed: the home screen paints without it.

Opening = Callable[["NimApp"], None]
"""What an app opens with, on top of the home screen."""


class NimApp(OffersGames, BaseApp):
    """The server: home screen, tables, replays, settings."""

    TITLE = "nim_tui"

    def __init__(self, store: Store, settings_file: Path, opening: Opening | None = None) -> None:
        super().__init__(load_settings(settings_file), os.environ)
        self._settings_file = settings_file
        self._store = store
        self._opening = opening
        self._table: Table | None = None
        self._bot_driver: BotRunner | None = None

    def get_default_screen(self) -> Screen[Any]:
        """Home."""
        return HomeScreen()

    def on_mount(self) -> None:
        """What the app was opened for."""
        if self._opening is not None:
            self._opening(self)

    # Tables

    def open_table(self, table: Table) -> None:
        """Sit down at a table that is kept already."""
        from nim_tui.open_table import bot_runner, live_screen  # noqa: PLC0415

        self.leave_table()
        self._table = table
        self._bot_driver = bot_runner(table, self.beat, self.complain)
        table.listen(self._drive)
        self.push_screen(live_screen(table))
        self._drive()

    def _drive(self) -> None:
        """Let the programs play, unless they do already."""
        driver = self._bot_driver
        if driver is not None and driver.is_due and not self._is_driving():
            self.run_worker(driver.drive(), group="bots")

    def _is_driving(self) -> bool:
        return any(
            worker.group == "bots" and not worker.is_finished and not worker.is_cancelled
            for worker in self.workers
        )

    def open_replay(
        self, header: Header, lines: Sequence[Line], position: int = 0, own: int | None = None
    ) -> None:
        """Step through a record; `own` is the seat of whoever does so."""
        from nim_tui.open_table import replay_screen  # noqa: PLC0415

        self.push_screen(replay_screen(header, lines, position, own))

    # What screens ask

    def kept_tables(self) -> Sequence[KeptTable]:
        """Kept tables, the last played first."""
        return [_describe(kept) for kept in self._store.kept()]

    @property
    def is_private(self) -> bool:
        """The machine is the own one."""
        return True

    def sitters(self, number: int) -> Sequence[str]:
        """A person at this keyboard."""
        return [default_name(number + 1)]

    def seat_text(self, seat: str) -> str:
        """Everybody is here."""
        return _("{name}, at this keyboard").format(name=shown_name(seat))

    def check_seat(self, name: str, seat: str) -> None:
        """Whether a seat of a game can be taken so. Raises CannotStart."""
        from nim_tui.open_table import checked_seat  # noqa: PLC0415

        checked_seat(name, seat)

    def terms(self) -> Sequence[Option]:
        """Nothing: everybody is here."""
        return ()

    def text_for(self, option: FromFile, path: str) -> str:
        """The text of a file for an option. Raises CannotStart."""
        from nim_tui.open_table import file_text  # noqa: PLC0415

        return file_text(option, path)

    def start_table(
        self,
        name: str,
        seats: Sequence[str],
        options: Mapping[str, OptionValue],
        seed: int | None,
        terms: Mapping[str, OptionValue],
    ) -> None:
        """Open a new table and sit down."""
        from nim_tui.open_table import new_table  # noqa: PLC0415

        self.open_table(new_table(self._store, name, seats, options, seed))

    def go_on_with(self, table_id: str) -> None:
        """Sit down at a kept table again."""
        from nim_tui.open_table import kept_table  # noqa: PLC0415

        table, was_cut = kept_table(self._store, table_id)
        self.open_table(table)
        if was_cut:
            self.notify(_("The record's last line was cut: that move is to be made again."))

    def replay_table(self, table_id: str) -> None:
        """Step through a kept table."""
        from nim_tui.open_table import sound_record  # noqa: PLC0415

        header, lines = sound_record(self._store, table_id)
        self.open_replay(header, lines, own=header.only_person)

    def replay_this(self, position: int) -> None:
        """Step through the table on the screen."""
        table = self._table
        if table is not None:
            lines: list[Line] = [*table.plays, *table.early_over]
            self.open_replay(table.header, lines, position, table.header.only_person)

    def play_again(self) -> None:
        """Another game with the same people, seats moved on by one."""
        from nim_tui.open_table import same_again  # noqa: PLC0415

        if self._table is not None:
            self.open_table(same_again(self._store, self._table))

    def rematch(self) -> Rematch:
        """Everybody is here: another game begins at once."""
        return Rematch(can_join=True)

    def agreement(self) -> Agreement:
        """Everybody is here: the game can be ended at once, by whoever plays it."""
        table = self._table
        if table is None or table.result is not None:
            return Agreement()
        return Agreement(can_agree=any(seat.bot is None for seat in table.seats))

    def agree(self) -> None:
        """End the game on the screen by agreement."""
        if self._table is not None:
            self._table.end_by_agreement()

    def decline(self) -> None:
        """Nobody has offered anything."""

    def save_settings(self) -> None:
        """Keep the settings in their file."""
        save_settings(self._settings_file, self.kept_settings)

    def around(self, room: int) -> str:
        """Nothing: everybody is here."""
        return ""

    def beat(self) -> float:
        """Seconds between the steps of what is shown by itself."""
        return self.kept_settings.beat

    def leave_table(self) -> None:
        """Back home; the table is kept."""
        self.workers.cancel_group(self, "bots")
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if self._table is not None:
            self._table.close()
        self._table = self._bot_driver = None


def _describe(kept: Kept) -> KeptTable:
    header = kept.header
    title = CATALOG[header.game].title
    return KeptTable(kept.path.stem, title, _people_of(header), kept.moves, kept.is_over)


def _people_of(header: Header) -> People:
    """Who plays at a kept table: the one person at it is who sits here."""
    names = in_third_person([s.name for s in header.seats], [s.bot for s in header.seats])
    return People(names, header.only_person)


def _run(opening: Opening | None) -> None:
    hear_any_bytes = patch("typed_bytes", "hear_any_bytes")
    if hear_any_bytes is not None:
        hear_any_bytes()
    for fixed in ("COLUMNS", "LINES"):
        os.environ.pop(
            fixed, None
        )  # Textual would take them for the size, whatever the window does
    NimApp(Store(data_folder()), settings_path(), opening).run()


def run_home() -> None:
    """Open the home screen and stay until the person quits."""
    _run(None)


def run_table(table: Table) -> None:
    """Open with a table that is kept already."""
    _run(lambda app: app.open_table(table))


def run_replay(record: Record) -> None:
    """Open with a record to step through."""
    _run(lambda app: app.open_replay(record.header, record.lines))
