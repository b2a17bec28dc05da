"""Unfinished tables in memory: indexed, searched, ordered.

One read after a change serves every viewer; each viewer's tables are derived from it without the
database. Finished games are looked up in the database instead.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from itertools import chain, islice
from typing import Final

from nim_tui.server.nodes.node import Nodes
from nim_tui.server.sessions.presence import Presence
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.schema import OPEN, PUBLIC, RUNNING
from nim_tui.server.tables.listing import TableRow, unfinished
from nim_tui.server.untrusted_text import folded

Key = tuple[float, str]
"""The sort key of a table: the newest first, then by id."""


Concerned = int | str | tuple[str, int]
"""Somebody whom a table concerns: an account, a folded name, or one of the `CLUB` of a table."""
CLUB: Final = "club"
MEMBER: Final = "member"


@dataclass(frozen=True, slots=True)
class IndexedTable:
    """A table as it was last read."""

    row: TableRow
    key: Key
    words: tuple[str, ...]
    """Title and names, folded."""
    seated: frozenset[int]
    concerned: frozenset[Concerned]
    """Who may see a private table: host and players by number, invited people by folded name, and
    members of its club.
    """

    def is_sought(self, status: str | None, text: str) -> bool:
        """Whether the table has this status, and this folded text in its words."""
        if status is not None and self.row.status != status:
            return False
        return not text or any(text in word for word in self.words)

    def waits_for(self, account: int | None) -> bool:
        """Check whether it is the account's turn here, and no stand-in plays for it."""
        return any(
            seat.account == account and seat.must_move and seat.stand_in is None
            for seat in self.row.seats
        )


def entry_of(row: TableRow) -> IndexedTable:
    """Return the index entry of a table."""
    seated = frozenset(seat.account for seat in row.seats if seat.account is not None)
    invited = {name for seat in row.seats if (name := seat.kept_for) is not None}
    host = set() if row.host is None else {row.host}
    return IndexedTable(
        row,
        (-row.created, row.id),
        tuple(folded(text) for text in (row.title, *(seat.name for seat in row.seats))),
        seated,
        frozenset((*seated, *host, *invited, *_of_club(row))),
    )


def _of_club(row: TableRow) -> Iterator[Concerned]:
    if row.club is not None:
        yield CLUB, row.club
        for account in row.members:
            yield MEMBER, account


class TableIndex:
    """An index of the tables, as they were last read."""

    def __init__(self) -> None:
        self.entries: dict[str, IndexedTable] = {}
        self.public: dict[str, list[Key]] = {OPEN: [], RUNNING: []}
        self.private: list[Key] = []
        self._concerning: dict[Concerned, set[str]] = {}
        """The ids of tables, by the people concerned."""

    def put_in(self, row: TableRow) -> None:
        """Add a table."""
        entry = entry_of(row)
        self.entries[row.id] = entry
        insort(self._keys(row), entry.key)
        for one in entry.concerned:
            self._concerning.setdefault(one, set()).add(row.id)

    def take_out(self, table: str) -> None:
        """Remove a table, if it is there."""
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

    def concerning(self, one: Concerned) -> Collection[str]:
        """Return the ids of the tables that concern somebody, or that are of a club."""
        return self._concerning.get(one, ())

    def of(self, account: int) -> list[IndexedTable]:
        """Return the tables an account hosts or sits at."""
        return [self.entries[table] for table in self.concerning(account)]


MOST_SEARCHES: Final = 200
"""The most searches cached until the next change."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer of a list: an account by number and name; an admin `sees_all`."""

    account: int | None
    name: str
    sees_all: bool = False


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A search for tables; None and empty fields do not restrict it.

    `text` is searched in titles and names, without case and accents.
    """

    status: str | None = None
    text: str = ""
    only_own: bool = False


class TableSearch:
    """A search whose results are cached until the next change."""

    def __init__(self, index: TableIndex) -> None:
        self._index = index
        self._found: dict[tuple[str, str], list[Key]] = {}
        """The results among public tables since the last change."""

    def forget(self) -> None:
        """Forget cached results after a change."""
        self._found.clear()

    def page(
        self, viewer: Viewer, sought: SearchResult, most: int, skip: int = 0
    ) -> tuple[list[TableRow], int]:
        """Return `most` tables visible to a viewer, after the first `skip`, and the total number.

        First those where it is their turn, then open ones, then their other games, then others'
        games; within that the newest first: neither order nor number reveals hidden moves of a
        running game.
        """
        text = folded(sought.text[:100])
        own = self._own(viewer, sought, text)
        due = [entry.key for entry in own if entry.waits_for(viewer.account)]
        others = [entry.key for entry in own if entry.key not in due]
        if sought.only_own:
            return self._rows(chain(due, others), most, skip), len(own)
        few = self._few(viewer)
        waiting = [self._of_all(OPEN, sought, text), self._of_few(few, OPEN, sought, text)]
        running = [self._of_all(RUNNING, sought, text), self._of_few(few, RUNNING, sought, text)]
        mine = {*due, *others}
        joined, watched = (_without(mine, lists) for lists in (waiting, running))
        shown = self._rows(chain(due, joined, others, watched), most, skip)
        return shown, sum(map(len, (*waiting, *running)))

    def _rows(self, keys: Iterable[Key], most: int, skip: int) -> list[TableRow]:
        return [self._index.entries[table].row for _age, table in islice(keys, skip, skip + most)]

    def _own(self, viewer: Viewer, sought: SearchResult, text: str) -> list[IndexedTable]:
        """Return the tables a viewer sits at, in order."""
        account = viewer.account
        if account is None:
            return []
        seated = (entry for entry in self._index.of(account) if account in entry.seated)
        return sorted(
            (entry for entry in seated if entry.is_sought(sought.status, text)),
            key=lambda entry: entry.key,
        )

    def _of_all(self, status: str, sought: SearchResult, text: str) -> Sequence[Key]:
        """Return the public tables of a status that match, in order; found once per change."""
        if sought.status not in (None, status):
            return ()
        if not text:
            return self._index.public[status]
        if (status, text) not in self._found:
            if len(self._found) >= MOST_SEARCHES:
                self._found.clear()
            self._found[status, text] = list(
                self._filtered(self._index.public[status], status, text)
            )
        return self._found[status, text]

    def _few(self, viewer: Viewer) -> Sequence[Key]:
        """Return the private tables visible to a viewer, in order."""
        if viewer.sees_all:
            return self._index.private
        ids = {table for one in _concerned(viewer) for table in self._index.concerning(one)}
        entries = (self._index.entries[table] for table in ids)
        return sorted(entry.key for entry in entries if entry.row.visibility != PUBLIC)

    def _of_few(
        self, few: Sequence[Key], status: str, sought: SearchResult, text: str
    ) -> Sequence[Key]:
        """Return the private tables of a status that match for one person, in order."""
        if sought.status not in (None, status):
            return ()
        return list(self._filtered(few, status, text))

    def _filtered(self, keys: Collection[Key], status: str | None, text: str) -> Iterator[Key]:
        return (key for key in keys if self._index.entries[key[1]].is_sought(status, text))


def _without(mine: Collection[Key], lists: Iterable[Sequence[Key]]) -> Iterator[Key]:
    return (key for key in merge(*lists) if key not in mine)


def _concerned(viewer: Viewer) -> Collection[Concerned]:
    """Return the account, name and membership that make private tables visible to a viewer."""
    if viewer.account is None:
        return ()
    return (viewer.account, folded(viewer.name), (MEMBER, viewer.account))


class TableList:
    """The unfinished tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._index = TableIndex()
        self._search = TableSearch(self._index)
        self._unread: set[str] | None = None
        """The ids of tables to be read again; None: all, as nothing was read yet."""
        self._being_read: set[str] | None = set()
        """The ids of tables whose read has begun; None: all."""
        self._trouble: StorageError | None = None
        self._turn = asyncio.Lock()

    # Updates

    def note(self, *tables: str) -> None:
        """Note changed tables; even those whose read failed are read again."""
        self._trouble = None
        if self._unread is not None:
            self._unread.update(tables)

    def note_turns(self, table: str, waiting: Collection[int] | None) -> bool:
        """Note for which seats a known game is waiting; whether it could be noted."""
        row = self.known(table)
        if row is None or waiting is None or row.status != RUNNING or self._is_unread(table):
            return False
        seats = tuple(
            replace(seat, must_move=number in waiting) for number, seat in enumerate(row.seats)
        )
        self._index.take_out(table)
        self._index.put_in(replace(row, seats=seats))
        self._search.forget()
        return True

    def _is_unread(self, table: str) -> bool:
        """Whether a table is to be read, or its read has begun and may be older than a change."""
        both = (self._unread, self._being_read)
        return any(tables is None or table in tables for tables in both)

    def note_all(self) -> None:
        """Note that every table may have changed."""
        self._trouble = None
        self._unread = None

    async def catch_up(self) -> None:
        """Read the changes, if any: once for all callers. Raises StorageError."""
        async with self._turn:
            if self._trouble is not None:
                raise self._trouble.with_traceback(None)
            if self.is_behind:
                await self._read_anew()

    @property
    def is_behind(self) -> bool:
        """Whether tables may have changed since they were last read."""
        return self._unread is None or bool(self._unread)

    async def _read_anew(self) -> None:
        unread, self._unread = self._unread, set()
        self._being_read = unread
        try:
            rows = await self._database.look(unfinished, unread)
        except BaseException as error:
            if unread is None or self._unread is None:
                self._unread = None
            else:
                self._unread |= unread
            self._trouble = error if isinstance(error, StorageError) else None
            raise
        finally:
            self._being_read = set()
        for table in [*self._index.entries] if unread is None else unread:
            self._index.take_out(table)
        for row in rows:
            self._index.put_in(row)
        self._search.forget()

    def check(self) -> None:
        """Raise the StorageError of the last read, if it failed."""
        if self._trouble is not None:
            raise self._trouble.with_traceback(None)

    # Queries

    def known(self, table: str) -> TableRow | None:
        """Return a table, private or not, for the server itself; None if finished or not read."""
        entry = self._index.entries.get(table)
        return None if entry is None else entry.row

    def all_in(self, status: str) -> list[TableRow]:
        """Return the tables of a status, private or not, as far as read."""
        return [entry.row for entry in self._index.entries.values() if entry.row.status == status]

    def public_running(self) -> list[TableRow]:
        """Return the public tables that are being played, as far as read."""
        keys = self._index.public[RUNNING]
        return [self._index.entries[table].row for _age, table in keys]

    def seated(self, table: str) -> Sequence[int | None]:
        """Return the accounts on the seats of a table, as far as read; None for no account."""
        row = self.known(table)
        return () if row is None else [seat.account for seat in row.seats]

    def public_title(self, table: str) -> str:
        """Return the title of a public table; empty for any other."""
        row = self.known(table)
        return row.title if row is not None and row.visibility == PUBLIC else ""

    def of(self, account: int) -> list[str]:
        """Return the tables an account hosts or sits at, as far as read."""
        return list(self._index.concerning(account))

    def concerning(self, account: int, name: str) -> set[str]:
        """Return the tables of `of`, and those that reserve a seat for this name."""
        return {*self.of(account), *self._index.concerning(folded(name))}

    def reserving(self) -> list[str]:
        """Return the tables that reserve a seat for somebody, as far as read."""
        open_ones = self.all_in(OPEN)
        return [row.id for row in open_ones if any(seat.invited for seat in row.seats)]

    def of_club(self, club: int) -> list[str]:
        """Return the tables of a club, as far as read."""
        return list(self._index.concerning((CLUB, club)))

    def of_clubs(self) -> list[str]:
        """Return the tables of all clubs, as far as read."""
        return [table for table, entry in self._index.entries.items() if entry.row.club is not None]

    def hosted_by(self, account: int) -> int:
        """Return the number of tables an account hosts, as far as read."""
        return sum(entry.row.host == account for entry in self._index.of(account))

    def page(
        self, viewer: Viewer, sought: SearchResult, most: int, skip: int = 0
    ) -> tuple[list[TableRow], int]:
        """Return tables visible to a viewer, as `TableSearch.page`. Raises StorageError."""
        self.check()
        return self._search.page(viewer, sought, most, skip)

    def waiting_for(self, account: int | None) -> int:
        """Return the number of tables where it is the account's turn, as far as read."""
        if account is None:
            return 0
        return sum(entry.waits_for(account) for entry in self._index.of(account))

    def waits_elsewhere(self, account: int, held: Collection[str]) -> bool:
        """Whether it is an account's turn at another table than these."""
        others = (entry for entry in self._index.of(account) if entry.row.id not in held)
        return any(entry.waits_for(account) for entry in others)


@dataclass(frozen=True, slots=True)
class Foundation:
    """The common parts of a lobby's services."""

    database: Database
    nodes: Nodes
    limits: LobbyLimits
    guests: Presence
    """The people online."""
    table_list: TableList
    """The unfinished tables."""
