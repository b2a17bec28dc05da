"""Every table that is not over, held in memory and read again only where it changed.

One reading after a change serves whoever looks; what one person may see is derived from it
without asking the database. Games that are over are not in it: they are looked up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.listing import TableRow
from nim_tui.server.database.schema import OPEN, PUBLIC
from nim_tui.server.database.unfinished import unfinished
from nim_tui.server.lobby.table_index import TableIndex
from nim_tui.server.lobby.table_search import Sought, TableSearch, Viewer
from nim_tui.server.untrusted_text import folded


class TableList:
    """The tables that are not over."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._index = TableIndex()
        self._search = TableSearch(self._index)
        self._unread: set[str] | None = None
        """The ids of the tables to be read again; None: all of them, as nothing was read yet."""
        self._trouble: StorageTrouble | None = None
        self._turn = asyncio.Lock()

    # Keeping it true

    def note(self, *tables: str) -> None:
        """These tables changed, or may have; after this even what failed is read again."""
        self._trouble = None
        if self._unread is not None:
            self._unread.update(tables)

    def note_all(self) -> None:
        """Every table may have changed."""
        self._trouble = None
        self._unread = None

    async def catch_up(self) -> None:
        """Read what changed, if anything did: once, whoever asks. Raises StorageTrouble."""
        async with self._turn:
            if self._trouble is not None:
                raise self._trouble.with_traceback(None)
            if self.is_behind:
                await self._read_anew()

    @property
    def is_behind(self) -> bool:
        """Whether tables changed, or may have, since they were read."""
        return self._unread is None or bool(self._unread)

    async def _read_anew(self) -> None:
        unread, self._unread = self._unread, set()
        try:
            rows = await self._database.look(unfinished, unread)
        except BaseException as error:
            self._unread = None if unread is None else unread | self._unread
            self._trouble = error if isinstance(error, StorageTrouble) else None
            raise
        for table in [*self._index.entries] if unread is None else unread:
            self._index.take_out(table)
        for row in rows:
            self._index.put_in(row)
        self._search.forget()

    def check(self) -> None:
        """See that the tables could be read when that was tried last. Raises StorageTrouble."""
        if self._trouble is not None:
            raise self._trouble.with_traceback(None)

    # What is asked

    def known(self, table: str) -> TableRow | None:
        """A table, as far as it was read and is not over, whoever may see it: for the server."""
        entry = self._index.entries.get(table)
        return None if entry is None else entry.row

    def all_open(self) -> list[TableRow]:
        """The tables that wait for players, as far as they were read."""
        return [entry.row for entry in self._index.entries.values() if entry.row.status == OPEN]

    def seated(self, table: str) -> Sequence[int | None]:
        """Whose the seats of a table are, as far as it was read; None where nobody's."""
        row = self.known(table)
        return () if row is None else [seat.account for seat in row.seats]

    def public_title(self, table: str) -> str:
        """The title of a table that everybody may see; empty for any other."""
        row = self.known(table)
        return row.title if row is not None and row.visibility == PUBLIC else ""

    def of(self, account: int) -> list[str]:
        """The tables somebody hosts or sits at, as far as they were read."""
        return list(self._index.concerning(account))

    def concerning(self, account: int, name: str) -> set[str]:
        """The tables of `of`, and those that keep a seat for this name."""
        return {*self.of(account), *self._index.concerning(folded(name))}

    def hosted_by(self, account: int) -> int:
        """How many tables somebody has set up, as far as they were read."""
        return sum(entry.row.host == account for entry in self._index.of(account))

    def page(
        self, viewer: Viewer, sought: Sought, most: int, skip: int = 0
    ) -> tuple[list[TableRow], int]:
        """Tables as one person may see them, as `TableSearch.page`. Raises StorageTrouble."""
        self.check()
        return self._search.page(viewer, sought, most, skip)

    def waiting_for(self, account: int | None) -> int:
        """How many tables wait for somebody to move, as far as they were read."""
        if account is None:
            return 0
        return sum(entry.waits_for(account) for entry in self._index.of(account))

    def waits_elsewhere(self, account: int, held: Collection[str]) -> bool:
        """Whether a game waits for somebody that is none of these."""
        others = (entry for entry in self._index.of(account) if entry.row.id not in held)
        return any(entry.waits_for(account) for entry in others)
