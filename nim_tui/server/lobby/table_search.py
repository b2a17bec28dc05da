"""What one person may see of the tables that are not over, in the order in which it is shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import chain, islice
from typing import Final

from nim_tui.server.database.listing import TableRow
from nim_tui.server.database.schema import OPEN, PUBLIC, RUNNING
from nim_tui.server.lobby.table_entry import Entry, Key
from nim_tui.server.lobby.table_index import TableIndex
from nim_tui.server.untrusted_text import folded

MOST_SEARCHES: Final = 200
"""Searches whose findings are kept until the next change."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at lists: an account by number and name; who `sees_all` keeps the server."""

    account: int | None
    name: str
    sees_all: bool = False


@dataclass(frozen=True, slots=True)
class Sought:
    """Which tables are wanted; what is None or empty does not matter.

    `text` is looked for in titles and names, without regard to case and accents.
    """

    status: str | None = None
    text: str = ""
    only_own: bool = False


class TableSearch:
    """Looks things up, each once for everybody as long as nothing changes."""

    def __init__(self, index: TableIndex) -> None:
        self._index = index
        self._found: dict[tuple[str, str], list[Key]] = {}
        """What was found among public tables since the last change."""

    def forget(self) -> None:
        """Something changed: what was found may be so no longer."""
        self._found.clear()

    def page(
        self, viewer: Viewer, sought: Sought, most: int, skip: int = 0
    ) -> tuple[list[TableRow], int]:
        """Tables as one person may see them, `most` after the first `skip`; and how many in all.

        Where they must move comes first, then what waits for players, then what else they sit
        at, then what others play; within that the newest: neither order nor number tells of
        moves that are hidden while a game is played.
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

    def _own(self, viewer: Viewer, sought: Sought, text: str) -> list[Entry]:
        """The tables somebody sits at, in order."""
        account = viewer.account
        if account is None:
            return []
        seated = (entry for entry in self._index.of(account) if account in entry.seated)
        return sorted(
            (entry for entry in seated if entry.is_sought(sought.status, text)),
            key=lambda entry: entry.key,
        )

    def _of_all(self, status: str, sought: Sought, text: str) -> Sequence[Key]:
        """What everybody finds of a status, in order: worked out once after a change."""
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
        """The private tables that one person may see, in order."""
        if viewer.sees_all:
            return self._index.private
        ids = {table for one in _concerned(viewer) for table in self._index.concerning(one)}
        entries = (self._index.entries[table] for table in ids)
        return sorted(entry.key for entry in entries if entry.row.visibility != PUBLIC)

    def _of_few(self, few: Sequence[Key], status: str, sought: Sought, text: str) -> Sequence[Key]:
        """What one person finds of a status among private tables, in order."""
        if sought.status not in (None, status):
            return ()
        return list(self._filtered(few, status, text))

    def _filtered(self, keys: Collection[Key], status: str | None, text: str) -> Iterator[Key]:
        return (key for key in keys if self._index.entries[key[1]].is_sought(status, text))


def _without(mine: Collection[Key], lists: Iterable[Sequence[Key]]) -> Iterator[Key]:
    return (key for key in merge(*lists) if key not in mine)


def _concerned(viewer: Viewer) -> Collection[int | str]:
    """As whom a person is concerned by tables."""
    if viewer.account is None:
        return ()
    return (viewer.account, folded(viewer.name))
