"""Tables that are not over by id, by whom they concern, and in the order of lists."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Collection

from nim_tui.server.database.listing import TableRow
from nim_tui.server.database.schema import OPEN, PUBLIC, RUNNING
from nim_tui.server.lobby.table_entry import Entry, Key, entry_of


class TableIndex:
    """The tables, each put in as it was read last."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.public: dict[str, list[Key]] = {OPEN: [], RUNNING: []}
        self.private: list[Key] = []
        self._concerning: dict[int | str, set[str]] = {}
        """The ids of the tables of everybody concerned."""

    def put_in(self, row: TableRow) -> None:
        """Have a table that is not in it."""
        entry = entry_of(row)
        self.entries[row.id] = entry
        insort(self._keys(row), entry.key)
        for one in entry.concerned:
            self._concerning.setdefault(one, set()).add(row.id)

    def take_out(self, table: str) -> None:
        """Have a table no longer, if it is in it."""
        entry = self.entries.pop(table, None)
        if entry is None:
            return
        keys = self._keys(entry.row)
        del keys[bisect_left(keys, entry.key)]
        for one in entry.concerned:
            self._concerning[one].discard(table)
            if not self._concerning[one]:
                del self._concerning[one]

    def _keys(self, row: TableRow) -> list[Key]:
        return self.public[row.status] if row.visibility == PUBLIC else self.private

    def concerning(self, one: int | str) -> Collection[str]:
        """The ids of the tables that concern an account, or a folded name."""
        return self._concerning.get(one, ())

    def of(self, account: int) -> list[Entry]:
        """The tables somebody hosts or sits at."""
        return [self.entries[table] for table in self.concerning(account)]
