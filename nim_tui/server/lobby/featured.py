"""The featured game: one public game that everybody can watch, as on television.

It is watched like any other table: a spectator knows what is public there, when the table tells it
to all spectators, and no more. When it is over, who watches it so goes on to the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.ratings.store import RatingCache
from nim_tui.server.storage.schema import PUBLIC, RUNNING
from nim_tui.server.tables.exclusions import excluded_from
from nim_tui.server.tables.listing import TableRow
from nim_tui.tables.clock import DAYS
from rules.messages import N_
from screens.app_api import NotPossible

PAUSE: Final = 15.0
"""Seconds after the end of a game until TV goes on, in which its result is seen."""
_NEXT: Final = N_("TV goes on with another game in {seconds} s.")


def featured(tables: Iterable[TableRow], ratings: RatingCache, own: int | None) -> TableRow | None:
    """Return the game to watch; None without any that is running, public and not one's own.

    Whoever plays does not watch their own game as others see it.

    Games of more people come first, then live ones, the stronger, and the newer ones.
    """
    others = [
        row for row in tables
        if row.status == RUNNING and row.visibility == PUBLIC
        and (own is None or all(seat.account != own for seat in row.seats))
    ]  # fmt: skip
    return max(others, key=lambda row: _rank(row, ratings), default=None)


class FeaturedGames:
    """The featured game for each account, and the accounts that watch one as TV."""

    def __init__(self, base: Foundation, ratings: RatingCache) -> None:
        self._base = base
        self._ratings = ratings
        self._watching: dict[int, str] = {}
        """The table that each account watches as TV."""

    async def watch(self, account: int) -> str:
        """Return the table that an account watches from now on.

        Raises NotPossible without any, StorageError.
        """
        found = await self._featured(account)
        if found is None:
            raise NotPossible(N_("no game that everyone can watch is being played"))
        self._watching[account] = found.id
        return found.id

    async def _featured(self, account: int) -> TableRow | None:
        closed = await self._base.database.look(excluded_from, account)
        running = self._base.table_list.public_running()
        return featured((row for row in running if row.id not in closed), self._ratings, account)

    def note_over(self, table: str) -> None:
        """Send who watches a finished game as TV on to the next one, after a pause."""
        viewers = {one for one, its in self._watching.items() if its == table}
        for account in viewers:
            del self._watching[account]
        here = [one for one in self._base.guests.at(table) if one.who.account in viewers]
        if here:
            for guest in here:
                guest.be_told(_NEXT, {"seconds": round(PAUSE)})
            self._base.database.start(self._go_on(table, viewers))

    async def _go_on(self, table: str, viewers: set[int]) -> None:
        await asyncio.sleep(PAUSE)
        next_games = {account: await self._featured(account) for account in viewers}
        for guest in self._base.guests.at(table):
            account = guest.who.account
            following = next_games.get(account)
            if following is not None and following.id != table:
                self._watching[account] = following.id
                guest.move_on(table, following.id)


def _rank(row: TableRow, ratings: RatingCache) -> tuple[int, bool, float, float, str]:
    people = [seat.account for seat in row.seats if seat.account is not None]
    known = [ratings.of(account).get(row.game) for account in people]
    strength = max((one.rating for one in known if one is not None), default=0.0)
    is_live = row.clock is not None and row.clock.kind != DAYS
    return min(len(people), 2), is_live, strength, row.created, row.id
