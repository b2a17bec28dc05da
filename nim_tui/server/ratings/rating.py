"""Ratings by Plackett-Luce, the games and players that count, and rating a game."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final, TypeVar

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import ColumnElement, Connection, and_, insert, or_, select, update

from nim_tui.server.storage.schema import (
    ACCOUNTS,
    BOT,
    LINES,
    RATING_COURSE,
    RATINGS,
    SEATS,
    TABLES,
)
from nim_tui.tables.record import AGREED, EndEntry, Line, MoveEntry, UndoEntry

DOUBTS: Final = 3.0
"""The standard deviations subtracted for ranking: the strength that a player almost surely has."""

PROVISIONAL: Final = 5.0
"""The standard deviation above which a rating is provisional."""

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength: the estimate `mu`, and its standard deviation `sigma`."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def surely(self) -> float:
        """The strength to rank by: mu - 3 sigma."""
        return self.mu - DOUBTS * self.sigma

    @property
    def is_provisional(self) -> bool:
        """Whether the rating rests on too few games."""
        return self.sigma > PROVISIONAL


UNRATED: Final = Rating()


_MODEL: Final = PlackettLuce()


def rated_anew(
    before: Mapping[Who, Rating],
    seats: Sequence[Who | None],
    ranking: Sequence[Sequence[int]],
) -> dict[Who, Rating]:
    """Return the ratings of the players after a game.

    `seats` gives the player of each seat, None for one that is not rated; `ranking` lists groups of
    seats, best first. Players missing in `before` start as UNRATED; a player of several seats gets
    their mean. Nothing changes with fewer than two rated players.
    """
    places = {seat: place for place, group in enumerate(ranking) for seat in group}
    rated = [(player, places[n]) for n, player in enumerate(seats) if player and n in places]
    if len({player for player, _ in rated}) < 2:
        return {}
    priors = [before.get(player, UNRATED) for player, _ in rated]
    teams = [[_MODEL.rating(mu=prior.mu, sigma=prior.sigma)] for prior in priors]
    after = _MODEL.rate(teams, ranks=[float(place) for _, place in rated])
    earned: dict[Who, list[Rating]] = {}
    for (player, _), (new,) in zip(rated, after):
        earned.setdefault(player, []).append(Rating(new.mu, new.sigma))
    return {
        player: Rating(fmean(r.mu for r in own), fmean(r.sigma for r in own))
        for player, own in earned.items()
    }


Player = tuple[str, int | str]
"""`("account", number)` or `("bot", level)`: the column that names the player, and its value."""

MOST_LENT: Final = 3
LENT_SHARE: Final = 10
"""The moves a stand-in may make for a person: one, plus one per this many of their own."""


def gains_nothing(lent: int, own: int) -> bool:
    """Whether a stand-in made too many moves for its person, who made `own`, to gain rating."""
    return lent > MOST_LENT or lent * LENT_SHARE > own


def without_gain(before: Rating, after: Rating) -> Rating:
    """Return the rating after a game that may lower it, but neither raise it nor make it surer."""
    return Rating(min(before.mu, after.mu), max(before.sigma, after.sigma))


BOTS: Final = "bots/"
"""Before the name of a game: the list of ratings among bots, which holds no people.

The levels of the server’s own bots are in both lists, with a rating in each.
"""


def list_of(game: str, *, is_of_bots: bool) -> str:
    """Return the key of a game’s list of ratings: that of people, or that of bots."""
    return f"{BOTS}{game}" if is_of_bots else game


def game_in(key: str) -> str:
    """Return the game of a list of ratings."""
    return key.removeprefix(BOTS)


def settle_rated(
    connection: Connection, table: str, rated_from: int | None, born_by: float
) -> None:
    """Settle who is rated as a game begins: no guest, and no account made after `born_by`.

    Nobody is in a casual game, whose `rated_from` is None, nor where people play with bots of
    others.
    """
    meant = update(SEATS).where(SEATS.c.table == table)
    if rated_from is not None and len(_kinds(connection, table)) < 2:
        new = or_(ACCOUNTS.c.is_guest, ACCOUNTS.c.created > born_by)
        meant = meant.where(SEATS.c.account.in_(select(ACCOUNTS.c.id).where(new)))
    connection.execute(meant.values(is_rated=False))


def _kinds(connection: Connection, table: str) -> set[bool]:
    """Return whether the accounts at a table are bots’: of people, of bots, or of both."""
    query = select(ACCOUNTS.c.role).join(SEATS, SEATS.c.account == ACCOUNTS.c.id)
    roles = connection.execute(query.where(SEATS.c.table == table)).scalars()
    return {role == BOT for role in roles}


def rate_game(connection: Connection, table: str, over: EndEntry, now: float) -> None:
    """Rate the players of a table by the result, in the transaction that ends the game.

    Casual games are not rated, nor games with fewer moves than the table requires. Guests, accounts
    that were too young when the game began, and deleted accounts are not rated; nor are bots after
    a draw by agreement, else nobody would lose to one. A player with too many moves by a stand-in
    gains nothing. Bots of others are rated in a list of their own.
    """
    query = select(TABLES.c.game, TABLES.c.moves, TABLES.c.rated_from)
    game, moves, rated_from = connection.execute(query.where(TABLES.c.id == table)).one()
    if rated_from is None or moves < rated_from:
        return
    kinds = _kinds(connection, table)
    if len(kinds) > 1:
        return
    game = list_of(game, is_of_bots=kinds == {True})
    seats = _players(connection, table)
    if over.reason == AGREED:
        seats = [None if player is None or player[0] == "bot" else player for player in seats]
    players = sorted({player for player in seats if player is not None}, key=str)
    if len(players) < 2:
        return
    known = select(RATINGS).where(or_(*(_is(game, player) for player in players)))
    before = {
        ("bot", row.bot) if row.account is None else ("account", row.account): (
            Rating(row.mu, row.sigma)
        )
        for row in connection.execute(known.order_by(RATINGS.c.id).with_for_update())
    }
    lent = _lent_too_long(connection, table)
    for player, earned in rated_anew(before, seats, over.ranking).items():
        old = before.get(player, UNRATED)
        rating = without_gain(old, earned) if player in lent else earned
        _keep(connection, game, player, rating, is_new=player not in before)
        if player[0] == "account":
            course = {"account": player[1], "game": game, "table": table, "time": now}
            step = insert(RATING_COURSE).values(mu=rating.mu, sigma=rating.sigma, **course)
            connection.execute(step)


def _players(connection: Connection, table: str) -> list[Player | None]:
    query = (
        select(SEATS.c.bot, SEATS.c.account, ACCOUNTS.c.is_guest, SEATS.c.is_rated)
        .select_from(SEATS.outerjoin(ACCOUNTS, SEATS.c.account == ACCOUNTS.c.id))
        .where(SEATS.c.table == table)
        .order_by(SEATS.c.seat)
    )
    players: list[Player | None] = []
    for bot, account, is_guest, is_rated in connection.execute(query):
        if bot is not None:
            players.append(("bot", bot))
        else:
            nobody = account is None or is_guest or not is_rated
            players.append(None if nobody else ("account", account))
    return players


def _lent_too_long(connection: Connection, table: str) -> set[Player]:
    """Return the accounts that gain no rating, as a stand-in made too many moves for them."""
    query = select(SEATS.c.account, SEATS.c.seat, SEATS.c.lent_moves)
    lent = query.where(SEATS.c.table == table, SEATS.c.lent_moves > 0)
    return {
        ("account", account)
        for account, seat, moves in connection.execute(lent)
        if gains_nothing(moves, _standing(connection, table, seat) - moves)
    }


def _standing(connection: Connection, table: str, seat: int) -> int:
    """Return the number of a seat's moves after undos."""
    query = select(LINES.c.line).where(LINES.c.table == table, LINES.c.seat == seat)
    lines = [msgspec.json.decode(text, type=Line) for text in connection.execute(query).scalars()]
    return sum(isinstance(line, MoveEntry) - isinstance(line, UndoEntry) for line in lines)


def _is(game: str, player: Player) -> ColumnElement[bool]:
    kind, value = player
    return and_(RATINGS.c.game == game, RATINGS.c[kind] == value)


def _keep(
    connection: Connection, game: str, player: Player, rating: Rating, *, is_new: bool
) -> None:
    kind, value = player
    figures: dict[str, Any] = {"mu": rating.mu, "sigma": rating.sigma}
    if is_new:
        connection.execute(insert(RATINGS).values(game=game, games=1, **{kind: value}, **figures))
    else:
        statement = update(RATINGS).where(_is(game, player))
        connection.execute(statement.values(games=RATINGS.c.games + 1, **figures))
