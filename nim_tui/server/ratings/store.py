"""Ratings, stored and cached."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select

from nim_tui.server.ratings.rating import DOUBTS, Rating, game_in
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import LongReads
from nim_tui.server.storage.schema import ACCOUNTS, RATING_COURSE, RATINGS
from nim_tui.server.tables.seat_store import games_left
from screens.lobby.values import KnownPlayer, Strength

MOST_LISTED: Final = 100


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player in a leaderboard: name (of a bot: its level), rating, number of games."""

    name: str
    is_bot: bool
    rating: Rating
    games: int


def best(database: Database, game: str, most: int = 20) -> list[RatedPlayer]:
    """Return the best players of a game, people and bots, by rating.

    `game` is the key of a list (`list_of`).
    """
    name = func.coalesce(ACCOUNTS.c.name, RATINGS.c.bot)
    query = (
        select(name, RATINGS.c.bot, RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games)
        .select_from(RATINGS.outerjoin(ACCOUNTS, RATINGS.c.account == ACCOUNTS.c.id))
        .where(RATINGS.c.game == game)
        .order_by((RATINGS.c.mu - DOUBTS * RATINGS.c.sigma).desc(), RATINGS.c.id)
        .limit(max(0, min(most, MOST_LISTED)))
    )
    with database.reading() as connection:
        return [
            RatedPlayer(told, bot is not None, Rating(mu, sigma), games)
            for told, bot, mu, sigma, games in connection.execute(query)
        ]


def ratings_of(database: Database, account: int) -> dict[str, tuple[Rating, int]]:
    """Return an account's rating in each game, with the number of games."""
    query = select(RATINGS.c.game, RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games)
    with database.reading() as connection:
        rows = connection.execute(query.where(RATINGS.c.account == account))
        return {game_in(key): (Rating(mu, sigma), games) for key, mu, sigma, games in rows}


def ratings_of_all(database: Database, accounts: Collection[int]) -> dict[int, dict[str, Rating]]:
    """Return some accounts' ratings in each game; accounts without rated games are left out."""
    query = select(RATINGS.c.account, RATINGS.c.game, RATINGS.c.mu, RATINGS.c.sigma)
    found: dict[int, dict[str, Rating]] = {}
    with database.reading() as connection:
        for account, game, mu, sigma in connection.execute(
            query.where(RATINGS.c.account.in_(accounts))
        ):
            found.setdefault(account, {})[game_in(game)] = Rating(mu, sigma)
    return found


def course_of(database: Database, account: int, most: int = 100) -> dict[str, list[Rating]]:
    """Return an account's ratings after each rated game, by game, oldest first.

    At most the last `most` per game.
    """
    query = select(RATING_COURSE.c.game, RATING_COURSE.c.mu, RATING_COURSE.c.sigma)
    number = func.row_number().over(
        partition_by=RATING_COURSE.c.game, order_by=RATING_COURSE.c.id.desc()
    )
    own = RATING_COURSE.c.account == account
    last = query.add_columns(RATING_COURSE.c.id, number.label("number")).where(own).subquery()
    rows = select(last.c.game, last.c.mu, last.c.sigma).where(last.c.number <= most)
    found: dict[str, list[Rating]] = {}
    with database.reading() as connection:
        for game, mu, sigma in connection.execute(rows.order_by(last.c.id)):
            found.setdefault(game_in(game), []).append(Rating(mu, sigma))
    return found


MOST: Final = 10_000
"""The most accounts cached."""


@dataclass(frozen=True, slots=True)
class _Known:
    ratings: Mapping[str, Strength]
    leaves: tuple[int, int] | None


class RatingCache:
    """A cache of ratings by game, and of who often abandons games."""

    def __init__(self, database: Database, long_reads: LongReads, limits: LobbyLimits) -> None:
        self._database = database
        self._long_reads = long_reads
        self._limits = limits
        self._known: dict[int, _Known] = {}

    def of(self, account: int | None) -> Mapping[str, Strength]:
        """Return an account's ratings; empty if not read yet."""
        known = None if account is None else self._known.get(account)
        return {} if known is None else known.ratings

    def player(self, account: int | None, game: str) -> KnownPlayer:
        """Return the facts to know about a player before a game, as far as they were read."""
        known = None if account is None else self._known.get(account)
        if known is None:
            return KnownPlayer()
        return KnownPlayer(known.ratings.get(game), known.leaves)

    async def learn(self, accounts: Iterable[int | None]) -> None:
        """Read missing accounts. Raises StorageError, TooBusy."""
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
        """Return the games abandoned and played; None for few games or a small share."""
        is_told = games >= self._limits.leaver_games and left > 0
        is_often = left * 100 >= self._limits.leaver_percent * games
        return (left, games) if is_told and is_often else None

    def forget(self, accounts: Iterable[int | None]) -> None:
        """Forget accounts after a game, so that they are read again when needed."""
        for account in accounts:
            if account is not None:
                self._known.pop(account, None)
