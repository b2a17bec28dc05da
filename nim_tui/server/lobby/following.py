"""Lines that another node wrote in a record: done at the table held here, as if made here."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, takewhile
from types import MappingProxyType
from typing import Final

from nim_tui.server.database.connection import Database
from nim_tui.server.database.games import lines_since
from nim_tui.server.database.records import DatabaseJournal
from nim_tui.tables.record import Header, Line
from nim_tui.tables.replay import follow
from nim_tui.tables.table import Table


class _Written:
    """The record while its own lines are done: it has them already."""

    def append(self, line: Header | Line, waiting: tuple[int, ...] = ()) -> None:
        """It is there."""

    def close(self) -> None:
        """Nothing is open."""


_WRITTEN: Final = _Written()


async def catch_up(
    database: Database, game: Table, told: Mapping[int, Line] = MappingProxyType({})
) -> bool:
    """Do what others wrote since: each line once, in order; whether there was one.

    It is read unless what was `told` of, by the numbers of lines, begins with the next one.
    Whoever calls this lets nobody else change the game meanwhile. Raises RecordError if it does
    not fit, StorageTrouble.
    """
    journal = game.keeper
    if not isinstance(journal, DatabaseJournal):
        return False
    lines = [told[ply] for ply in takewhile(told.__contains__, count(journal.ply))]
    if not lines:
        found = await database.look(lines_since, journal.table, journal.ply)
        lines = [line for line, _time in found]
    for line in lines:
        if game.keeper is not journal:
            break  # it was closed by what came before
        game.keep(_WRITTEN)
        try:
            follow(game, (line,))
        finally:
            game.keep(journal)
        journal.has_one_more()
    return bool(lines)
