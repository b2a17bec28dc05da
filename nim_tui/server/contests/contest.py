"""The idea of a contest that ladders and tournaments share: members, games, results, news.

A contest seats its members at tables whose games begin at once, counts what those games gave, and
tells its people of each change once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Row, Table, select, update

from nim_tui.server.accounts.store import no_such_account
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import ACCOUNTS
from nim_tui.server.tables.seat_store import begin as begin_game
from nim_tui.server.tables.table_store import TablePlan, add_table
from nim_tui.tables.record import EndEntry
from nim_tui.tables.seeds import Seed
from rules.messages import Refusal

_T = TypeVar("_T")

PAIR: Final = 2
"""The seats of a game between two."""

Board = tuple[int, ...]
"""The players of one game, by seats."""
Ranking = Sequence[Sequence[int]]
"""The seats of a game, best first; several on one place; empty: without a result."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: its players by seat, and its ranking."""

    board: Board
    ranking: Ranking


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament, as its format sees them."""

    number: int
    team: str = ""
    is_out: bool = False
    """Whether they have withdrawn, or sit out."""
    is_here: bool = True
    """Whether they can be paired at any moment, in an arena."""
    asks_bye: bool = False
    """Whether they asked for a half-point bye in the next round."""


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A game or bye of a round; without a ranking it has no result, perhaps not yet."""

    round: int
    board: Board
    ranking: Ranking = ()
    is_over: bool = True
    is_half: bool = False
    """Whether it is a half-point bye."""

    @property
    def is_bye(self) -> bool:
        """Whether the player is alone."""
        return len(self.board) == 1

    @property
    def result(self) -> GameResult:
        """The game with its result."""
        return GameResult(self.board, self.ranking)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as its format sees it: players by number, and the games so far."""

    format: str
    seats: int
    """The number of players at a table."""
    rounds: int
    """The number of planned rounds of a Swiss tournament."""
    entrants: Sequence[Entrant]
    games: Sequence[PlayedBoard] = ()
    made: int = 0
    """The number of rounds made."""
    sizes: Collection[int] = (PAIR,)
    """The numbers of players that the game is for."""
    is_time_up: bool = False
    boards: int = 0
    """The number of boards of a team match."""

    @property
    def active(self) -> list[int]:
        """The players who take part in the next round."""
        return [one.number for one in self.entrants if not one.is_out]


def ranking_in(result: str | None) -> Ranking:
    """Return the ranking in the stored end of a game."""
    return () if result is None else msgspec.json.decode(result, type=EndEntry).ranking


def game_points(ranking: Ranking) -> dict[int, int]:
    """Return twice the points of each seat: n - 1 for the first of n, one less for each place.

    So of two the winner has one, and a draw is half a point for each.
    """
    points: dict[int, int] = {}
    left = sum(len(group) for group in ranking) - 1
    for group in ranking:
        shared = sum(2 * (left - number) for number in range(len(group))) // len(group)
        points |= dict.fromkeys(group, shared)
        left -= len(group)
    return points


def points_of(game: GameResult) -> dict[int, int]:
    """Return twice the points of each player in a game."""
    return {game.board[seat]: points for seat, points in game_points(game.ranking).items()}


def against(game: GameResult, player: int, other: int) -> int:
    """Return twice the score of one player against another at the same table."""
    places = {game.board[seat]: place for place, group in enumerate(game.ranking) for seat in group}
    if player == other or player not in places or other not in places:
        return 0
    if places[player] == places[other]:
        return 1
    return 2 if places[player] < places[other] else 0


def check_member(connection: Connection, account: int, for_guests: Refusal) -> None:
    """Check that somebody has an account, and is no guest. Raises a Refusal."""
    is_guest = connection.execute(select(ACCOUNTS.c.is_guest).where(ACCOUNTS.c.id == account))
    found = is_guest.scalar()
    if found is None:
        raise no_such_account(account)
    if found:
        raise for_guests


def begin_table(
    database: Database, connection: Connection, plan: TablePlan, seed: Seed, least_age: float
) -> str:
    """Set up the table of a game that begins at once, without a host; return it."""
    table = add_table(connection, database.now(), None, plan)
    begin_game(database, connection, table, seed, least_age=least_age)
    return table


def take_untold(database: Database, sheet: Table, read: Callable[[Row[Any]], _T]) -> list[_T]:
    """Return what changed in a table of contests and was not told, and mark it as told."""
    untold = select(sheet).where(sheet.c.is_told.is_(False)).order_by(sheet.c.id)
    with database.reading() as connection:
        if connection.execute(untold.limit(1)).first() is None:
            return []
    with database.writing() as connection:
        rows = list(connection.execute(untold))
        told = update(sheet).where(sheet.c.id.in_([row.id for row in rows]))
        connection.execute(told.values(is_told=True))
    return [read(row) for row in rows]
