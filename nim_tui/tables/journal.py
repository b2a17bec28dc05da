"""An open record on disk: each line is stored before anyone is told of it."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from nim_tui.private_files import private_opener
from nim_tui.tables.record import Line, Record, RecordError, RecordHeader, encode
from rules.messages import N_, why


class Journal:
    """An open record: what is appended is on disk before `append` returns."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file = file
        self._sound: int | None = None
        """Bytes of the lines that were written whole."""

    @classmethod
    def create(cls, path: Path, header: RecordHeader) -> Journal:
        """Start a new record. Raises FileExistsError if there is one already."""
        file = open(path, "xb", buffering=0, opener=private_opener)  # noqa: SIM115 - kept open
        journal = cls(path, file)
        try:
            journal.lock()
            journal.append(header)
            _sync_folder(path.parent)
        except OSError:
            journal.close()
            path.unlink()
            raise
        return journal

    @classmethod
    def resume(cls, path: Path, record: Record) -> Journal:
        """Continue a record that was read, dropping a line cut at its end.

        Raises RecordError if it is open elsewhere, has changed, or cannot be written.
        """
        try:
            journal = cls(path, path.open("r+b", buffering=0))
        except OSError as error:
            raise RecordError(
                N_("the game record cannot be written ({why})"), why=why(error)
            ) from error
        journal.lock()
        try:
            journal._go_on_after(record)
        except RecordError:
            journal.close()
            raise
        except OSError as error:
            journal.close()
            raise RecordError(
                N_("the game record cannot be written ({why})"), why=why(error)
            ) from error
        return journal

    def _go_on_after(self, record: Record) -> None:
        if os.fstat(self._file.fileno()).st_size != record.read_bytes:
            raise RecordError(N_("the game record has changed since it was read: open it again"))
        self._file.truncate(record.whole_bytes)
        self._file.seek(record.whole_bytes - 1)
        if self._file.read(1) != b"\n":
            self._file.write(b"\n")

    def lock(self) -> None:
        """Lock the record against other processes if the system can. Raises RecordError."""
        try:
            import fcntl  # noqa: PLC0415 - not everywhere
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                return  # a file system without locks
            self.close()
            raise RecordError(N_("this game is open in another window")) from None

    def append(self, line: RecordHeader | Line, waiting: tuple[int, ...] = ()) -> None:
        """Write one line and wait until it is on disk. Raises OSError."""
        data = encode(line) + b"\n"
        if self._sound is None:
            self._sound = self._file.seek(0, os.SEEK_END)
        self._file.truncate(self._sound)  # left by an earlier failure
        self._file.seek(self._sound)
        try:
            if self._file.write(data) != len(data):
                raise OSError(errno.ENOSPC, "the disk took only part of the line")
            os.fsync(self._file.fileno())
        except OSError:
            with suppress(OSError):
                self._file.truncate(self._sound)
            raise
        self._sound += len(data)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
