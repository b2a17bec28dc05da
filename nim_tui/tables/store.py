"""The storage of tables on the user's own machine: a folder of records."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nim_tui.private_files import close_to_others, make_private_folder, private_opener
from rules.messages import N_

if TYPE_CHECKING:
    from nim_tui.tables.record import EndEntry, Line, Record, RecordHeader
    from nim_tui.tables.seat_plans import Program
    from nim_tui.tables.table import Table
    from rules.messages import Refusal

# Records and tables are imported on use: the home screen paints without them.

IMPORTED: Final = "imported-"
"""The prefix of the file names of imported games."""

HOME_VARIABLE: Final = "NIM_TUI_HOME"
"""Environment variable that puts records and settings in one folder of the user's choice."""

MOST_LISTED: Final = 200
_FOLDER: Final = "nim-tui"
_TABLES: Final = "tables"
_XDG: Final = {
    "user_data_path": ("XDG_DATA_HOME", "~/.local/share"),
    "user_config_path": ("XDG_CONFIG_HOME", "~/.config"),
}
"""The variables of platformdirs, whose import takes a tenth of text mode's start."""


def data_folder() -> Path:
    """Return the folder of the records, made if need be."""
    return make_private_folder(make_private_folder(_base("user_data_path")) / _TABLES)


def close_own_folders() -> list[Path]:
    """Remove other users' rights on the folders of records and settings; return those changed.

    In a folder of the user's choice only the records' part is closed: it may hold other things.
    """
    bases = [] if os.environ.get(HOME_VARIABLE) else [*map(_base, _XDG)]
    return close_to_others([*bases, _base("user_data_path") / _TABLES])


def server_folder() -> Path:
    """Return the default folder of a server; it may not exist yet."""
    return _base("user_data_path") / "server"


def settings_path() -> Path:
    """Return the path of the settings; its folder is made if need be."""
    file = settings_file()
    make_private_folder(file.parent)
    return file


def settings_file() -> Path:
    """Return the path of the settings, which may not exist, nor its folder."""
    return _base("user_config_path") / "settings.json"


def _base(kind: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home)
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        variable, usual = _XDG[kind]
        named = Path(os.environ.get(variable, "").strip())
        return (named if named.is_absolute() else Path(usual).expanduser()) / _FOLDER
    import platformdirs  # noqa: PLC0415

    path: Path = getattr(platformdirs, kind)(_FOLDER)
    return path


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A saved table: its file, when it was last played, and its record."""

    path: Path
    played: float
    """When it was last played, in seconds since the epoch."""
    record: Record

    @property
    def header(self) -> RecordHeader:
        """The set-up of the table."""
        return self.record.header

    @property
    def moves(self) -> int:
        """The number of moves."""
        return self.record.moves

    @property
    def over(self) -> EndEntry | None:
        """The end of the game; None before it."""
        return self.record.over

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.over is not None

    @property
    def is_imported(self) -> bool:
        """Whether the game was imported."""
        return self.path.name.startswith(IMPORTED)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that is not a record of a known game, its modification time, and what is wrong."""

    path: Path
    played: float
    why: Refusal


def review_of(record: Path) -> Path:
    """Return the path of a record's review, beside it."""
    return record.with_suffix(".review.json")


def programs_of(record: Path) -> Path:
    """Return the path of the commands that play seats of a record, beside it.

    They are not in the record: records are shared, and opening one must start nothing.
    """
    return record.with_suffix(".programs.json")


class Store:
    """A folder of records, one file a table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def files(self) -> Iterator[SavedTable | Unreadable]:
        """Yield the saved games, last played first. Reading each file may take a while."""
        paths = sorted(self.folder.glob("*.jsonl"), key=_last_played, reverse=True)
        if not paths:
            return
        from nim_tui.registry import UnknownName, game_of_record  # noqa: PLC0415
        from nim_tui.tables.record import (  # noqa: PLC0415
            RecordError,
            read_record,
        )

        for path in paths[:MOST_LISTED]:
            played = _last_played(path)[0] / 1e9
            try:
                record = read_record(path)
                game_of_record(record.header.game)
            except (RecordError, UnknownName) as error:
                yield Unreadable(path, played, error)
            else:
                yield SavedTable(path, played, record)

    def kept(self) -> list[SavedTable]:
        """Return the saved tables, last played first, without unreadable files."""
        return [found for found in self.files() if isinstance(found, SavedTable)]

    def unfinished(self) -> list[SavedTable]:
        """Return the tables that can be continued."""
        return [kept for kept in self.kept() if not kept.is_over]

    def path_of(self, table_id: str) -> Path:
        """Return the path of a table; no id leads out of the folder."""
        return self.folder / f"{Path(table_id).name}.jsonl"

    def open_new(self, table: Table, programs: Mapping[int, Program] | None = None) -> Path:
        """Save a table from its first move on, in a new file.

        `programs` play seats, by seat.
        """
        from nim_tui.tables.journal import Journal  # noqa: PLC0415

        for path in self._paths(table.game.name):
            try:
                table.keep(Journal.create(path, table.header))
            except FileExistsError:
                continue
            if programs:
                with open(programs_of(path), "w", encoding="utf-8", opener=private_opener) as file:
                    json.dump({seat: one.text for seat, one in programs.items()}, file)
            return path
        raise AssertionError("numbers do not end")

    def open_with(self, header: RecordHeader, lines: Sequence[Line]) -> Table:
        """Return a new table saved in a new file that begins with these lines.

        The lines are written in one go before the table is opened. Raises RecordError, OSError.
        """
        table, _was_cut = self.resume(self._write_new(header, lines))
        return table

    def take_in(self, record: Record) -> tuple[Path, bool]:
        """Import a sound record of a finished game; return its file, and whether it is new.

        The file is marked as imported; a game saved already keeps its file. Raises OSError.
        """
        from nim_tui.tables.replay import digest_of  # noqa: PLC0415

        wanted = digest_of(record.header, record.lines)
        for kept in self.kept():
            same = kept.is_over and kept.header == record.header
            if same and digest_of(kept.header, kept.record.lines) == wanted:
                return kept.path, False
        return self._write_new(record.header, record.lines, IMPORTED), True

    def _write_new(self, header: RecordHeader, lines: Sequence[Line], mark: str = "") -> Path:
        from nim_tui.tables.record import record_bytes  # noqa: PLC0415

        data = record_bytes((header, *lines))
        for path in self._paths(mark + header.game):
            try:
                with open(path, "xb", opener=private_opener) as file:
                    file.write(data)
            except FileExistsError:
                continue
            return path
        raise AssertionError("numbers do not end")

    def _paths(self, game: str) -> Iterator[Path]:
        """Yield the possible paths of a game's table; the first free one is used."""
        return (self.folder / f"{game}-{number:04}.jsonl" for number in count(1))

    def delete(self, path: Path) -> None:
        """Delete a record, its review and the commands of its programs.

        Raises RecordError if the record is open elsewhere, OSError.
        """
        from nim_tui.tables.journal import Journal  # noqa: PLC0415

        with path.open("r+b") as file:
            Journal(path, file).lock()
            path.unlink()
        review_of(path).unlink(missing_ok=True)
        programs_of(path).unlink(missing_ok=True)

    def resume(self, path: Path) -> tuple[Table, bool]:
        """Return the table of a record, saved on in its file; and whether a cut line was dropped.

        Raises RecordError.
        """
        from nim_tui.tables.journal import Journal  # noqa: PLC0415
        from nim_tui.tables.record import read_record  # noqa: PLC0415

        record = read_record(path)
        table = replay(record)
        table.keep(Journal.resume(path, record))
        if record.over is None:
            table.write_end()
        return table, record.cut


def _last_played(path: Path) -> tuple[int, str]:
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:
        return 0, path.name


def replay(record: Record) -> Table:
    """Return the table at the end of a record, without saving anything. Raises RecordError."""
    from nim_tui.registry import UnknownName, game_of_record  # noqa: PLC0415
    from nim_tui.tables.record import RecordError  # noqa: PLC0415
    from nim_tui.tables.replay import table_from  # noqa: PLC0415
    from rules.contract import UnsuitableTable  # noqa: PLC0415

    try:
        entry = game_of_record(record.header.game)
        for seat in record.header.seats:
            if seat.bot is not None:
                entry.bot(seat.bot)
        return table_from(record.header, entry.game, record.lines)
    except (UnknownName, UnsuitableTable) as error:
        raise RecordError(N_("line {line}: {why}"), line=1, why=str(error)) from error
