"""Tournaments as people who may see them know them: rows, players, games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, func, or_, select

from nim_tui.registry import game_named
from nim_tui.server.contests.contest import (
    Board,
    Entrant,
    GameResult,
    PlayedBoard,
    Tournament,
    ranking_in,
    take_untold,
)
from nim_tui.server.contests.event_terms import EventTerms, terms_in
from nim_tui.server.contests.formats import usual_rounds
from nim_tui.server.contests.tournament_store import (
    CannotUseTournament,
    may_see,
    tournament_row,
)
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    OPEN,
    OVER,
    PUBLIC,
    RUNNING,
    TABLES,
    TOURNAMENT_GAMES,
    TOURNAMENT_INVITED,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from nim_tui.server.tables.table_store import clubs_joined
from nim_tui.tables.clock import ClockPlan
from rules.messages import N_
from rules.options import OptionValue

MOST_OVER: Final = 30
"""The most finished tournaments in a list, latest first."""
MOST_LISTED: Final = 300
_T: Final = TOURNAMENTS.c
_P: Final = TOURNAMENT_PLAYERS.c
_G: Final = TOURNAMENT_GAMES.c
_I: Final = TOURNAMENT_INVITED.c


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament as everybody who may see it knows it. Times are seconds since 1970."""

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
    """The game options other than defaults."""
    round: int
    created: float
    accounts: tuple[int | None, ...]
    """The players' account numbers; None for bots and deleted accounts."""
    is_invited: bool = False
    """Whether the viewer is invited."""
    event: EventTerms = EventTerms()  # noqa: RUF009 - it is frozen
    starts: float | None = None
    """The planned time of the start."""
    begun: float | None = None
    """The time of the start."""
    club: int | None = None
    """The club it is of."""


@dataclass(frozen=True, slots=True)
class TournamentPlayer:
    """A participant of a tournament; without account and bot, the account is gone."""

    account: int | None
    name: str
    bot: str | None
    team: str = ""
    is_out: bool = False
    """Whether they withdrew from a running tournament."""
    is_checked_in: bool = False
    asks_bye: bool = False
    """Whether they asked for a half-point bye in the next round."""


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A game of a round; `played` once it is over with a result. Alone on it is a bye."""

    round: int
    board: Board
    table: str | None
    status: str
    played: GameResult | None
    is_half: bool = False
    """Whether it is a half-point bye."""


@dataclass(frozen=True, slots=True)
class TournamentData:
    """A tournament with all its data."""

    row: TournamentRow
    rounds: int
    """The number of rounds; 0 before the start, and in an arena."""
    players: Sequence[TournamentPlayer]
    games: Sequence[TournamentGame]
    invited: Sequence[str]

    @property
    def state(self) -> Tournament:
        """The tournament as its format sees it."""
        return Tournament(
            self.row.event.format, self.row.seats, self.rounds,
            [
                Entrant(number, one.team, one.is_out, asks_bye=one.asks_bye)
                for number, one in enumerate(self.players)
            ],
            [
                PlayedBoard(
                    game.round, game.board, () if game.played is None else game.played.ranking,
                    game.status == OVER, game.is_half,
                )
                for game in self.games
            ],
            self.row.round,
            game_named(self.row.game).game.seats,
            boards=self.row.event.boards,
        )  # fmt: skip


def tournaments_seen(
    database: Database, viewer: int | None, *, sees_all: bool = False
) -> list[TournamentRow]:
    """Return the tournaments visible to a viewer, newest first; finished ones up to MOST_OVER."""
    plays = select(_P.tournament).where(_P.account == viewer)
    asked = select(_I.tournament).where(_I.account == viewer)
    clubs = clubs_joined(viewer)
    own = or_(_T.host == viewer, _T.id.in_(plays), _T.id.in_(asked), _T.club.in_(clubs))
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
        terms_in(row.event), row.starts, row.begun, row.club,
    )  # fmt: skip


def tournament_sheet(
    database: Database, tournament: str, viewer: int | None, *, sees_all: bool = False
) -> TournamentData:
    """Return a tournament. Raises CannotUseTournament if the viewer may not see it."""
    with database.reading() as connection:
        known = tournament_row(connection, tournament)
        if not (sees_all or may_see(connection, known, viewer)):
            raise CannotUseTournament(N_("unknown tournament {id}"), id=repr(tournament[:40]))
        row = connection.execute(_with_host().where(_T.id == known.id)).one()
        players = _players(connection, known.id)
        games = _games(connection, known.id)
        invited = _invited(connection, known.id)
    accounts = [one.account for one in players]
    teams = len({one.team for one in players if one.team})
    count = teams if terms_in(known.event).has_matches else len(players)
    rounds = rounds_of(known, count) if known.begun or known.round else 0
    names = [name for account, name in invited if account not in accounts]
    is_invited = any(account == viewer for account, _name in invited)
    return TournamentData(_row(row, accounts, is_invited=is_invited), rounds, players, games, names)


def _players(connection: Connection, tournament: str) -> list[TournamentPlayer]:
    query = (
        select(TOURNAMENT_PLAYERS, ACCOUNTS.c.name.label("called"))
        .select_from(TOURNAMENT_PLAYERS.outerjoin(ACCOUNTS, ACCOUNTS.c.id == _P.account))
        .where(_P.tournament == tournament)
        .order_by(_P.number)
    )
    rows = connection.execute(query)
    return [
        TournamentPlayer(
            row.account,
            row.called or row.name,
            row.bot,
            row.team,
            row.is_out,
            row.is_checked_in,
            row.asks_bye,
        )
        for row in rows
    ]


def _games(connection: Connection, tournament: str) -> list[TournamentGame]:
    query = (
        select(_G.round, _G.players, _G.table, _G.is_half, TABLES.c.status, TABLES.c.result)
        .select_from(TOURNAMENT_GAMES.outerjoin(TABLES, TABLES.c.id == _G.table))
        .where(_G.tournament == tournament)
        .order_by(_G.round, _G.board)
    )
    games: list[TournamentGame] = []
    for row in connection.execute(query):
        board = read_board(row.players)
        ranking = ranking_in(row.result)
        played = GameResult(board, ranking) if ranking else None
        games.append(
            TournamentGame(row.round, board, row.table, row.status or OVER, played, row.is_half)
        )
    return games


def _invited(connection: Connection, tournament: str) -> list[tuple[int, str]]:
    query = (
        select(ACCOUNTS.c.id, ACCOUNTS.c.name)
        .join(TOURNAMENT_INVITED, _I.account == ACCOUNTS.c.id)
        .where(_I.tournament == tournament)
        .order_by(func.lower(ACCOUNTS.c.name))
    )
    return [(row.id, row.name) for row in connection.execute(query)]


def rounds_of(row: Row[Any], players: int) -> int:
    """Return the number of rounds of a tournament that has begun; 0 in an arena.

    `players` is the number of teams in team matches.
    """
    event = terms_in(row.event)
    return event.rounds or usual_rounds(event.format, players, row.seats)


def options_in(row: Row[Any]) -> Mapping[str, OptionValue]:
    """Return the game options chosen for a tournament."""
    return msgspec.json.decode(row.options, type=dict[str, OptionValue])


def read_board(players: str) -> Board:
    """Return the stored players of a game, by seats."""
    return tuple(int(one) for one in players.split())


def take_news(database: Database) -> list[str]:
    """Return tournaments with untold changes, and mark these as told."""
    return take_untold(database, TOURNAMENTS, lambda row: str(row.id))


def tournament_of(database: Database, table: str) -> str | None:
    """Return the tournament a table was made for; None if there is none."""
    query = select(_G.tournament).where(_G.table == table)
    with database.reading() as connection:
        return connection.execute(query).scalar()
