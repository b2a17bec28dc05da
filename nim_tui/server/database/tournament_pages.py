"""Tournaments as they are shown: lists, and one with its players and games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, func, or_, select, update

from nim_tui.server.database.connection import Database
from nim_tui.server.database.contest_schema import (
    TOURNAMENT_GAMES,
    TOURNAMENT_INVITED,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from nim_tui.server.database.schema import ACCOUNTS, OPEN, OVER, PUBLIC, RUNNING, TABLES
from nim_tui.server.database.tournament_rounds import options_in, read_board, rounds_of
from nim_tui.server.database.tournaments import TournamentTrouble, may_see, tournament_row
from nim_tui.server.tournaments.schedule import Board
from nim_tui.server.tournaments.standings import Played
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import Over
from rules.messages import N_
from rules.options import OptionValue

MOST_OVER: Final = 30
"""Tournaments that are over, the last ones, of one list."""
MOST_LISTED: Final = 300
_T: Final = TOURNAMENTS.c
_P: Final = TOURNAMENT_PLAYERS.c
_G: Final = TOURNAMENT_GAMES.c
_I: Final = TOURNAMENT_INVITED.c


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament as everybody who may see it may know it. Times are seconds since 1970."""

    id: str
    game: str
    title: str
    host: int | None
    host_name: str
    visibility: str
    status: str
    seats: int
    size: int
    clock: ClockPlan
    rated_from: int | None
    bot: str | None
    begins_full: bool
    options: Mapping[str, OptionValue]
    """Those of the game that are not as usual."""
    round: int
    created: float
    accounts: tuple[int | None, ...]
    """Who takes part, by their numbers; None for bots and whose account is gone."""
    is_invited: bool = False
    """Whether whoever asked is invited."""


@dataclass(frozen=True, slots=True)
class TournamentPlayer:
    """Who takes part; without account and bot the account is gone."""

    account: int | None
    name: str
    bot: str | None


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A game of a round; `played` once it is over with a result."""

    round: int
    board: Board
    table: str | None
    status: str
    played: Played | None


@dataclass(frozen=True, slots=True)
class TournamentSheet:
    """One tournament with all that belongs to it."""

    row: TournamentRow
    rounds: int
    """How many there are to be, once it has begun; 0 before."""
    players: Sequence[TournamentPlayer]
    games: Sequence[TournamentGame]
    invited: Sequence[str]


def tournaments_seen(
    database: Database, viewer: int | None, *, sees_all: bool = False
) -> list[TournamentRow]:
    """The tournaments somebody may see, the newest first: those not over, and the last others."""
    plays = select(_P.tournament).where(_P.account == viewer)
    asked = select(_I.tournament).where(_I.account == viewer)
    own = or_(_T.host == viewer, _T.id.in_(plays), _T.id.in_(asked))
    public = _T.visibility == PUBLIC
    seen = public if viewer is None else or_(public, own)  # bots have no account either
    query = _with_host().order_by(_T.created.desc(), _T.id)
    if not sees_all:
        query = query.where(seen)
    alive = query.where(_T.status.in_((OPEN, RUNNING))).limit(MOST_LISTED)
    past = query.where(_T.status == OVER).limit(MOST_OVER)
    with database.reading() as connection:
        rows = [*connection.execute(alive), *connection.execute(past)]
        invited = set(connection.execute(asked).scalars())
        people = _accounts(connection, [row.id for row in rows])
    return [_row(row, people.get(row.id, ()), is_invited=row.id in invited) for row in rows]


def _with_host() -> Any:
    joined = TOURNAMENTS.outerjoin(ACCOUNTS, ACCOUNTS.c.id == _T.host)
    return select(TOURNAMENTS, ACCOUNTS.c.name.label("host_name")).select_from(joined)


def _accounts(
    connection: Connection, tournaments: Collection[str]
) -> dict[str, tuple[int | None, ...]]:
    query = select(_P.tournament, _P.account).where(_P.tournament.in_(tournaments))
    found: dict[str, tuple[int | None, ...]] = {}
    for tournament, account in connection.execute(query.order_by(_P.tournament, _P.number)):
        found[tournament] = (*found.get(tournament, ()), account)
    return found


def _row(row: Row[Any], accounts: Sequence[int | None], *, is_invited: bool) -> TournamentRow:
    clock = msgspec.json.decode(row.clock, type=ClockPlan)
    return TournamentRow(
        row.id, row.game, row.title, row.host, row.host_name or "", row.visibility, row.status,
        row.seats, row.size, clock, row.rated_from, row.bot, row.begins_full,
        options_in(row), row.round, row.created, tuple(accounts), is_invited,
    )  # fmt: skip


def tournament_sheet(
    database: Database, tournament: str, viewer: int | None, *, sees_all: bool = False
) -> TournamentSheet:
    """One tournament. Raises TournamentTrouble if there is none to be seen by them."""
    with database.reading() as connection:
        known = tournament_row(connection, tournament)
        if not (sees_all or may_see(connection, known, viewer)):
            raise TournamentTrouble(N_("there is no tournament {id}"), id=repr(tournament[:40]))
        row = connection.execute(_with_host().where(_T.id == known.id)).one()
        players = _players(connection, known.id)
        games = _games(connection, known.id)
        invited = _invited(connection, known.id)
    accounts = [one.account for one in players]
    rounds = len(rounds_of(known, len(players))) if known.round else 0
    names = [name for account, name in invited if account not in accounts]
    is_invited = any(account == viewer for account, _name in invited)
    return TournamentSheet(
        _row(row, accounts, is_invited=is_invited), rounds, players, games, names
    )


def _players(connection: Connection, tournament: str) -> list[TournamentPlayer]:
    query = (
        select(_P.account, _P.bot, _P.name, ACCOUNTS.c.name.label("called"))
        .select_from(TOURNAMENT_PLAYERS.outerjoin(ACCOUNTS, ACCOUNTS.c.id == _P.account))
        .where(_P.tournament == tournament)
        .order_by(_P.number)
    )
    rows = connection.execute(query)
    return [TournamentPlayer(row.account, row.called or row.name, row.bot) for row in rows]


def _games(connection: Connection, tournament: str) -> list[TournamentGame]:
    query = (
        select(_G.round, _G.players, _G.table, TABLES.c.status, TABLES.c.result)
        .select_from(TOURNAMENT_GAMES.outerjoin(TABLES, TABLES.c.id == _G.table))
        .where(_G.tournament == tournament)
        .order_by(_G.round, _G.board)
    )
    games: list[TournamentGame] = []
    for row in connection.execute(query):
        board = read_board(row.players)
        over = None if row.result is None else msgspec.json.decode(row.result, type=Over)
        played = Played(board, over.ranking) if over is not None and over.ranking else None
        games.append(TournamentGame(row.round, board, row.table, row.status or OVER, played))
    return games


def _invited(connection: Connection, tournament: str) -> list[tuple[int, str]]:
    query = (
        select(ACCOUNTS.c.id, ACCOUNTS.c.name)
        .join(TOURNAMENT_INVITED, _I.account == ACCOUNTS.c.id)
        .where(_I.tournament == tournament)
        .order_by(func.lower(ACCOUNTS.c.name))
    )
    return [(row.id, row.name) for row in connection.execute(query)]


def take_news(database: Database) -> list[str]:
    """The tournaments whose people have not been told how they stand; from now on they have."""
    untold = select(_T.id).where(_T.is_told.is_(False)).order_by(_T.id)
    with database.reading() as connection:
        if connection.execute(untold.limit(1)).first() is None:
            return []
    with database.writing() as connection:
        found = list(connection.execute(untold).scalars())
        told = update(TOURNAMENTS).where(_T.id.in_(found))
        connection.execute(told.values(is_told=True))
    return found


def tournament_of(database: Database, table: str) -> str | None:
    """The tournament a table was made for, if it was for one."""
    query = select(_G.tournament).where(_G.table == table)
    with database.reading() as connection:
        return connection.execute(query).scalar()
