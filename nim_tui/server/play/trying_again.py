"""Trying again from a position of a game that is over: at a table of one's own, against bots."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from nim_tui.server.lobby.table_setup import TableService
from nim_tui.server.play.reviews import opened
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import LongReads
from nim_tui.server.tables.seat_store import plan_of
from nim_tui.server.tables.table_store import TablePlan
from nim_tui.tables.replay import GameBranch, beginning


class BranchService:
    """The setting up of tables to try again, for people who may review the game."""

    def __init__(self, database: Database, long_reads: LongReads, desk: TableService) -> None:
        self._database = database
        self._long_reads = long_reads
        self._desk = desk

    async def begin(
        self, table: str, account: int, position: int, seat: int | None, *, by: Hashable = None
    ) -> str:
        """Set up a table that begins with so many moves of a game; its id.

        One plays `seat`, without it the one that is to move then. Nobody else may see the table,
        and it is never rated. It counts as any other that one sets up: `by` is who is not to do
        that too often, where it is not the account. Raises Refusal, StorageError.
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
