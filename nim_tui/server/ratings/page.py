"""Ratings as one person may see them: at tables, in words, and in the leaderboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nim_tui.plain.text import numbered
from nim_tui.registry import all_games
from nim_tui.server.accounts.service import RatedGame, rated
from nim_tui.server.ratings.rating import game_in, list_of
from nim_tui.server.ratings.store import RatedPlayer, best
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.database import Database
from screens.game_intro import intro_of
from screens.lobby.page import Page, Row
from screens.lobby.values import KnownPlayer, LobbyTable, Strength
from screens.text import _, decimal, labelled, ngettext

MOST_RATED: Final = 10
"""The most places per game."""


class RatingView:
    """The ratings that the lobby shows to one person."""

    def __init__(self, lobby: Services, person: SessionAccount) -> None:
        self._lobby = lobby
        self._person = person

    def own_ratings(self) -> Mapping[str, Strength]:
        """Return the person's own rating by game, as far as read."""
        return self._lobby.ratings.of(self._person.number)

    def players_at(self, table: LobbyTable) -> Sequence[KnownPlayer]:
        """Return the known facts about the players at a table, as far as they were read."""
        accounts = self._lobby.table_list.seated(table.id)
        return [self._lobby.ratings.player(account, table.game) for account in accounts]

    async def learn_ratings(self, table: LobbyTable | None) -> None:
        """Look up missing ratings: the person's own and those of players at a table."""
        seated = () if table is None else self._lobby.table_list.seated(table.id)
        await self._lobby.ratings.learn((self._person.number, *seated))


def strength_told(game: RatedGame) -> str:
    """Return the rating of a game as text: the rating, its games and the estimate."""
    games = ngettext("{count} rated game", "{count} rated games", game.games)
    told = _("rating {rating} ({games}); estimate {guess} ± {spread}")
    if game.is_provisional:
        told = _("rating {rating}, provisional ({games}); estimate {guess} ± {spread}")
    return told.format(
        rating=decimal(game.rating), games=games, guess=decimal(game.guess),
        spread=decimal(game.spread),
    )  # fmt: skip


def course_told(game: RatedGame) -> str:
    """Return the course of the estimate; "" for fewer than two games."""
    course = [round(guess) for guess, _proven in game.course]
    if len(course) < 2:
        return ""
    way = _("Estimate: from {first} to {last}, highest {most}.")
    return way.format(first=course[0], last=course[-1], most=max(course))


async def leaderboard_page(lobby: Services) -> Page:
    """Look up the leaderboard of each game; this may take long. Raises a Refusal."""
    database = lobby.database
    return Page(
        title=_("Leaderboard"),
        intro=_("Rating, then estimate ± uncertainty."),
        rows=await lobby.long_reads.do(lambda: _rows(database)),
        is_numbered=False,
        empty=_("Nobody is rated yet."),
    )


def _rows(database: Database) -> list[Row]:
    keys = [list_of(game, is_of_bots=bots) for bots in (False, True) for game in all_games()]
    found = [(key, best(database, key, MOST_RATED)) for key in keys]
    return [
        _row(key, players)
        for key, players in found
        if players and (key == game_in(key) or not all(one.is_bot for one in players))
    ]


def _row(key: str, players: Sequence[RatedPlayer]) -> Row:
    game = game_in(key)
    title = all_games()[game].title
    if key != game:
        title = _("{title}, bots").format(title=title)
    return Row(
        id=key,
        name=f"{intro_of(game).emblem} {title}",
        note=_name(players[0]),
        told=labelled(title, _("leaderboard")),
        more=[
            numbered(place, _told(game, one), is_typed=not one.is_bot)
            for place, one in enumerate(players, start=1)
        ],
        detail="\n".join(_line(place, one) for place, one in enumerate(players, start=1)),
    )


def _name(one: RatedPlayer) -> str:
    return _("bot, {level}").format(level=_(one.name)) if one.is_bot else one.name


def _told(game: str, one: RatedPlayer) -> str:
    return labelled(_name(one), strength_told(rated(game, one.rating, one.games, ())))


def _line(place: int, one: RatedPlayer) -> str:
    games = ngettext("{count} game", "{count} games", one.games)
    rating = one.rating
    mark = "?" if rating.is_provisional else " "
    guess = f"({decimal(rating.mu)} ±{decimal(2 * rating.sigma)})"
    return f"{place:>2}. {_name(one):20} {decimal(rating.surely):>6}{mark} {guess:14} {games}"
