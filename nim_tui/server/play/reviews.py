"""Reviews of games that are over on a server, and trying again from one of their positions.

Reviews are worked out in a process of their own and kept as files. The files can be thrown away:
whatever is missing is worked out again.
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from nim_tui.review.analysis import RecordedGame
from nim_tui.review.service import ReviewService
from nim_tui.server.lobby.table_setup import TableService
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import LongReads
from nim_tui.server.tables.game_store import ended_row, load_record
from nim_tui.server.tables.seat_store import plan_of
from nim_tui.server.tables.table_store import TablePlan
from nim_tui.tables.record import Line, RecordHeader
from nim_tui.tables.replay import GameBranch, beginning
from nim_tui.tables.store import replay


@dataclass(frozen=True, slots=True)
class ReviewStore:
    """The processes that compute reviews, and the folder of finished ones."""

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
    """A game whose review a person may see: its record without marks, and their seat."""

    header: RecordHeader
    lines: tuple[Line, ...]
    own: int | None
    told: RecordedGame
    title: str
    """The title of the table."""


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


class BranchService:
    """The setting up of tables to try again, for people who may review the game."""

    def __init__(self, database: Database, long_reads: LongReads, desk: TableService) -> None:
        self._database = database
        self._long_reads = long_reads
        self._desk = desk

    async def begin(
        self, table: str, account: int, position: int, seat: int | None, *, by: Hashable = None
    ) -> str:
        """Set up a table that continues a game from a position; return its id.

        The person plays `seat`, or else the one to move. The table is private and casual, and
        counts as any other they set up: `by` is the subject of the rate limit, if it is not the
        account. Raises Refusal, StorageError.
        """
        self._desk.check_beginning()
        read = partial(_begins, self._database, table, account, position, seat)
        plan, begins = await self._long_reads.do(read)
        return await self._desk.create_again(account, plan, begins, by=by)


def _begins(
    database: Database, table: str, account: int, position: int, seat: int | None
) -> tuple[TablePlan, GameBranch]:
    """Raises Refusal, StorageError."""
    found = opened(database, table, account)
    begins = beginning(found.header, found.lines, position, seat)
    return plan_of(found.title, begins, account), begins
