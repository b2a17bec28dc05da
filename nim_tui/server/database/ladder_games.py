"""Games for a place on a ladder: the table made for a challenge, and what its end settles."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, select

from nim_tui.server.database.connection import Database
from nim_tui.server.database.contest_schema import LADDER_CHALLENGES
from nim_tui.server.database.ladder import (
    Challenge,
    NotOnLadder,
    begin_playing,
    open_challenge,
    settle_playing,
)
from nim_tui.server.database.schema import OVER, SEATS, TABLES
from nim_tui.server.database.seats import begin
from nim_tui.server.database.tables import SeatWish, TablePlan, add_table
from nim_tui.server.ladder.challenge import PLAYING, outcome
from nim_tui.tables.record import Over
from nim_tui.tables.seeds import Seed, chance_of
from rules.messages import N_


def accept(
    database: Database,
    number: int,
    account: int,
    *,
    seed: Seed,
    rated_from: int | None,
    least_age: float,
) -> str:
    """Accept a challenge: its table, whose game begins at once. All of it, or nothing.

    Who sits first follows from the seed. Raises NotOnLadder.
    """
    with database.writing() as connection:
        one = open_challenge(connection, number, account)
        if account != one.challenged:
            raise NotOnLadder(N_("whom you have challenged accepts"))
        seats = [SeatWish(account=who) for who in seated(one, seed)]
        plan = TablePlan(one.game, seats, clock=one.clock, rated_from=rated_from)
        table = add_table(connection, database.now(), None, plan)
        begin_playing(connection, one, table)
        begin(database, connection, table, seed, least_age=least_age)
    return table


def seated(one: Challenge, seed: Seed) -> Sequence[int]:
    """Both in the order of their seats, by a stream of its own."""
    pair = (one.challenger, one.challenged)
    return pair[::-1] if chance_of(seed).apart("who begins").below(2) else pair


def settle_challenge(connection: Connection, table: str, over: Over | None, now: float) -> None:
    """Settle the challenge that a table was made for, in the transaction that ends its game."""
    query = (
        select(SEATS.c.seat)
        .join(LADDER_CHALLENGES, LADDER_CHALLENGES.c.table == SEATS.c.table)
        .where(SEATS.c.table == table, SEATS.c.account == LADDER_CHALLENGES.c.challenger)
    )
    seat = connection.execute(query).scalar()
    settle_playing(connection, table, outcome(None if over is None else over.ranking, seat), now)


def settle_missed(database: Database) -> int:
    """Settle challenges whose games were ended by a server that knows none; how many."""
    query = (
        select(TABLES.c.id, TABLES.c.result)
        .join(LADDER_CHALLENGES, LADDER_CHALLENGES.c.table == TABLES.c.id)
        .where(LADDER_CHALLENGES.c.state == PLAYING, TABLES.c.status == OVER)
    )
    with database.writing() as connection:
        missed = connection.execute(query.order_by(TABLES.c.id)).all()
        for table, result in missed:
            over = None if result is None else msgspec.json.decode(result, type=Over)
            settle_challenge(connection, table, over, database.now())
    return len(missed)
