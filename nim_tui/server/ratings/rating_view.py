"""Ratings as one person may know them: looked up, remembered, and put in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nim_tui.server.accounts.service import RatedGame
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from screens.lobby.values import KnownPlayer, LobbyTable, Strength
from screens.text import _, ngettext


class RatingView:
    """The ratings that the lobby shows to one person."""

    def __init__(self, lobby: Services, person: SessionAccount) -> None:
        self._lobby = lobby
        self._person = person

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


def strength_told(game: RatedGame) -> str:
    """Return the rating of a game as text: its proven part, its games and the estimate."""
    games = ngettext("{count} rated game", "{count} rated games", game.games)
    told = _("rating {rating} ({games}); estimate {guess} ± {spread}")
    if game.is_provisional:
        told = _("rating {rating}, provisional ({games}); estimate {guess} ± {spread}")
    return told.format(
        rating=f"{game.rating:.1f}", games=games, guess=f"{game.guess:.1f}",
        spread=f"{game.spread:.1f}",
    )  # fmt: skip


def course_told(game: RatedGame) -> str:
    """How the estimate went; empty for fewer than two games."""
    course = [round(guess) for guess, _proven in game.course]
    if len(course) < 2:
        return ""
    way = _("Estimate: from {first} to {last}, highest {most}.")
    return way.format(first=course[0], last=course[-1], most=max(course))
