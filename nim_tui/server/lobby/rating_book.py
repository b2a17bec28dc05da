"""How strong people are, held in memory as far as somebody asked: read off the loop, once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from nim_tui.server.database.connection import Database
from nim_tui.server.database.long_reads import LongReads
from nim_tui.server.database.standings import ratings_of_all

MOST: Final = 10_000
"""People whose ratings are kept at the same time."""


class RatingBook:
    """The sure strength of people, by game."""

    def __init__(self, database: Database, long_reads: LongReads) -> None:
        self._database = database
        self._long_reads = long_reads
        self._known: dict[int, Mapping[str, float]] = {}

    def of(self, account: int | None) -> Mapping[str, float]:
        """Somebody's ratings; none as long as they were not learnt."""
        return {} if account is None else self._known.get(account, {})

    async def learn(self, accounts: Iterable[int | None]) -> None:
        """Read those that are not known. Raises StorageTrouble, TooBusy."""
        unknown = [one for one in {*accounts} if one is not None and one not in self._known]
        if not unknown:
            return
        found = await self._long_reads.do(lambda: ratings_of_all(self._database, unknown))
        if len(self._known) + len(unknown) > MOST:
            self._known.clear()
        for account in unknown:
            rated = found.get(account, {})
            self._known[account] = {game: rating.surely for game, rating in rated.items()}

    def forget(self, accounts: Iterable[int | None]) -> None:
        """These played a game that is over: they are read again when somebody asks."""
        for account in accounts:
            if account is not None:
                self._known.pop(account, None)
