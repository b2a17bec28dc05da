"""Creation of tournament rounds.

A round is made in one transaction, with its tables, whose games begin at once: of two processes
only one makes it, and a crash leaves all of it or nothing. Who plays whom is found out before it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from nim_tui.registry import game_named
from nim_tui.server.contests.contest import PAIR, Board, Tournament, begin_table
from nim_tui.server.contests.event_terms import terms_in
from nim_tui.server.contests.formats import (
    ROUND_ROBIN,
    SIMULTANEOUS,
    fits,
    half_byes,
    may_end,
    next_round,
)
from nim_tui.server.contests.tournament_sheet import options_in, tournament_sheet
from nim_tui.server.contests.tournament_store import (
    CLOSED,
    CannotUseTournament,
    add_next,
    check_host,
    end,
    open_row,
    players_of,
    tournament_row,
)
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    OPEN,
    OVER,
    PRIVATE,
    RATINGS,
    RUNNING,
    TABLES,
    TOURNAMENT_GAMES,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.tables.clock import DAYS, ClockPlan
from nim_tui.tables.seat_plans import bot_name
from nim_tui.tables.seeds import fresh_seed
from rules.messages import N_

_FEWEST_PEOPLE: Final = 2
_T: Final = TOURNAMENTS.c
_G: Final = TOURNAMENT_GAMES.c
_P: Final = TOURNAMENT_PLAYERS.c


@dataclass(frozen=True, slots=True)
class Round:
    """A new round of a tournament, with its tables."""

    number: int
    tables: Sequence[str]


def fewest(form: str, seats: int) -> int:
    """Return the least number of players that a tournament is for."""
    return next(players for players in range(PAIR, 99) if fits(form, players, seats))


def begin(
    database: Database,
    tournament: str,
    host: int | None = None,
    *,
    least_age: float = 0.0,
    here: Collection[int] | None = None,
) -> Round:
    """Begin a tournament, by its host or automatically: bots fill it, starting ranks are given.

    A round robin by correspondence begins all its games at once, others those of the first round;
    an arena pairs the accounts `here`. Raises CannotUseTournament.
    """
    with database.writing() as connection:
        row = open_row(connection, tournament)
        if host is not None:
            check_host(row, host)
        people = _who_came(connection, row, database.now())
        form = terms_in(row.event).format
        count = row.size if row.bot is not None else len(people)
        if terms_in(row.event).has_matches and len({one.team for one in people}) < PAIR:
            raise CannotUseTournament(N_("too few teams: at least {fewest}"), fewest=PAIR)
        if len(people) < _FEWEST_PEOPLE or not fits(form, count, row.seats):
            raise CannotUseTournament(
                N_("too few participants: at least {fewest}"), fewest=fewest(form, row.seats)
            )
        _number(connection, row, people, count)
        add_next(connection, row, database.now())
        this = update(TOURNAMENTS).where(_T.id == row.id, _T.status == OPEN)
        connection.execute(this.values(status=RUNNING, begun=database.now(), is_told=False))
    return advance(database, row.id, least_age=least_age, here=here) or Round(0, ())


def _who_came(connection: Connection, row: Row[Any], now: float) -> list[Row[Any]]:
    """Return the players who take part: those who checked in, where that was asked."""
    players = players_of(connection, row.id)
    is_asked = terms_in(row.event).is_check_in(row.starts, now)
    return [one for one in players if one.is_checked_in or not is_asked]


def lot() -> int:
    """Draw an unguessable lot."""
    return secrets.randbits(64)


def _number(connection: Connection, row: Row[Any], people: Sequence[Row[Any]], count: int) -> None:
    """Number the players at random or by strength, with bots on free places."""
    seated: list[tuple[int | None, str | None, str, str, bool]] = [
        (one.account, None, "", one.team, one.asks_bye) for one in people
    ]
    names: list[str] = []
    while len(seated) < count:
        names.append(bot_name(names, ()))
        seated.append((None, row.bot, names[-1], "", False))
    Random(lot()).shuffle(seated)
    if terms_in(row.event).is_seeded:
        strength = _strengths(connection, row.game)
        seated.sort(key=lambda one: -strength.get((one[0], one[1]), 0.0))
    own = TOURNAMENT_PLAYERS.c.tournament == row.id
    connection.execute(delete(TOURNAMENT_PLAYERS).where(own))
    connection.execute(
        insert(TOURNAMENT_PLAYERS),
        [
            {"tournament": row.id, "number": number, "account": account, "bot": bot,
             "name": name, "team": team, "asks_bye": asks_bye}
            for number, (account, bot, name, team, asks_bye) in enumerate(seated)
        ],
    )  # fmt: skip


def _strengths(connection: Connection, game: str) -> dict[tuple[int | None, str | None], float]:
    """Return the ratings of a game, by account and level."""
    rated = RATINGS.c
    query = select(rated.account, rated.bot, rated.mu).where(rated.game == game)
    return {(row.account, row.bot): row.mu for row in connection.execute(query)}


def advance(
    database: Database,
    tournament: str,
    *,
    least_age: float = 0.0,
    here: Collection[int] | None = None,
) -> Round | None:
    """Make the next round once the last one is over, or end the tournament after the last one.

    In an arena, pair who is free, of the accounts `here`. Returns None if nothing was due. Raises
    CannotUseTournament.
    """
    state = _state(database, tournament, here)
    if state is None:
        return None
    rounds = [next_round(state)]
    if not rounds[0]:
        return _end(database, tournament, state.made) if may_end(state) else None
    with database.writing() as connection:
        row = tournament_row(connection, tournament)
        clock = msgspec.json.decode(row.clock, type=ClockPlan)
        is_small = len(state.entrants) <= SIMULTANEOUS
        if state.format == ROUND_ROBIN and clock.kind == DAYS and is_small:
            rounds = [next_round(replace(state, made=made)) for made in range(state.rounds)]
        if row.status != RUNNING or row.round != state.made:
            return None  # another process was faster
        made = _make_rounds(database, connection, row, rounds, least_age)
        _grant_byes(connection, row.id, made.number, half_byes(state))
        return made


def _grant_byes(
    connection: Connection, tournament: str, number: int, asking: Collection[int]
) -> None:
    """Mark the half-point byes of a new round, which are asked for no more."""
    alone = (_G.tournament == tournament, _G.round == number, _G.players.in_(map(str, asking)))
    connection.execute(update(TOURNAMENT_GAMES).where(*alone).values(is_half=True))
    asked = update(TOURNAMENT_PLAYERS).where(_P.tournament == tournament, _P.number.in_(asking))
    connection.execute(asked.values(asks_bye=False))


def ask_bye(database: Database, tournament: str, account: int) -> bool:
    """Ask for a half-point bye in the next round, or ask no more; return whether it is asked now.

    It can be asked for as often as the terms say, and not for the last round. Raises
    CannotUseTournament.
    """
    state = tournament_sheet(database, tournament, account)
    with database.writing() as connection:
        row = tournament_row(connection, tournament)
        own = next((one for one in players_of(connection, row.id) if one.account == account), None)
        if row.status not in (OPEN, RUNNING) or own is None or own.is_out:
            raise CannotUseTournament(N_("you are not in this tournament now"))
        this = (_P.tournament == row.id, _P.account == account)
        asked = update(TOURNAMENT_PLAYERS).where(*this)
        if own.asks_bye:
            connection.execute(asked.values(asks_bye=False))
            return False
        alone = (_G.tournament == row.id, _G.players == str(own.number), _G.is_half.is_(True))
        had = connection.execute(select(_G.round).where(*alone)).all()
        most = terms_in(row.event).byes
        if len(had) >= most:
            raise CannotUseTournament(
                N_("at most {most} half-point byes in this tournament"), most=most
            )
        if state.rounds and row.round + 1 >= state.rounds:
            raise CannotUseTournament(N_("there is no half-point bye in the last round"))
        connection.execute(asked.values(asks_bye=True))
    return True


def _state(database: Database, tournament: str, here: Collection[int] | None) -> Tournament | None:
    """Return a running tournament that may go on; None while games of a round are played."""
    sheet = tournament_sheet(database, tournament, None, sees_all=True)
    row, state = sheet.row, sheet.state
    if row.status != RUNNING:
        return None
    if not row.event.is_arena:
        return None if any(not game.is_over for game in state.games) else state
    entrants = [
        replace(one, is_here=player.bot is not None or here is None or player.account in here)
        for one, player in zip(state.entrants, sheet.players)
    ]
    ends = (row.begun or 0.0) + 60 * row.event.minutes
    return replace(state, entrants=entrants, is_time_up=database.now() >= ends)


def _end(database: Database, tournament: str, made: int) -> Round | None:
    with database.writing() as connection:
        row = tournament_row(connection, tournament)
        if row.status != RUNNING or row.round != made:
            return None
        end(connection, row.id, OVER, database.now())
    return Round(made, ())


def _make_rounds(
    database: Database,
    connection: Connection,
    row: Row[Any],
    rounds: Sequence[Sequence[Board]],
    least_age: float,
) -> Round:
    players = players_of(connection, row.id)
    clock = msgspec.json.decode(row.clock, type=ClockPlan)
    made: list[str] = []
    for number, boards in enumerate(rounds, start=row.round + 1):
        for at, board in enumerate(boards):
            table = None
            if len(board) > 1:
                plan = _table_plan(row, clock, number, [players[one] for one in board])
                table = begin_table(database, connection, plan, fresh_seed(), least_age)
                made.append(table)
            game = {"tournament": row.id, "round": number, "board": at, "table": table}
            written = " ".join(map(str, board))
            connection.execute(insert(TOURNAMENT_GAMES).values(players=written, **game))
    last = row.round + len(rounds)
    this = update(TOURNAMENTS).where(_T.id == row.id)
    is_told = terms_in(row.event).is_arena and row.round > 0
    connection.execute(this.values(round=last, is_told=is_told))
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
    club = row.club if row.visibility == PRIVATE else None
    return TablePlan(
        row.game, seats, title, options_in(row), row.visibility, clock, rated, club=club
    )  # fmt: skip


def due(database: Database) -> list[str]:
    """Return the running tournaments that may go on: arenas, and those whose games are over."""
    games = select(_G.board).join(TABLES, TABLES.c.id == _G.table)
    still = games.where(_G.tournament == _T.id, TABLES.c.status != OVER)
    arena = _T.event.contains('"arena"')
    query = select(_T.id).where(_T.status == RUNNING, ~still.exists() | arena)
    with database.reading() as connection:
        return list(connection.execute(query.order_by(_T.id)).scalars())


def due_to_start(database: Database) -> list[str]:
    """Return the open tournaments whose planned time has come."""
    query = select(_T.id).where(_T.status == OPEN, _T.starts <= database.now())
    with database.reading() as connection:
        return list(connection.execute(query.order_by(_T.id)).scalars())


def cancel(database: Database, tournament: str) -> None:
    """Close a tournament that cannot begin. Raises CannotUseTournament if it has begun since."""
    with database.writing() as connection:
        end(connection, open_row(connection, tournament).id, CLOSED, database.now())
