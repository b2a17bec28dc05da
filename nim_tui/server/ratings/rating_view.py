"""How strong people are, as one person may know it: looked up, and then remembered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nim_tui.server.lobby.table_view import rated_lines
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from screens.lobby.values import KnownPlayer, LobbyTable, Strength


class RatingView:
    """The ratings that the lobby shows to one person."""

    def __init__(self, lobby: Services, person: SessionAccount) -> None:
        self._lobby = lobby
        self._person = person

    async def best_players(self) -> Sequence[str]:
        """The ratings, game by game, the best first: their sure part, and games played."""
        database = self._lobby.database
        return await self._lobby.long_reads.do(lambda: rated_lines(database))

    def own_ratings(self) -> Mapping[str, Strength]:
        """The own strength by game, as far as it was learnt."""
        return self._lobby.ratings.of(self._person.number)

    def players_at(self, table: LobbyTable) -> Sequence[KnownPlayer]:
        """Return the known facts about the players at a table, as far as they were read."""
        accounts = self._lobby.table_list.seated(table.id)
        return [self._lobby.ratings.player(account, table.game) for account in accounts]

    async def learn_ratings(self, table: LobbyTable | None) -> None:
        """Look up what is not known yet: of oneself, and of who sits there."""
        seated = () if table is None else self._lobby.table_list.seated(table.id)
        await self._lobby.ratings.learn((self._person.number, *seated))
