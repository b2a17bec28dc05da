"""Reading the file of a record."""

from __future__ import annotations

from pathlib import Path

from nim_tui.tables.record import MOST_BYTES, Record, RecordError, check_size, parse_record
from rules.messages import N_, why


def read_record(path: Path) -> Record:
    """Read a record; the file stays untouched. Raises RecordError, which leaves out the path."""
    return parse_record(_read_bounded(path))


def _read_bounded(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise RecordError(N_("this is a folder, not a record"))
        if not path.exists():
            raise RecordError(N_("there is no such file"))
        if not path.is_file():
            raise RecordError(N_("this is not a plain file, so not the record of a game"))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(N_("the file cannot be read ({why})"), why=why(error)) from error
    check_size(data, MOST_BYTES)
    return data
