"""What every part of a table being played stands on: its game, its people, who looks after it."""

from __future__ import annotations

from dataclasses import dataclass

from nim_tui.server.database.connection import Database
from nim_tui.server.lobby.observer import TableObserver
from nim_tui.server.lobby.ownership import Ownership
from nim_tui.server.lobby.table_changes import TableChanges
from nim_tui.server.lobby.table_people import TablePeople
from nim_tui.tables.table import Table


@dataclass(frozen=True, slots=True)
class TableBase:
    """The same for all parts of one table."""

    id: str
    game: Table
    database: Database
    observer: TableObserver
    ownership: Ownership
    changes: TableChanges
    people: TablePeople

    @property
    def is_over(self) -> bool:
        """Whether nobody plays here any more."""
        return self.changes.is_closed or self.game.result is not None

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.game.seats[seat].name
