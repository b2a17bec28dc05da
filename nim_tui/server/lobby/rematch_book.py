"""The rematches of games, and their state for the people at both tables."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from nim_tui.server.lobby.table_list import Foundation
from screens.app_api import Rematch

MOST_KNOWN: Final = 1_000
"""The most games whose rematch is remembered, the latest first."""


class RematchBook:
    """The rematches of games that somebody may still look at."""

    def __init__(self, base: Foundation) -> None:
        self._guests = base.guests
        self._table_list = base.table_list
        self._again: dict[str, str] = {}
        """The ids of rematches, by those of their games."""

    def note(self, table: str, again: str) -> None:
        """Note the rematch of a game, set up here or at another node."""
        self._again.pop(table, None)
        self._again[table] = again
        while len(self._again) > MOST_KNOWN:
            del self._again[next(iter(self._again))]

    def forget(self, table: str) -> None:
        """Forget a finished game without viewers: its rematch is in the lobby."""
        self._again.pop(table, None)

    def of(self, table: str) -> str | None:
        """Return the rematch of a game, if one was set up; it may be closed by now."""
        return self._again.get(table)

    def played_before(self, again: str | None = None) -> list[str]:
        """Return the tables whose rematch is this one, or all with a rematch."""
        return [table for table, its in self._again.items() if again in (None, its)]

    def tell(self, again: str | None = None) -> None:
        """Tell the viewers of a finished game who wants this rematch, or any."""
        for table in self.played_before(again):
            for guest in self._guests.at(table):
                guest.people_changed()

    def begin(self, again: str, people: Collection[int]) -> None:
        """Send the viewers of the earlier game to its rematch."""
        for table in self.played_before(again):
            for guest in self._guests.at(table):
                if guest.who.account in people:
                    guest.move_on(table, again)

    def state(self, table: str, account: int, *, played: bool) -> Rematch:
        """Return the state of a game's rematch for a person who has `played` the game or not."""
        again = self._again.get(table)
        row = None if again is None else self._table_list.known(again)
        if row is None:
            return Rematch(can_join=played)
        seats = [seat for seat in row.seats if seat.bot is None]
        is_ready = any(seat.account == account for seat in seats)
        return Rematch(
            can_join=played,
            is_ready=is_ready,
            ready=tuple(seat.name for seat in seats if seat.account is not None),
            waits_for=tuple(seat.invited or "" for seat in seats if seat.account is None),
        )
