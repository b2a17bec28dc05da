"""The rounds of tournaments, made from what is kept: players, schedule, and which games are over.

A round is made in one transaction, with its tables, which begin at once: of two processes that see
the last one over one alone makes it, and a crash leaves all of it or nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from nim_tui.registry import offer_named
from nim_tui.server.database.connection import Database
from nim_tui.server.database.contest_schema import (
    TOURNAMENT_GAMES,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from nim_tui.server.database.schema import OPEN, OVER, RUNNING, TABLES
from nim_tui.server.database.seats import begin as begin_game
from nim_tui.server.database.tables import SeatWish, TablePlan, add_table
from nim_tui.server.database.tournaments import (
    TournamentTrouble,
    check_host,
    end,
    open_row,
    players_of,
    tournament_row,
)
from nim_tui.server.tournaments.schedule import FEWEST, Board, Rounds, fits, schedule
from nim_tui.tables.clock import DAYS, ClockPlan
from nim_tui.tables.seat_plans import bot_name
from nim_tui.tables.seeds import fresh_seed
from rules.messages import N_
from rules.options import OptionValue

_T: Final = TOURNAMENTS.c
_G: Final = TOURNAMENT_GAMES.c
_FEWEST_PEOPLE: Final = 2


@dataclass(frozen=True, slots=True)
class Round:
    """What was made of a tournament: the round, and its tables."""

    number: int
    tables: Sequence[str]


def begin(
    database: Database, tournament: str, host: int | None = None, *, least_age: float = 0.0
) -> Round:
    """Begin a tournament, by its host or by itself: bots fill it, lots are drawn.

    By correspondence all games begin at once, else those of the first round.
    Raises TournamentTrouble.
    """
    with database.writing() as connection:
        row = open_row(connection, tournament)
        if host is not None:
            check_host(row, host)
        people = players_of(connection, row.id)
        count = row.size if row.bot is not None else len(people)
        if len(people) < _FEWEST_PEOPLE or not fits(count, row.seats):
            raise TournamentTrouble(N_("too few take part: at least {fewest}"), fewest=FEWEST)
        _draw_lots(connection, row, [one.account for one in people], count)
        this = update(TOURNAMENTS).where(_T.id == row.id, _T.status == OPEN)
        connection.execute(this.values(status=RUNNING))
        return _make_rounds(database, connection, tournament_row(connection, row.id), least_age)


def lot() -> int:
    """A lot nobody can guess."""
    return secrets.randbits(64)


def _draw_lots(connection: Connection, row: Row[Any], people: Sequence[int], count: int) -> None:
    """Number everybody anew, with bots on what is free."""
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
    """The schedule of a tournament."""
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
            table = add_table(connection, database.now(), None, plan)
            begin_game(database, connection, table, fresh_seed(), least_age=least_age)
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
    """A table: with a bot it is not rated, nor where one plays for an account that is gone."""
    stand_in = row.bot or offer_named(row.game).usual
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
    """Those of the game that were chosen for a tournament."""
    return msgspec.json.decode(row.options, type=dict[str, OptionValue])


def advance(database: Database, tournament: str, *, least_age: float = 0.0) -> Round | None:
    """Make the next round once the last one is over, or end the tournament after the last.

    None if there was nothing to be done. Raises TournamentTrouble.
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
    """Whether any of its games is not over."""
    query = select(TABLES.c.id).join(TOURNAMENT_GAMES, _G.table == TABLES.c.id)
    still = query.where(_G.tournament == tournament, TABLES.c.status != OVER)
    return connection.execute(still.limit(1)).first() is not None


def due(database: Database) -> list[str]:
    """The tournaments whose games are all over, so that something is to be done."""
    games = select(_G.board).join(TABLES, TABLES.c.id == _G.table)
    still = games.where(_G.tournament == _T.id, TABLES.c.status != OVER)
    query = select(_T.id).where(_T.status == RUNNING, ~still.exists())
    with database.reading() as connection:
        return list(connection.execute(query.order_by(_T.id)).scalars())


def read_board(players: str) -> Board:
    """The players of a game by seats, as they are kept."""
    return tuple(int(one) for one in players.split())
