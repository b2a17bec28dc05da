"""Storage and creation of tournament rounds.

A round is made in one transaction, with its tables, whose games begin at once: of two processes
only one makes it, and a crash leaves all of it or nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from nim_tui.registry import game_named
from nim_tui.server.contests.contest import (
    Board,
    GameResult,
    begin_table,
    ranking_in,
    take_untold,
)
from nim_tui.server.contests.tournament import FEWEST, Rounds, fits, schedule
from nim_tui.server.contests.tournament_store import (
    CannotUseTournament,
    check_host,
    end,
    may_see,
    open_row,
    players_of,
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
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.tables.clock import DAYS, ClockPlan
from nim_tui.tables.seat_plans import bot_name
from nim_tui.tables.seeds import fresh_seed
from rules.messages import N_
from rules.options import OptionValue

_FEWEST_PEOPLE: Final = 2


@dataclass(frozen=True, slots=True)
class Round:
    """A new round of a tournament, with its tables."""

    number: int
    tables: Sequence[str]


def begin(
    database: Database, tournament: str, host: int | None = None, *, least_age: float = 0.0
) -> Round:
    """Begin a tournament, by its host or automatically: bots fill it, lots are drawn.

    By correspondence all games begin at once, else those of the first round. Raises
    CannotUseTournament.
    """
    with database.writing() as connection:
        row = open_row(connection, tournament)
        if host is not None:
            check_host(row, host)
        people = players_of(connection, row.id)
        count = row.size if row.bot is not None else len(people)
        if len(people) < _FEWEST_PEOPLE or not fits(count, row.seats):
            raise CannotUseTournament(N_("too few participants: at least {fewest}"), fewest=FEWEST)
        _draw_lots(connection, row, [one.account for one in people], count)
        this = update(TOURNAMENTS).where(_T.id == row.id, _T.status == OPEN)
        connection.execute(this.values(status=RUNNING))
        return _make_rounds(database, connection, tournament_row(connection, row.id), least_age)


def lot() -> int:
    """Draw an unguessable lot."""
    return secrets.randbits(64)


def _draw_lots(connection: Connection, row: Row[Any], people: Sequence[int], count: int) -> None:
    """Renumber the players at random, with bots on free seats."""
    seated: list[tuple[int | None, str | None, str]] = [(one, None, "") for one in people]
    names: list[str] = []
    while len(seated) < count:
        names.append(bot_name(names, ()))
        seated.append((None, row.bot, names[-1]))
    Random(lot()).shuffle(seated)
    own = TOURNAMENT_PLAYERS.c.tournament == row.id
    connection.execute(delete(TOURNAMENT_PLAYERS).where(own))
    connection.execute(
        insert(TOURNAMENT_PLAYERS),
        [
            {"tournament": row.id, "number": number, "account": one, "bot": bot, "name": name}
            for number, (one, bot, name) in enumerate(seated)
        ],
    )


def rounds_of(row: Row[Any], players: int) -> Rounds:
    """Return the schedule of a tournament."""
    return schedule(players, row.seats)


def _make_rounds(
    database: Database, connection: Connection, row: Row[Any], least_age: float
) -> Round:
    """Make the next round; by correspondence all of them."""
    players = players_of(connection, row.id)
    every = rounds_of(row, len(players))
    clock = msgspec.json.decode(row.clock, type=ClockPlan)
    last = len(every) if clock.kind == DAYS else row.round + 1
    made: list[str] = []
    for number in range(row.round, last):
        for board, seats in enumerate(every[number]):
            plan = _table_plan(row, clock, number + 1, [players[one] for one in seats])
            table = begin_table(database, connection, plan, fresh_seed(), least_age)
            game = {"tournament": row.id, "round": number + 1, "board": board, "table": table}
            written = " ".join(map(str, seats))
            connection.execute(insert(TOURNAMENT_GAMES).values(players=written, **game))
            made.append(table)
    this = update(TOURNAMENTS).where(_T.id == row.id)
    connection.execute(this.values(round=last, is_told=False))
    return Round(last, made)


def _table_plan(
    row: Row[Any], clock: ClockPlan, number: int, players: Sequence[Row[Any]]
) -> TablePlan:
    """Return the plan of a table: casual with a bot, or a player without account."""
    stand_in = row.bot or game_named(row.game).usual
    names = [one.name for one in players if one.bot is not None]
    seats: list[SeatWish] = []
    for one in players:
        if one.account is not None:
            seats.append(SeatWish(account=one.account))
        elif one.bot is not None:
            seats.append(SeatWish(bot=one.bot, called=one.name))
        else:
            names.append(bot_name(names, ()))
            seats.append(SeatWish(bot=stand_in, called=names[-1]))
    rated = row.rated_from if all(one.account is not None for one in players) else None
    title = f"{row.title} #{number}"
    return TablePlan(row.game, seats, title, options_in(row), row.visibility, clock, rated)


def options_in(row: Row[Any]) -> Mapping[str, OptionValue]:
    """Return the game options chosen for a tournament."""
    return msgspec.json.decode(row.options, type=dict[str, OptionValue])


def advance(database: Database, tournament: str, *, least_age: float = 0.0) -> Round | None:
    """Make the next round once the last one is over, or end the tournament after the last one.

    Returns None if neither was due. Raises CannotUseTournament.
    """
    with database.writing() as connection:
        row = tournament_row(connection, tournament)
        if row.status != RUNNING or _is_played(connection, row.id):
            return None
        if row.round < len(rounds_of(row, len(players_of(connection, row.id)))):
            return _make_rounds(database, connection, row, least_age)
        end(connection, row.id, OVER, database.now())
        return Round(row.round, ())


def _is_played(connection: Connection, tournament: str) -> bool:
    """Whether any game of a tournament is unfinished."""
    query = select(TABLES.c.id).join(TOURNAMENT_GAMES, _G.table == TABLES.c.id)
    still = query.where(_G.tournament == tournament, TABLES.c.status != OVER)
    return connection.execute(still.limit(1)).first() is not None


def due(database: Database) -> list[str]:
    """Return the running tournaments whose games are all over."""
    games = select(_G.board).join(TABLES, TABLES.c.id == _G.table)
    still = games.where(_G.tournament == _T.id, TABLES.c.status != OVER)
    query = select(_T.id).where(_T.status == RUNNING, ~still.exists())
    with database.reading() as connection:
        return list(connection.execute(query.order_by(_T.id)).scalars())


def read_board(players: str) -> Board:
    """Return the stored players of a game, by seats."""
    return tuple(int(one) for one in players.split())


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


@dataclass(frozen=True, slots=True)
class TournamentPlayer:
    """A participant of a tournament; without account and bot, the account is gone."""

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
    played: GameResult | None


@dataclass(frozen=True, slots=True)
class TournamentData:
    """A tournament with all its data."""

    row: TournamentRow
    rounds: int
    """The number of rounds; 0 before the start."""
    players: Sequence[TournamentPlayer]
    games: Sequence[TournamentGame]
    invited: Sequence[str]


def tournaments_seen(
    database: Database, viewer: int | None, *, sees_all: bool = False
) -> list[TournamentRow]:
    """Return the tournaments visible to a viewer, newest first; finished ones up to MOST_OVER."""
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
    rounds = len(rounds_of(known, len(players))) if known.round else 0
    names = [name for account, name in invited if account not in accounts]
    is_invited = any(account == viewer for account, _name in invited)
    return TournamentData(_row(row, accounts, is_invited=is_invited), rounds, players, games, names)


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
        ranking = ranking_in(row.result)
        played = GameResult(board, ranking) if ranking else None
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
    """Return tournaments with untold changes, and mark these as told."""
    return take_untold(database, TOURNAMENTS, lambda row: str(row.id))


def tournament_of(database: Database, table: str) -> str | None:
    """Return the tournament a table was made for; None if there is none."""
    query = select(_G.tournament).where(_G.table == table)
    with database.reading() as connection:
        return connection.execute(query).scalar()
