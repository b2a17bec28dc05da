"""The live tables of this server: each in memory once while anyone looks at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nim_tui.server.lobby.rematch_book import RematchBook
from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.lobby.updates import LobbyUpdates
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.sessions.presence import ConnectedSession
from rules.contract import Event


class LiveTables:
    """Games being played that somebody sits at, or whose bots must move, by their ids."""

    def __init__(self, base: Foundation, shown: LobbyUpdates, rematch_book: RematchBook) -> None:
        self._guests = base.guests
        self._nodes = base.nodes
        self._table_list = base.table_list
        self._shown = shown
        self._rematch_book = rematch_book
        self._live: dict[str, LiveTable] = {}

    def __len__(self) -> int:
        return len(self._live)

    @property
    def by_id(self) -> Mapping[str, LiveTable]:
        """The games held here, by the ids of their tables."""
        return self._live

    # What is asked of them

    def seated(self, table: str) -> LiveTable | None:
        """A game held here, with its people; None where nobody plays any more."""
        return self._live.get(table)

    def accounts(self, table: str) -> frozenset[int]:
        """Return the accounts on the seats of a game held here; none where it is not held."""
        held = self._live.get(table)
        accounts = () if held is None else held.people.accounts
        return frozenset(account for account in accounts if account is not None)

    def log_of(self, table: str, account: int | None) -> Sequence[Event] | None:
        """Return the events an account's own seat knows of a live game; None without a seat."""
        held = self._live.get(table)
        seat = None if held is None or account is None else held.people.seat_of(account)
        return None if held is None or seat is None else held.table.log(seat)

    def plays_at(self, table: str, account: int | None) -> bool | None:
        """Check whether a person plays at a table or watches; None: no game is played."""
        held = self._live.get(table)
        if held is None or held.table.result is not None:
            return None
        return account is not None and held.people.seat_of(account) is not None

    def waits_for(self, account: int) -> bool:
        """Check whether any game waits for the account, live here or not."""
        if any(account in held.turns.waited_for for held in self._live.values()):
            return True
        return self._table_list.waits_elsewhere(account, self._live.keys())

    @property
    def tables_played(self) -> int:
        """The number of games being played whose players look at them."""
        return sum(
            held.table.result is None and self._is_looked_at_by_players(table, held)
            for table, held in self._live.items()
        )

    def _is_looked_at_by_players(self, table: str, held: LiveTable) -> bool:
        return any(
            held.people.seat_of(guest.who.account) is not None for guest in self._guests.at(table)
        )

    # Holding and letting go

    def hold(self, table: str, held: LiveTable) -> None:
        """Hold a game from now on, in place of one that was held."""
        self._live[table] = held

    def give_up(self, table: str, held: LiveTable) -> None:
        """Hold a game no longer that is closed already, unless another is held in its place."""
        if self._live.get(table) is held:
            del self._live[table]
            self._nodes.let_go(table)

    def let_rest(self, table: str) -> None:
        """Hold a game no longer that nobody looks at, if it is over or another node's."""
        held = self._live.get(table)
        if held is None or self._guests.at(table):
            return
        if held.table.result is not None or not held.is_own:
            del self._live[table]
            self._nodes.let_go(table)
            self._rematch_book.forget(table)
            held.close()

    def let_go(self, table: str) -> list[ConnectedSession]:
        """Drop a closed table; return the sessions here that look at it, to be told."""
        self.drop(table)
        return self._guests.at(table)

    def drop(self, table: str) -> None:
        """Drop a closed table."""
        held = self._live.pop(table, None)
        if held is not None:
            held.close()
            self._nodes.let_go(table)
            for guest in self._guests:
                if guest.who.account in held.turns.waited_for:
                    guest.turn_changed(rings=False)
        self._shown.note_tables(table)

    def forget_guest(self, account: int) -> None:
        """Put bots on the seats of a guest who has left for good."""
        for held in tuple(self._live.values()):
            held.forget(account)

    def close(self) -> None:
        """Let the bots rest; everything is stored already."""
        for held in self._live.values():
            held.close()
