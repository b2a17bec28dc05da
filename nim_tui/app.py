"""NimApp: one person, or several in turn, at one terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from textual.dom import DOMNode
from textual.screen import Screen

from nim_tui.catalog import CATALOG, UnknownName, offer_named
from nim_tui.driver import BotDriver
from nim_tui.furnished import FurnishedApp
from nim_tui.record import Header, Line, Record, RecordError, SeatPlan, read_record
from nim_tui.seating import UnsuitableSeat, fresh_seed, seats_from
from nim_tui.sitting import LivePlace, Replay, ReplaySeat, TableSeat
from nim_tui.store import Kept, Store, data_folder, settings_path
from nim_tui.table import Table
from rules.game import AnyGame, UnsuitableTable
from rules.options import OptionValue
from screens.home import HomeScreen
from screens.house import CannotStart, KeptTable, OnOffer
from screens.text import _

Opening = Callable[["NimApp"], None]
"""What an app opens with, on top of the home screen."""


class NimApp(FurnishedApp):
    """The house: home screen, tables, replays, settings."""

    TITLE = "nim_tui"

    def __init__(self, store: Store, settings_file: Path, opening: Opening | None = None) -> None:
        super().__init__(settings_file)
        self._store = store
        self._opening = opening
        self._table: Table | None = None
        self._bot_driver: BotDriver | None = None

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
        self.leave_table()
        self._table = table
        offer = offer_named(table.game.name)
        adviser = offer.bot(offer.bots[0])
        place = LivePlace(table)
        persons = [n for n, seat in enumerate(table.seats) if seat.bot is None]
        bots = {n: offer.bot(seat.bot) for n, seat in enumerate(table.seats) if seat.bot}
        self._bot_driver = BotDriver(table, bots, lambda: self.kept_settings.beat, self.complain)
        table.listen(self._drive)
        screen = offer.screen_type(
            [TableSeat(place, number, adviser) for number in persons],
            TableSeat(place, None, adviser),
            title=offer.title,
        )
        self.push_screen(screen)
        self._drive()

    def _drive(self) -> None:
        """Let the programs play, unless they do already."""
        driver = self._bot_driver
        if driver is not None and driver.is_due and not self._is_driving():
            self.run_worker(driver.drive(), group="bots")

    def _is_driving(self) -> bool:
        return any(w.group == "bots" and not w.is_finished for w in self.workers)

    def open_replay(self, header: Header, lines: Sequence[Line], position: int = 0) -> None:
        """Step through a record: as any seat saw it if the game is over, else the public view."""
        offer = offer_named(header.game)
        replay = Replay(header, offer.game, lines)
        adviser = offer.bot("random")
        watcher = ReplaySeat(replay, None, adviser)
        replay.go(replay.length)
        is_over = replay.table.result is not None
        replay.go(position)
        seats = range(len(header.seats)) if is_over else ()
        looks = [ReplaySeat(replay, number, adviser) for number in seats]
        self.push_screen(
            offer.screen_type(looks[:1], watcher, title=offer.title, steps=replay, looks=looks)
        )

    def _record(self, table_id: str) -> tuple[Path, Record]:
        path = self._store.folder / f"{Path(table_id).name}.jsonl"
        try:
            return path, read_record(path)
        except RecordError as error:
            raise CannotStart(str(error)) from error

    # House: what screens ask

    def games_on_offer(self) -> Sequence[OnOffer]:
        """The games there are."""
        return [OnOffer(offer.name, offer.title, offer.bots) for offer in CATALOG.values()]

    def rules_of(self, name: str) -> AnyGame:
        """The rules of a game."""
        return offer_named(name).game

    def game_screens(self) -> Sequence[type[DOMNode]]:
        """The screens of the games."""
        return [offer.screen_type for offer in CATALOG.values()]

    def kept_tables(self) -> Sequence[KeptTable]:
        """Kept tables, the last played first."""
        return [_describe(kept) for kept in self._store.kept()]

    def start_table(
        self,
        name: str,
        seats: Sequence[str],
        options: Mapping[str, OptionValue],
        seed: int | None,
    ) -> None:
        """Open a new table and sit down."""
        try:
            offer = offer_named(name)
            plan = seats_from(seats, offer)
            table = Table(offer.game, options, plan, fresh_seed() if seed is None else seed)
            self._store.open_new(table)
        except (UnknownName, UnsuitableSeat, UnsuitableTable, OSError) as error:
            raise CannotStart(str(error)) from error
        self.open_table(table)

    def go_on_with(self, table_id: str) -> None:
        """Sit down at a kept table again."""
        path, _record = self._record(table_id)
        try:
            table, was_cut = self._store.resume(path)
        except (RecordError, OSError) as error:
            raise CannotStart(str(error)) from error
        self.open_table(table)
        if was_cut:
            self.notify(_("The record's last line was cut: that move is to be made again."))

    def replay_table(self, table_id: str) -> None:
        """Step through a kept table."""
        _path, record = self._record(table_id)
        self.open_replay(record.header, record.lines)

    def replay_this(self, position: int) -> None:
        """Step through the table on the screen."""
        if self._table is not None:
            table = self._table
            self.open_replay(table.header, table.plays, position)

    def play_again(self) -> None:
        """Another game with the same people, seats moved on by one."""
        if self._table is None:
            return
        table = self._table
        seats: tuple[SeatPlan, ...] = (*table.seats[1:], table.seats[0])
        again = Table(table.game, table.options, seats, fresh_seed())
        self._store.open_new(again)
        self.open_table(again)

    def leave_table(self) -> None:
        """Back home; the table is kept."""
        self.workers.cancel_group(self, "bots")
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if self._table is not None:
            self._table.close()
        self._table = self._bot_driver = None


def _describe(kept: Kept) -> KeptTable:
    header = kept.record.header
    names = tuple(seat.name for seat in header.seats)
    title = CATALOG[header.game].title if header.game in CATALOG else header.game
    return KeptTable(kept.path.stem, title, names, kept.record.moves, kept.is_over)


def _run(opening: Opening | None) -> None:
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
