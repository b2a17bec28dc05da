"""The score sheet of a game: one JSON line for the set-up, then one for each thing done.

    {"nim_tui":1,"game":"bataille","options":{"blast":false,...},"seats":[{"name":"Ana"},...],"seed":7}
    {"do":"play","seat":0,"move":"sub 14.200"}
    {"do":"undo","seat":0}
    {"do":"mark","seat":0,"place":"8.100","sign":"x"}
    {"do":"over","ranking":[[0],[1]],"reason":"ships"}

Seed and moves replay the game. A line is on disk before anyone is told of it, so that a
crash loses at most the line being written; a cut last line is recognised on reading.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import msgspec

from rules.options import OptionValue

FORMAT: Final = 1
MOST_BYTES: Final = 8 * 1024 * 1024
"""A record larger than this is not read: a long game takes a few thousand bytes."""

MOST_SEED: Final = 2**53 - 1
"""Seeds are whole numbers from 0 to this, exact in every JSON reader."""


class RecordError(ValueError):
    """The file is no record, or no whole one; the message says where and what would be right."""


class CutRecordError(RecordError):
    """The last line of the record was cut while it was written; all before it is sound."""


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits on a seat: a name, and the level of the program that plays it (None: a person)."""

    name: str
    bot: str | None = None


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up of a table, enough to deal the same game again."""

    nim_tui: int
    game: str
    options: dict[str, OptionValue]
    seats: tuple[SeatPlan, ...]
    seed: int


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="play"):
    """A seat made a move, in its canonical words."""

    seat: int
    move: str


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="undo"):
    """A seat took back the last move, which was its own."""

    seat: int


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="mark"):
    """A seat's private mark on a place of the board; an empty sign wipes it."""

    seat: int
    place: str
    sign: str


class Over(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="over"):
    """The game ended so; it follows from the moves and saves lists from replaying them."""

    ranking: tuple[tuple[int, ...], ...]
    reason: str


Line = Play | Undo | Mark | Over

_HEADER: Final = msgspec.json.Decoder(Header)
_LINE: Final = msgspec.json.Decoder(Line)
_ENCODE: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read: the header, the lines, and how many bytes of the file are whole."""

    header: Header
    lines: tuple[Line, ...]
    whole_bytes: int
    cut: bool

    @property
    def over(self) -> Over | None:
        """The end, if the game has one."""
        last = self.lines[-1] if self.lines else None
        return last if isinstance(last, Over) else None

    @property
    def moves(self) -> int:
        """How many moves stand."""
        plays = sum(isinstance(line, Play) for line in self.lines)
        return plays - sum(isinstance(line, Undo) for line in self.lines)


def read_record(path: Path) -> Record:
    """Read a record; the file stays untouched. Raises RecordError."""
    return parse_record(_read_bounded(path))


def _read_bounded(path: Path) -> bytes:
    if not path.is_file():
        raise RecordError(f"{path}: there is no such file")
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{path}: cannot be read ({error.strerror})") from error
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path}: larger than {MOST_BYTES} bytes, so no record of a game")
    return data


def parse_record(data: bytes) -> Record:
    """A record from its bytes. A cut last line is left out and noted in `cut`."""
    first, *rest = data.split(b"\n")
    header = _parse_header(first)
    lines: list[Line] = []
    whole = len(first) + 1
    for number, text in enumerate(rest, start=2):
        is_last = number == len(rest) + 1
        if is_last and not text:
            break
        try:
            lines.append(_LINE.decode(text))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            if is_last:
                return Record(header, tuple(lines), whole, cut=True)
            raise RecordError(f"line {number} is no line of a record ({_short(error)})") from None
        whole += len(text) + 1
    return Record(header, tuple(lines), min(whole, len(data)), cut=False)


def _parse_header(text: bytes) -> Header:
    try:
        version = msgspec.json.decode(text, type=_Version).nim_tui
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RecordError("this is no record of nim_tui: its first line is no header") from None
    if version != FORMAT:
        raise RecordError(f"the record has format {version}; this program reads format {FORMAT}")
    try:
        return _HEADER.decode(text)
    except msgspec.DecodeError as error:
        raise RecordError(f"line 1 is no header of a record ({_short(error)})") from None


class _Version(msgspec.Struct):
    nim_tui: int


def _short(error: Exception) -> str:
    return str(error).splitlines()[0][:120]


class Journal:
    """An open record: what is appended is on disk before `append` returns."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path, header: Header) -> Journal:
        """Start a new record. Raises FileExistsError if there is one already."""
        journal = cls(path, path.open("xb", buffering=0))
        journal.lock()
        journal.append(header)
        _sync_folder(path.parent)
        return journal

    @classmethod
    def resume(cls, path: Path, record: Record) -> Journal:
        """Go on with a record that was read, dropping a line cut at its end."""
        journal = cls(path, path.open("r+b", buffering=0))
        journal.lock()
        journal._file.truncate(record.whole_bytes)
        journal._file.seek(record.whole_bytes - 1)
        if journal._file.read(1) != b"\n":
            journal._file.write(b"\n")
        return journal

    def lock(self) -> None:
        """Hold the record against other processes where the system can. Raises RecordError."""
        try:
            import fcntl  # noqa: PLC0415 - not everywhere
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.close()
            raise RecordError("this game is open in another window") from None

    def append(self, line: Header | Line) -> None:
        """Write one line and wait until the disk has it. Raises OSError."""
        end = self._file.seek(0, os.SEEK_END)
        data = _ENCODE(line) + b"\n"
        try:
            if self._file.write(data) != len(data):
                raise OSError("the disk took only part of the line")
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(end)
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
