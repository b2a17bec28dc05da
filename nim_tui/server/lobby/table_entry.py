"""A table that is not over, with what it is looked up by."""

from __future__ import annotations

from dataclasses import dataclass

from nim_tui.server.database.listing import TableRow
from nim_tui.server.untrusted_text import folded

Key = tuple[float, str]
"""Where a table stands in lists: the newest first, then by id."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A table as it was read last."""

    row: TableRow
    key: Key
    words: tuple[str, ...]
    """Title and names, folded."""
    seated: frozenset[int]
    concerned: frozenset[int | str]
    """Who may see it though it is private: host and seated by number, invited by folded name."""

    def is_sought(self, status: str | None, text: str) -> bool:
        """Whether it is of this status, with this folded text."""
        if status is not None and self.row.status != status:
            return False
        return not text or any(text in word for word in self.words)

    def waits_for(self, account: int | None) -> bool:
        """Whether somebody must move here, and no bot does so for them."""
        return any(
            seat.account == account and seat.must_move and seat.stand_in is None
            for seat in self.row.seats
        )


def entry_of(row: TableRow) -> Entry:
    """What a table is looked up by."""
    seated = frozenset(seat.account for seat in row.seats if seat.account is not None)
    invited = {name for seat in row.seats if (name := seat.kept_for) is not None}
    host = set() if row.host is None else {row.host}
    return Entry(
        row,
        (-row.created, row.id),
        tuple(folded(text) for text in (row.title, *(seat.name for seat in row.seats))),
        seated,
        frozenset((*seated, *host, *invited)),
    )
