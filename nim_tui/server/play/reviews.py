"""Reviews of games that are over on a server: worked out in a process of their own, kept as files.

The files can be thrown away: whatever is missing is worked out again.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from nim_tui.review.analysis import RecordedGame
from nim_tui.review.service import ReviewService
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.game_store import ended_row, load_record
from nim_tui.tables.record import Line, RecordHeader
from nim_tui.tables.store import replay


@dataclass(frozen=True, slots=True)
class ReviewStore:
    """Where reviews are worked out, and the folder they are kept in."""

    desk: ReviewService
    folder: Path
    most: int
    """Files that are kept; those not looked at for longest go first."""

    def path_of(self, told: RecordedGame) -> Path:
        """The file of a game's review, with room made for it: not for the event loop."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{told.stamp}.json"
        with suppress(OSError):
            if path.exists():
                path.touch()
            kept = sorted(self.folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
            for old in kept[: -self.most or None]:
                old.unlink(missing_ok=True)
        return path


@dataclass(frozen=True, slots=True)
class OpenedReview:
    """A game whose review somebody may see: its record, without marks, and their seat in it."""

    header: RecordHeader
    lines: tuple[Line, ...]
    own: int | None
    told: RecordedGame
    title: str
    """Of the table."""


def opened(database: Database, table: str, viewer: int | None) -> OpenedReview:
    """The game of a table for its review, which tells all that was hidden.

    Who may see its replay may see it, once it came to an end that its record tells; a game that
    was closed in the middle stays as hidden as it was. A read that may take long.
    Raises CannotUseTable, Unfair, RecordError, StorageError.
    """
    row = ended_row(database, table, viewer)
    record = load_record(database, table)
    back = replay(record)
    told = RecordedGame.of(back)
    lines: tuple[Line, ...] = (*back.plays, *back.early_over)
    return OpenedReview(record.header, lines, row.seat_of(viewer), told, row.title)
