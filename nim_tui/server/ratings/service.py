"""Ratings, cached."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from nim_tui.server.ratings.store import ratings_of_all
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import LongReads
from nim_tui.server.tables.seat_store import games_left
from screens.lobby.values import KnownPlayer, Strength

MOST: Final = 10_000
"""People whose ratings are kept at the same time."""


@dataclass(frozen=True, slots=True)
class _Known:
    ratings: Mapping[str, Strength]
    leaves: tuple[int, int] | None


class RatingCache:
    """The sure strength of people, by game, and who of them often leaves."""

    def __init__(self, database: Database, long_reads: LongReads, limits: LobbyLimits) -> None:
        self._database = database
        self._long_reads = long_reads
        self._limits = limits
        self._known: dict[int, _Known] = {}

    def of(self, account: int | None) -> Mapping[str, Strength]:
        """Return an account's ratings; none until they were looked up."""
        known = None if account is None else self._known.get(account)
        return {} if known is None else known.ratings

    def player(self, account: int | None, game: str) -> KnownPlayer:
        """Return the facts to know about a player before a game, as far as they were read."""
        known = None if account is None else self._known.get(account)
        if known is None:
            return KnownPlayer()
        return KnownPlayer(known.ratings.get(game), known.leaves)

    async def learn(self, accounts: Iterable[int | None]) -> None:
        """Read those that are not known. Raises StorageError, TooBusy."""
        unknown = [one for one in {*accounts} if one is not None and one not in self._known]
        if not unknown:
            return
        known = await self._long_reads.do(lambda: self._read(unknown))
        if len(self._known) + len(unknown) > MOST:
            self._known.clear()
        self._known |= known

    def _read(self, accounts: Collection[int]) -> dict[int, _Known]:
        ratings = ratings_of_all(self._database, accounts)
        left = games_left(self._database, accounts)
        return {
            account: _Known(
                {
                    game: Strength(rating.surely, rating.is_provisional)
                    for game, rating in ratings.get(account, {}).items()
                },
                self._often(*left.get(account, (0, 0))),
            )
            for account in accounts
        }

    def _often(self, left: int, games: int) -> tuple[int, int] | None:
        """Return the games a player left and played; None for few games or a small share."""
        is_told = games >= self._limits.leaver_games and left > 0
        is_often = left * 100 >= self._limits.leaver_percent * games
        return (left, games) if is_told and is_often else None

    def forget(self, accounts: Iterable[int | None]) -> None:
        """Forget the ratings of players after a game: they are read again on request."""
        for account in accounts:
            if account is not None:
                self._known.pop(account, None)
