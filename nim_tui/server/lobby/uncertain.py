"""Lines of which the database did not say whether it took them: it is found out, and then told."""

from __future__ import annotations

import asyncio
from typing import Final

from nim_tui.server.database.connection import Database, StorageTrouble, Uncertain
from nim_tui.server.database.games import lines_since
from nim_tui.server.database.leases import LostLease
from nim_tui.server.database.records import DatabaseJournal, GameOver, OwnedJournal, TakenTurn
from nim_tui.tables.changes import Draft

RETRY: Final = 0.5
"""Seconds until the database is asked again."""

LONGEST: Final = 60.0
"""Seconds for which it is asked. What it takes after that comes as a line of another node does."""


async def store(database: Database, draft: Draft) -> None:
    """Write a change down, once, whatever becomes of the connection meanwhile.

    Raises as the record does; Uncertain only if it cannot be found out for long.
    """
    try:
        await database.do(draft.store)
    except Uncertain as trouble:
        await _found_out(database, draft, trouble)


async def _found_out(database: Database, draft: Draft, trouble: Uncertain) -> None:
    """Write it again: of both tries one alone can succeed, as both have the same number.

    Who is refused has had the turn to write: so the first try is over, and its line there or not.
    """
    end = asyncio.get_running_loop().time() + LONGEST
    while asyncio.get_running_loop().time() < end:
        await asyncio.sleep(RETRY)
        try:
            await database.do(draft.store)
        except (TakenTurn, GameOver, LostLease):
            is_written = await _is_written(database, draft)
            if is_written is False:
                raise
            if is_written:
                return
        except StorageTrouble:
            pass
        else:
            return
    raise trouble


async def _is_written(database: Database, draft: Draft) -> bool | None:
    """Whether the line that has the number of this one is this one; then it counts as written.

    None if that cannot be read just now.
    """
    keeper = draft.keeper
    journal = keeper.journal if isinstance(keeper, OwnedJournal) else keeper
    if not isinstance(journal, DatabaseJournal):
        return False
    try:
        lines = await database.look(lines_since, journal.table, journal.ply)
    except StorageTrouble:
        return None
    if not lines or lines[0][0] != draft.line:
        return False
    journal.has_one_more()
    await database.do(draft.store_end)
    return True
